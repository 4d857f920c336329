import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { ToolFailure } from "../failure.ts";

/** The version that prints types: openapi-typescript needs the compiler as a library, which TypeScript 7 is not. */
const MAJOR = 5;

const INSTALL = `npm install --save-dev typescript@${MAJOR}`;

/** Throws a `ToolFailure` unless a module at `file` would import a version of TypeScript that can print types. */
export function assertTypeScript(file: string): void {
  const version = versionFor(file);
  if (version === undefined) throw new ToolFailure(`The package typescript is missing: ${INSTALL}`);
  if (Number.parseInt(version, 10) === MAJOR) return;
  throw new ToolFailure(`TypeScript ${version} is installed; contract generate needs version ${MAJOR}: ${INSTALL}`);
}

function versionFor(file: string): string | undefined {
  let path: string;
  try {
    path = createRequire(file).resolve("typescript/package.json");
  } catch {
    return undefined;
  }
  const { version }: { version: string } = JSON.parse(readFileSync(path, "utf8"));
  return version;
}
