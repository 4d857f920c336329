import { constants } from "node:fs";
import { access, stat, statfs } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { getuid } from "node:process";
import { type Check, type Finding, ok, problem, warning } from "./check.ts";

/** Permission bits of users other than the owner. */
const OTHERS = 0o077;
const OTHERS_WRITE = 0o022;
const STICKY = 0o1000;

/** Who may read and write an SQLite database and its folder. */
export const files: Check = {
  name: "permissions",
  async run({ config }) {
    const { engineFor } = await import("../../database/engine.ts");
    const file = engineFor(config.databaseUrl).fileOf(config.databaseUrl);
    if (file === undefined) return [];
    const folder = await existingFolder(dirname(resolve(file)));
    const findings = [await checkFolder(folder)];
    for (const path of [file, `${file}-wal`, `${file}-shm`]) findings.push(await checkFile(path));
    const found = findings.filter((finding) => finding !== undefined);
    return found.length > 0 ? found : [ok(`Only this user can change ${folder} and read the database.`)];
  },
};

/** The folder, or the nearest one above it that exists: the server creates those below. */
async function existingFolder(folder: string): Promise<string> {
  try {
    await stat(folder);
    return folder;
  } catch {
    return dirname(folder) === folder ? folder : existingFolder(dirname(folder));
  }
}

async function checkFolder(folder: string): Promise<Finding | undefined> {
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return problem(`This user can't write to ${folder}.`, `Run as its owner, or: chown ${user()} ${folder}`);
  }
  const { mode } = await stat(folder);
  // With the sticky bit, as /tmp has it, others can't replace files.
  if ((mode & OTHERS_WRITE) === 0 || (mode & STICKY) !== 0) return undefined;
  return warning(`Other users can replace files in ${folder}.`, `chmod go-w ${folder}`);
}

async function checkFile(path: string): Promise<Finding | undefined> {
  let mode: number;
  try {
    ({ mode } = await stat(path));
  } catch {
    return undefined;
  }
  try {
    await access(path, constants.R_OK | constants.W_OK);
  } catch {
    return problem(`This user can't read and write ${path}.`, `Run as its owner, or: chown ${user()} ${path}`);
  }
  return (mode & OTHERS) === 0
    ? undefined
    : warning(`Other users have access to ${path}, which holds personal data.`, `chmod 600 ${path}`);
}

function user(): string {
  return String(getuid?.() ?? "<user>");
}

const MIB = 1024 * 1024;

/** Free space that is needed in any case, in bytes. */
const MIN_FREE = 100 * MIB;
const COMFORTABLE_FREE = 1024 * MIB;

/** The space that is left for an SQLite database. That of a PostgreSQL server can't be seen from here. */
export const diskSpace: Check = {
  name: "disk space",
  async run({ config }) {
    const { engineFor } = await import("../../database/engine.ts");
    const file = engineFor(config.databaseUrl).fileOf(config.databaseUrl);
    if (file === undefined) return [];
    const free = await freeBytes(await existingFolder(dirname(resolve(file))));
    const size = await sizeOf(file);
    const text = `${toMib(free)} MiB are free for the database of ${toMib(size)} MiB.`;
    const advice = "Make room: writes fail with 503 when the disk is full.";
    if (free < MIN_FREE) return [problem(text, advice)];
    if (free < COMFORTABLE_FREE) return [warning(text, advice)];
    if (free < size) return [warning(text, "Make room: an upgrade copies the database before it migrates it.")];
    return [ok(text)];
  },
};

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
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
