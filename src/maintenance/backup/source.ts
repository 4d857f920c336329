import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import type { Readable } from "node:stream";
import type { S3Config } from "../../settings/config.ts";
import { parseName } from "./name.ts";
import { listBackups, openTarget, type Target } from "./target.ts";

/** A stored backup to read. */
export interface Source {
  /** Its path or URL. */
  readonly location: string;
  readonly open: () => Promise<Readable>;
}

/**
 * Finds a backup by the path of a file, the URL of an object, or the location of a target: then the newest
 * in it, which must be of one installation.
 */
export async function findSource(location: string, s3: S3Config): Promise<Source> {
  if (location.startsWith("s3://")) {
    const name = location.slice(location.lastIndexOf("/") + 1);
    const isTarget = parseName(name) === undefined;
    const target = await openTarget(isTarget ? location : location.slice(0, -name.length), s3);
    return isTarget ? newestIn(target) : sourceIn(target, name);
  }
  const path = resolve(location);
  const stats = await stat(path).catch(() => undefined);
  if (stats === undefined) throw new Error(`There is no backup at ${path}.`);
  if (stats.isDirectory()) return newestIn(await openTarget(path, s3));
  return { location: path, open: async () => createReadStream(path, { highWaterMark: 1024 * 1024 }) };
}

/** A backup in a target. */
export function sourceIn(target: Target, name: string): Source {
  const separator = target.location.endsWith("/") ? "" : "/";
  return { location: `${target.location}${separator}${name}`, open: () => target.read(name) };
}

async function newestIn(target: Target): Promise<Source> {
  const backups = await listBackups(target);
  const [newest] = backups;
  if (newest === undefined) throw new Error(`There is no backup in ${target.location}.`);
  if (backups.some(({ installation }) => installation !== newest.installation))
    throw new Error(`${target.location} has backups of several installations. Name the backup to use.`);
  return sourceIn(target, newest.name);
}
