/** What Chromium imports of a bookmark file. */
export interface ChromiumEntry {
  /** The titles of the folders around it. */
  readonly path: readonly string[];
  readonly title: string;
  /** Undefined for an empty folder. */
  readonly link?: string;
  /** In seconds since 1970. */
  readonly added?: number;
}

const REFERENCES: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&amp;": "&",
  "&quot;": '"',
  "&#39;": "'",
};

/**
 * Reads a bookmark file by the rules of Chromium (`content_bookmark_parser_utils.cc`), as far as exports can meet them:
 * line by line, and with few character references.
 */
export function readLikeChromium(file: string): ChromiumEntry[] {
  const found: ChromiumEntry[] = [];
  const path: string[] = [];
  let next: string | undefined;
  let isEmpty = true;
  for (const line of file.split("\n").map((text) => text.replace(/^[\t\v\f\r ]+|[\t\v\f\r ]+$/g, ""))) {
    const text = line.replace(/^<DT>/i, "");
    const [folder, link] = [elementIn(text, "<H3", "</H3>"), elementIn(text, "<A", "</A>")];
    const href = link && attributeIn(link.attributes, "HREF");
    if (folder !== undefined) next = folder.text;
    else if (link !== undefined && href !== undefined) {
      isEmpty = false;
      const added = Number(attributeIn(link.attributes, "ADD_DATE"));
      found.push({ path: [...path], title: link.text, link: decode(href).trim(), added });
    } else if (/^<DL>/i.test(line)) {
      if (next !== undefined) path.push(next);
      next = undefined;
      isEmpty = true;
    } else if (/^<\/DL>/i.test(line)) {
      const title = path.pop();
      if (title === undefined) break;
      if (isEmpty) found.push({ path: [...path], title });
      isEmpty = false;
    }
  }
  return found;
}

/** The element at the beginning of a line: its text is what comes after the last `>` before the end tag. */
function elementIn(line: string, start: string, endTag: string) {
  if (!line.startsWith(start)) return undefined;
  const end = line.indexOf(endTag);
  const textStart = line.lastIndexOf(">", end) + 1;
  if (end === -1 || textStart < start.length) return undefined;
  return { attributes: line.slice(start.length, textStart - 1), text: decode(line.slice(textStart, end)) };
}

/** A value ends with the first quote that has no backslash in front. */
function attributeIn(attributes: string, name: string): string | undefined {
  return new RegExp(`${name}="((?:"(?<=\\\\")|[^"])*)"`).exec(attributes)?.[1];
}

function decode(text: string): string {
  return text.replace(/&(?:lt|gt|amp|quot|#39);/g, (reference) => REFERENCES[reference] ?? reference);
}
