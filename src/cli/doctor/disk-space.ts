import { stat, statfs } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { type Check, ok, problem, warning } from "./check.ts";

const MIB = 1024 * 1024;

/** Free space that is needed in any case, in bytes. */
const MINIMUM = 100 * MIB;
const COMFORTABLE = 1024 * MIB;

/** The space that is left for an SQLite database. That of a PostgreSQL server can't be seen from here. */
export const diskSpace: Check = {
  name: "disk space",
  async run({ config }) {
    const { engineFor } = await import("../../database/engine.ts");
    const file = engineFor(config.databaseUrl).fileOf(config.databaseUrl);
    if (file === undefined) return [];
    const free = await freeBytes(dirname(resolve(file)));
    const size = await sizeOf(file);
    const text = `${toMib(free)} MiB are free for the database of ${toMib(size)} MiB.`;
    const advice = "Make room: writes fail with 503 when the disk is full.";
    if (free < MINIMUM) return [problem(text, advice)];
    if (free < COMFORTABLE) return [warning(text, advice)];
    if (free < size) return [warning(text, "Make room: an upgrade copies the database before it migrates it.")];
    return [ok(text)];
  },
};

/** Of the folder, or of the nearest one above it that exists. */
async function freeBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch (error) {
    if (dirname(folder) === folder) throw error;
    return freeBytes(dirname(folder));
  }
}

async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch {
    return 0;
  }
}

function toMib(bytes: number): string {
  return Math.floor(bytes / MIB).toString();
}
