import { randomUUID } from "node:crypto";
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { pid } from "node:process";
import type { Proof } from "../../src/http/response/conformance.ts";

/** A response that matched its contract, and how often tests received it. */
export interface SeenResponse extends Proof {
  readonly count: number;
}

const FOLDER = new URL("../../proof/seen/", import.meta.url);

/** Saves the responses that this process received, in a new file. */
export function save(seen: readonly SeenResponse[], folder = FOLDER): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL(`${pid}-${randomUUID()}.json`, folder), JSON.stringify(seen));
}

/** Reads the responses that all processes saved since the last `clear`. */
export function readAll(folder = FOLDER): SeenResponse[] {
  const files = globSync("*.json", { cwd: folder });
  return files.flatMap((name): SeenResponse[] => JSON.parse(readFileSync(new URL(name, folder), "utf8")));
}

/** Deletes all records. */
export function clear(folder = FOLDER): void {
  rmSync(folder, { recursive: true, force: true });
}
