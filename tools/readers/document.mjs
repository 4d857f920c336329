import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { argv } from "node:process";

/** The document that the command line names. */
export const text = readFileSync(argv[2], "utf8");

/** Fails unless there is a request for each operation, and the base URL is absolute. */
export function checkImport(requests, baseUrl) {
  const operations = Object.values(JSON.parse(text).paths).flatMap((path) => Object.keys(path));
  assert.equal(requests, operations.length, "a request for each operation");
  assert.match(baseUrl, /^http:\/\/[^/]+\/\w/, "an absolute base URL");
}
