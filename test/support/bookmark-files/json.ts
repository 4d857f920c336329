import { FileWriter, type GeneratedFile, timeText } from "./file.ts";
import type { Generated, Text } from "./library.ts";
import type { Random } from "./random.ts";

/** Milliseconds from 1601 to 1970. */
const FROM_1601 = 11_644_473_600_000;

interface Branch {
  readonly title: string;
  readonly entries: (Branch | Generated)[];
}

/** The tree of folders of entries. */
function treeOf(entries: readonly Generated[]): Branch {
  const root: Branch = { title: "", entries: [] };
  let open: { readonly folder: Text; readonly branch: Branch }[] = [];
  for (const entry of entries) {
    const common = open.findIndex(({ folder }, index) => folder !== entry.path[index]);
    open = common < 0 ? open : open.slice(0, common);
    for (const folder of entry.path.slice(open.length)) {
      const branch: Branch = { title: folder.text, entries: [] };
      (open.at(-1)?.branch ?? root).entries.push(branch);
      open.push({ folder, branch });
    }
    if (entry.kind !== "folder") (open.at(-1)?.branch ?? root).entries.push(entry);
  }
  return root;
}

function isBranch(entry: Branch | Generated): entry is Branch {
  return "entries" in entry;
}

type Json = Readonly<Record<string, unknown>>;

function children(
  { entries }: Branch,
  toFolder: (title: string, children: Json[]) => Json,
  toEntry: (entry: Generated) => Json,
): Json[] {
  return entries.map((entry) =>
    isBranch(entry) ? toFolder(entry.title, children(entry, toFolder, toEntry)) : toEntry(entry),
  );
}

/** Writes a value as JSON, and expects the entries. */
function write(
  value: unknown,
  entries: readonly Generated[],
  fields: Parameters<FileWriter["expect"]>[1],
  random: Random,
) {
  const writer = new FileWriter(random, { lineEnds: ["\n"] });
  for (const entry of entries) writer.expect(entry, fields);
  writer.add(JSON.stringify(value, null, random.pick([0, 1])));
  const file = writer.file();
  // JSON has no lines.
  return { ...file, skipped: file.skipped.map((entry) => entry.replace(/^\d+: /, "undefined: ")) };
}

/** Firefox's backup. */
export function firefoxFile(entries: readonly Generated[], random: Random): GeneratedFile {
  const container = (title: string, children: Json[], root?: string): Json => ({
    ...{ title, typeCode: 2, type: "text/x-moz-place-container", ...(root !== undefined && { root }), children },
  });
  const place = ({ title, link, tags, saved }: Generated): Json => ({
    ...{ title: title.text, typeCode: 1, type: "text/x-moz-place", uri: link },
    ...(tags.length > 0 && { tags: tags.join(",") }),
    ...(saved !== undefined && { dateAdded: saved === "never" ? saved : saved * 1000 }),
  });
  const simple = entries.map((entry) => ({ ...entry, tags: entry.tags.filter((tag) => !tag.includes(",")) }));
  const menu = container("menu", children(treeOf(simple), container, place), "bookmarksMenuFolder");
  const fields = { path: true, title: true, excerpt: false, tags: true, saved: true };
  return write(container("", [menu], "placesRoot"), simple, fields, random);
}

/** Chrome's file `Bookmarks`. */
export function chromeFile(entries: readonly Generated[], random: Random): GeneratedFile {
  const folder = (name: string, children: Json[]): Json => ({ children, name, type: "folder", date_added: "0" });
  const url = ({ title, link, saved }: Generated): Json => ({
    ...{ name: title.text, type: "url", url: link },
    date_added: typeof saved === "number" ? `${saved + FROM_1601}000` : "0",
  });
  const bar = { text: "Bookmarks bar", isRaw: false };
  const inBar = entries.map((entry) => ({
    ...{ ...entry, path: [bar, ...entry.path] },
    saved: entry.saved === "never" ? undefined : entry.saved,
  }));
  const roots = { bookmark_bar: folder(bar.text, children(treeOf(entries), folder, url)) };
  const fields = { path: true, title: true, excerpt: false, tags: false, saved: true };
  return write({ checksum: "", roots, version: 1 }, inBar, fields, random);
}

/** Pinboard's export. */
export function pinboardFile(entries: readonly Generated[], random: Random): GeneratedFile {
  const simple = entries
    .filter(({ kind }) => kind !== "folder")
    .map((entry) => ({ ...entry, tags: entry.tags.filter((tag) => !tag.includes(" ")) }));
  const posts = simple.map(({ link, title, description, tags, saved }) => ({
    ...{ href: link, description: title.text, extended: description.text, tags: tags.join(" ") },
    ...{ shared: "no", toread: "no", time: typeof saved === "number" ? timeText(random, saved) : (saved ?? "") },
  }));
  const fields = { path: false, title: true, excerpt: true, tags: true, saved: true };
  return write(posts, simple, fields, random);
}
