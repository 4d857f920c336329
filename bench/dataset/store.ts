import { createHash } from "node:crypto";
import { constants, existsSync } from "node:fs";
import { copyFile, mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { pid } from "node:process";
import { fileURLToPath } from "node:url";
import { type Data, makeData } from "./made.ts";
import type { Size } from "./size.ts";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const STORE = join(HERE, "..", ".data");

/** What the data depends on: the tables, and how they are filled. */
const SOURCES = [join(HERE, "..", "..", "src", "database", "migrations"), HERE];

/** A database file of one's own, and what is in it. */
export interface Copy {
  readonly file: string;
  readonly data: Data;
}

/** Copies the data into a folder; makes it first where it was never made, or was made by other sources. */
export async function copyData(size: Size, folder: string): Promise<Copy> {
  const made = await folderOf(size);
  const file = join(folder, "triptych.db");
  await copyFile(join(made, "triptych.db"), file, constants.COPYFILE_FICLONE);
  return { file, data: await readData(made) };
}

/** The data of a size, made in this folder and nowhere else. */
export async function freshData(size: Size, folder: string): Promise<Copy> {
  await makeData(folder, size);
  return { file: join(folder, "triptych.db"), data: await readData(folder) };
}

async function folderOf(size: Size): Promise<string> {
  const folder = join(STORE, await keyOf(size));
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.${pid}`;
  await mkdir(unfinished, { recursive: true });
  try {
    await makeData(unfinished, size);
    await removeOthers();
    await rename(unfinished, folder);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return folder;
}

/** The data of other sources is of no use any more; what is not finished belongs to another process. */
async function removeOthers(): Promise<void> {
  const others = (await readdir(STORE)).filter((other) => /^[0-9a-f]+$/.test(other));
  for (const other of others) await rm(join(STORE, other), { recursive: true, force: true });
}

async function keyOf(size: Size): Promise<string> {
  const hash = createHash("sha256").update(JSON.stringify(size));
  for (const folder of SOURCES) {
    for (const name of (await readdir(folder)).toSorted()) hash.update(await readFile(join(folder, name)));
  }
  return hash.digest("hex").slice(0, 16);
}

async function readData(folder: string): Promise<Data> {
  return JSON.parse(await readFile(join(folder, "data.json"), "utf8"));
}
