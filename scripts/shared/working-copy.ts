import { cpSync } from "node:fs";
import { mkdtemp, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { ROOT } from "../../harness/server-process.ts";

/** Names of files and folders that are not copied, at any depth; the copy has a link to `node_modules`. */
const EXCLUDED = ["node_modules", ".git", ".tap", "coverage", "data", ".data"];

/** Copies the working tree to a new temporary folder, with uncommitted changes. Returns the path of the copy. */
export async function createWorkingCopy(prefix: string): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), prefix));
  // In half the processor time of the asynchronous function.
  cpSync(ROOT, copy, { recursive: true, filter: (path) => !EXCLUDED.includes(basename(path)) });
  await symlink(join(ROOT, "node_modules"), join(copy, "node_modules"));
  return copy;
}
