import { FileWriter, type GeneratedFile } from "./file.ts";
import type { Generated } from "./library.ts";
import type { Random } from "./random.ts";

/** A list of links, as OneTab exports them if `hasTitles`, with line breaks of all kinds and blank lines. */
export function listFile(
  entries: readonly Generated[],
  random: Random,
  { hasTitles }: { readonly hasTitles: boolean },
): GeneratedFile {
  const writer = new FileWriter(random, { lineEnds: ["\n", "\r\n", "\r"] });
  const fields = { path: false, title: hasTitles, excerpt: false, tags: false, saved: false };
  for (const entry of entries) {
    if (entry.kind === "folder") continue;
    if (random.once(30)) writer.add(random.pick(["", "  "]));
    writer.expect(entry, fields);
    writer.add(hasTitles && entry.kind === "bookmark" ? `${entry.link} | ${entry.title.text}` : entry.link);
  }
  return writer.file(random.once(2) ? "\uFEFF" : "");
}
