import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Test } from "tap";
import { ROOT } from "../../harness/server-process.ts";

/** What a server needs to start, without node_modules. */
const SERVER = ["package.json", "src", "generated", "docs/quickstart.md", "docs/errors.md", "packages/contract/src"];

/** Copies the server to a folder that is deleted when the test ends. `more`: other files and folders. */
export async function copyServer(t: Test, more: readonly string[] = []): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "triptych-copy-"));
  t.teardown(() => rm(folder, { recursive: true }));
  for (const path of [...SERVER, ...more]) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await cp(join(ROOT, path), join(folder, path), { recursive: true });
  }
  await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
  return folder;
}

/** Replaces the first occurrence of a text in a file. Throws if there is none. */
export async function replaceIn(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(file, "utf8");
  if (!text.includes(from)) throw new Error(`${file} has no ${from}.`);
  await writeFile(
    file,
    text.replace(from, () => to),
  );
}
