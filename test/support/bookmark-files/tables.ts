import { FileWriter, type GeneratedFile, timeText } from "./file.ts";
import type { Generated } from "./library.ts";
import type { Random } from "./random.ts";

/** How a program writes a table. */
interface Dialect {
  readonly delimiter: string;
  readonly start?: string;
  /** The names of the columns, and what they hold. */
  readonly columns: Readonly<Record<string, (entry: Generated, random: Random) => string>>;
  readonly hasFolders: boolean;
  readonly hasExcerpts: boolean;
}

const none = () => "";
const title = ({ title }: Generated) => title.text;
const link = ({ link }: Generated) => link;
const excerpt = ({ description }: Generated) => description.text;
const tagList = ({ tags }: Generated) => (tags.length === 0 ? "" : JSON.stringify(tags));

function folder(separator: string) {
  return ({ path }: Generated) => path.map(({ text }) => text).join(separator);
}

function saved({ saved }: Generated, random: Random): string {
  return typeof saved === "number" ? timeText(random, saved) : (saved ?? "");
}

/** Tables of services, and of people. */
export const DIALECTS = {
  raindrop: {
    delimiter: ",",
    columns: {
      ...{ id: none, title, note: none, excerpt, url: link, folder: folder(" / ") },
      tags: (entry) => (entry.tags.some((tag) => tag.includes(",")) ? tagList(entry) : entry.tags.join(", ")),
      ...{ created: saved, cover: none, highlights: none, favorite: () => "false" },
    },
    hasFolders: true,
    hasExcerpts: true,
  },
  pocket: {
    delimiter: ",",
    columns: { title, url: link, time_added: saved, tags: ({ tags }) => tags.join("|"), status: () => "unread" },
    hasFolders: false,
    hasExcerpts: false,
  },
  instapaper: {
    delimiter: ",",
    columns: { URL: link, Title: title, Selection: excerpt, Folder: folder("/"), Timestamp: saved, Tags: tagList },
    hasFolders: true,
    hasExcerpts: true,
  },
  semicolon: {
    delimiter: ";",
    start: "\uFEFF",
    columns: { Name: title, Labels: tagList, "Add Date": saved, Collection: folder("/"), Address: link },
    hasFolders: true,
    hasExcerpts: false,
  },
  tab: {
    delimiter: "\t",
    columns: { link, title, "created at": saved, description: excerpt, tags: tagList },
    hasFolders: false,
    hasExcerpts: true,
  },
} as const satisfies Readonly<Record<string, Dialect>>;

/** A table as RFC 4180 says, with line breaks of all kinds and blank lines. */
export function tableFile(name: keyof typeof DIALECTS, entries: readonly Generated[], random: Random): GeneratedFile {
  const { columns, delimiter, hasFolders, hasExcerpts, start = "" }: Dialect = DIALECTS[name];
  const writer = new FileWriter(random, { lineEnds: ["\n", "\r\n", "\r"] });
  const fields = { path: hasFolders, title: true, excerpt: hasExcerpts, tags: true, saved: true };
  writer.add(Object.keys(columns).join(delimiter));
  for (const entry of entries) {
    if (entry.kind === "folder") continue;
    if (random.once(50)) writer.add(random.pick(["", "  ", delimiter.repeat(Object.keys(columns).length - 1)]));
    const quotes = random.once(4);
    writer.expect(entry, fields);
    const cells = Object.values(columns).map((toCell) => quoted(toCell(entry, random), delimiter, quotes));
    writer.add(cells.join(delimiter));
  }
  return writer.file(start);
}

function quoted(cell: string, delimiter: string, always: boolean): string {
  const isPlain = !always && !/["\r\n]|^ | $/.test(cell) && !cell.includes(delimiter);
  return isPlain ? cell : `"${cell.replaceAll('"', '""')}"`;
}
