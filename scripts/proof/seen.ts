import { randomUUID } from "node:crypto";
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { pid } from "node:process";
import type { Proof } from "../../src/http/response/conformance.ts";

/** A response that tests received and that matched its contract, with the number of times. */
export interface Seen extends Proof {
  readonly count: number;
}

const FOLDER = new URL("../../proof/seen/", import.meta.url);

/** Saves what this process has seen in a new file. */
export function save(seen: readonly Seen[], folder = FOLDER): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL(`${pid}-${randomUUID()}.json`, folder), JSON.stringify(seen));
}

/** Reads what all processes have seen since the last `clear`. */
export function readAll(folder = FOLDER): Seen[] {
  const files = globSync("*.json", { cwd: folder });
  return files.flatMap((name): Seen[] => JSON.parse(readFileSync(new URL(name, folder), "utf8")));
}

/** Deletes all records. */
export function clear(folder = FOLDER): void {
  rmSync(folder, { recursive: true, force: true });
}
