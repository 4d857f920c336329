import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Files } from "./documents.ts";

/** Writes generated files below a folder. */
export async function writeFiles(folder: string, files: Files): Promise<void> {
  for (const [path, text] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

/** The paths of the generated files below a folder that are missing there or have another text. */
export async function staleFiles(folder: string, files: Files): Promise<string[]> {
  const isStale = await Promise.all(
    files.map(async ([path, text]) => (await readFile(join(folder, path), "utf8").catch(() => undefined)) !== text),
  );
  return files.filter((_file, index) => isStale[index]).map(([path]) => path);
}
