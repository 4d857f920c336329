import { MAX_ENTRIES } from "../../item-content.ts";
import type { FoundHighlight } from "./bookmark.ts";

// Reads cells of tables that hold several texts. src/library/export/csv.ts says how exports write them.

/** Tags that are read of a bookmark, which may repeat or be empty: more than the 100 that an item may have. */
export const MAX_TAGS = 1000;

/** Words that are read of a path. */
const MAX_WORDS = 10_000;

/** Lines that are read of highlights: more than fit into an item. */
const MAX_LINES = 40_000;

/** The titles of a path. Exports have ` / ` between them; files made for imports have a slash. */
export function pathIn(cell: string, isExport: boolean): string[] {
  if (!isExport) return cell.split("/", MAX_WORDS);
  const titles: string[][] = [[]];
  for (const word of cell.split(" ", MAX_WORDS)) {
    if (word === "/") titles.push([]);
    else titles.at(-1)?.push(/^\\+\/$/.test(word) ? word.slice(1) : word);
  }
  return titles.map((words) => words.join(" "));
}

/**
 * Tags are separated, or, in exports of Instapaper, of Readwise and some of ours, a JSON array. Without a `separator`
 * it is the first of `,`, `;` and `|` that is in the cell.
 */
export function tagsIn(cell: string, separator = [",", ";"].find((some) => cell.includes(some)) ?? "|"): string[] {
  if (!cell.trimStart().startsWith("[")) return cell.split(separator, MAX_TAGS);
  try {
    const tags: unknown = JSON.parse(cell);
    return Array.isArray(tags)
      ? tags
          .slice(0, MAX_TAGS)
          .map((tag: unknown) => (typeof tag === "object" && tag !== null && "name" in tag ? tag.name : tag))
          .filter((tag) => typeof tag !== "object")
          .map(String)
      : [];
  } catch {
    return pythonListIn(cell) ?? cell.split(separator, MAX_TAGS);
  }
}

/** A text in a list as Python prints it, with what follows it. Those with an apostrophe are in double quotes. */
const PYTHON_TEXT = /\s*(?:'([^'\\]*(?:\\.[^'\\]*)*)'|"([^"\\]*(?:\\.[^"\\]*)*)")\s*([,\]])/sy;

/** The texts of such a list, with which Readwise's exports may have their tags; undefined for another text. */
function pythonListIn(cell: string): string[] | undefined {
  const texts: string[] = [];
  PYTHON_TEXT.lastIndex = cell.indexOf("[") + 1;
  while (texts.length < MAX_TAGS) {
    const [all, single, double = "", next] = PYTHON_TEXT.exec(cell) ?? [];
    if (all === undefined) return undefined;
    texts.push((single ?? double).replace(/\\(['"\\])/g, "$1"));
    if (next === "]") return cell.slice(PYTHON_TEXT.lastIndex).trim() === "" ? texts : undefined;
  }
  return texts;
}

/** Whether a cell means yes: `true`, `yes` or `1`. */
export function isTrue(cell = ""): boolean {
  return /^\s*(?:true|yes|1)\s*$/i.test(cell);
}

type Draft = { -readonly [Field in keyof FoundHighlight]: FoundHighlight[Field] };

/** The keys at the beginning of a line, by the field that they fill. */
const KEYS = [
  ["Highlight:", "text"],
  ["Note:", "note"],
  ["Color:", "color"],
  ["Created:", "created"],
] as const;

/**
 * The highlights in a cell. A line without a key continues the value before it, without its first tab;
 * empty lines count only if such a line follows.
 */
export function highlightsIn(cell: string): FoundHighlight[] {
  const found: Draft[] = [];
  let field: keyof Draft = "text";
  let emptyLines = "";
  for (const line of cell.split("\n", MAX_LINES)) {
    const known = KEYS.find(([key]) => line.startsWith(key));
    if (known?.[1] === "text" && found.push({ text: "" }) > MAX_ENTRIES) break;
    const current = found.at(-1);
    if (current === undefined) continue;
    if (known !== undefined) {
      field = known[1];
      current[field] = line.slice(known[0].length);
      emptyLines = "";
    } else if (line === "") emptyLines += "\n";
    else {
      current[field] += `${emptyLines}\n${line.replace(/^\t/, "")}`;
      emptyLines = "";
    }
  }
  return found;
}
