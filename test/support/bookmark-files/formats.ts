import type { GeneratedFile } from "./file.ts";
import { htmlFile } from "./html.ts";
import { chromeFile, firefoxFile, pinboardFile } from "./json.ts";
import { type Generated, generate } from "./library.ts";
import { listFile } from "./lists.ts";
import { Random } from "./random.ts";
import { type DIALECTS, tableFile } from "./tables.ts";

interface Wanted {
  readonly seed: number;
  readonly count: number;
}

type Write = (entries: readonly Generated[], random: Random) => GeneratedFile;

function generator(write: Write, traits: { readonly hasHostileFolders: boolean; readonly hasWhiteSpace: boolean }) {
  return ({ seed, count }: Wanted) => write(generate({ seed, count, ...traits }), new Random(seed + 1));
}

const MARKUP = { hasHostileFolders: true, hasWhiteSpace: true };
/** A slash in a title would be a folder. */
const CELLS = { hasHostileFolders: false, hasWhiteSpace: true };
const LINES = { hasHostileFolders: false, hasWhiteSpace: false };

/** Generators of files, each with what an import of it must find. */
export const GENERATED: Readonly<Record<string, (wanted: Wanted) => GeneratedFile>> = {
  html: generator(htmlFile, MARKUP),
  ...Object.fromEntries(
    (["raindrop", "pocket", "instapaper", "semicolon", "tab"] satisfies (keyof typeof DIALECTS)[]).map((name) => [
      `csv, ${name}`,
      generator((entries, random) => tableFile(name, entries, random), CELLS),
    ]),
  ),
  "json, Firefox": generator(firefoxFile, MARKUP),
  "json, Chrome": generator(chromeFile, MARKUP),
  "json, Pinboard": generator(pinboardFile, MARKUP),
  txt: generator((entries, random) => listFile(entries, random, { hasTitles: false }), LINES),
  "txt, OneTab": generator((entries, random) => listFile(entries, random, { hasTitles: true }), LINES),
};
