import { FileWriter, type GeneratedFile, inHtml, timeText, toTitle } from "./file.ts";
import type { Generated, Text } from "./library.ts";
import type { Random } from "./random.ts";

const HEAD = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Bookmarks</TITLE>
<H1>Bookmarks</H1>
<DL><p>`;

/** Attributes of 300 to 3,000 characters, as icons are. */
const ICONS = [300, 3000].map((length) => ` ICON="data:image/png;base64,${"iVBORw0KGgo/+".repeat(length / 12)}="`);

const FIELDS = { path: true, title: true, excerpt: true, tags: true, saved: true };

/** A bookmark file of a browser, with line breaks of all kinds. */
export function htmlFile(entries: readonly Generated[], random: Random): GeneratedFile {
  const writer = new FileWriter(random, { lineEnds: ["\n", "\r\n", "\r"] });
  writer.add(HEAD);
  let open: readonly Text[] = [];
  for (const entry of entries) {
    const common = open.findIndex((folder, index) => folder !== entry.path[index]);
    const depth = common < 0 ? open.length : common;
    for (let level = open.length; level > depth; level--) writer.add("</DL><p>");
    for (let level = depth; level < entry.path.length; level++) {
      writer.expectFolder(
        entry.path
          .slice(0, level + 1)
          .map(inHtml)
          .map(toTitle),
      );
      writer.add(`<DT><H3${addDate(entry, random)}>${written(entry.path[level])}</H3>`);
      writer.add("<DL><p>");
    }
    open = entry.path;
    if (entry.kind !== "folder") addLink(writer, entry, random);
  }
  for (const _folder of [...open, "root"]) writer.add("</DL><p>");
  return writer.file(random.once(2) ? "\uFEFF" : "");
}

function addLink(writer: FileWriter, entry: Generated, random: Random): void {
  writer.expect({ ...entry, description: trimmed(entry.description) }, FIELDS, inHtml);
  const { link, title, tags, description } = entry;
  const hasComma = tags.some((tag) => tag.includes(","));
  const tagList = hasComma ? ` DATA-TAGS="${escaped(JSON.stringify(tags))}"` : ` TAGS="${escaped(tags.join(","))}"`;
  const icon = random.once(5) ? random.pick(ICONS) : "";
  const fields = `${addDate(entry, random)}${icon}${tags.length === 0 ? "" : tagList}`;
  writer.add(`<DT><A HREF="${escaped(link)}"${fields}>${written(title)}</A>`);
  if (description.text !== "") writer.add(`<DD>${written(description)}`);
}

function addDate({ saved }: Generated, random: Random): string {
  if (saved === undefined) return "";
  return ` ADD_DATE="${saved === "never" ? saved : timeText(random, saved)}"`;
}

function written(text: Text | undefined): string {
  return text === undefined || text.isRaw ? (text?.text ?? "") : escaped(text.text);
}

function trimmed(description: Text): Text {
  return { ...description, text: description.text.slice(0, 10_000).trim() };
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
