import { readFileSync } from "node:fs";

/** The text of a file in `assets`. */
export function readAsset(name: string): string {
  return readFileSync(new URL(`assets/${name}`, import.meta.url), "utf8");
}
