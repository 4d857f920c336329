import { randomUUID } from "node:crypto";
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { pid } from "node:process";
import type { Proof } from "../../src/http/response/conformance.ts";

/** An answer that was proved, and how often. */
export interface Seen extends Proof {
  readonly count: number;
}

const FOLDER = new URL("../../proof/seen/", import.meta.url);

/** Keeps what this process has seen, in a file of its own. */
export function keep(seen: readonly Seen[], folder = FOLDER): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL(`${pid}-${randomUUID()}.json`, folder), JSON.stringify(seen));
}

/** What all processes have seen since the folder was emptied. */
export function readAll(folder = FOLDER): Seen[] {
  const files = globSync("*.json", { cwd: folder });
  return files.flatMap((name): Seen[] => JSON.parse(readFileSync(new URL(name, folder), "utf8")));
}

/** Forgets what was seen. */
export function forget(folder = FOLDER): void {
  rmSync(folder, { recursive: true, force: true });
}
