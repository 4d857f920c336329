import { randomUUID } from "node:crypto";
import { globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
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

const FOLDER = new URL("../../proof/", import.meta.url);

/** Saves the parts that this process proved, in a new file. */
export function save(seen: readonly SeenPart[], folder = FOLDER): void {
  mkdirSync(folder, { recursive: true });
  const file = new URL(`${pid}-${randomUUID()}`, folder);
  writeFileSync(file, JSON.stringify(seen));
  // Another process may read all records at any time.
  renameSync(file, new URL(`${file}.json`));
}

/** Reads the parts that all processes saved since the last `clear`. */
export function readAll(folder = FOLDER): SeenPart[] {
  const files = globSync("*.json", { cwd: folder });
  return files.flatMap((name): SeenPart[] => JSON.parse(readFileSync(new URL(name, folder), "utf8")));
}

/** Deletes all records. */
export function clear(folder = FOLDER): void {
  rmSync(folder, { recursive: true, force: true });
}
