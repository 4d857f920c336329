import { randomUUID } from "node:crypto";
import { globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pid } from "node:process";
import type { Part } from "./parts.ts";

/** A proved part of an operation, and how often tests proved it. */
export interface SeenPart extends Part {
  /** The name of the contract. */
  readonly contract: string;
  /** The operationId, or `outside` for requests that match no operation. */
  readonly operation: string;
  readonly count: number;
}

/** Saves the parts that this process proved, in a new file of a folder. */
export function save(folder: string, seen: readonly SeenPart[]): void {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${pid}-${randomUUID()}`);
  writeFileSync(file, JSON.stringify(seen));
  // Another process may read all records at any time.
  renameSync(file, `${file}.json`);
}

/** Reads the parts that all processes saved since the last `clear`. */
export function readAll(folder: string): SeenPart[] {
  const files = globSync("*.json", { cwd: folder });
  return files.flatMap((name): SeenPart[] => JSON.parse(readFileSync(join(folder, name), "utf8")));
}

/** Deletes all records, and no other file of the folder. */
export function clear(folder: string): void {
  for (const name of globSync("*-*-*-*-*-*", { cwd: folder }).filter((name) => RECORD.test(name)))
    rmSync(join(folder, name), { force: true });
}

/** The name of a file that `save` has written or is writing. */
const RECORD = /^\d+-[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}(\.json)?$/;
