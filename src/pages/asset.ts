import { readFileSync } from "node:fs";

/** Reads a text file from `assets/`. */
export function readAsset(name: string): string {
  return readFileSync(new URL(`assets/${name}`, import.meta.url), "utf8");
}
