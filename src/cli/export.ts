import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { extname } from "node:path";
import { stdout } from "node:process";
import { pipeline } from "node:stream/promises";
import type { Context } from "../context/context.ts";
import type { SearchOrder } from "../library/items/matching.ts";
import { EMAIL_OPTION, withAccount } from "./shared/account-context.ts";
import { defineCommand, UsageError } from "./shared/command.ts";
import { print } from "./shared/output.ts";
import { openProgress } from "./shared/progress.ts";

const FORMATS = ["html", "csv", "txt", "zip"] as const;

type Format = (typeof FORMATS)[number];

const ORDERS = [
  "-created",
  "created",
  "title",
  "-title",
  "domain",
  "-domain",
  "lastUpdate",
  "-lastUpdate",
  "sort",
  "-sort",
  "score",
] as const satisfies readonly SearchOrder[];

/** Ids that one command may name: as many as a request may. */
const MAX_IDS = 1000;

interface Selection {
  readonly format: Format;
  readonly order: SearchOrder;
  readonly collection: number | undefined;
  readonly nested: boolean;
  readonly search: string;
  readonly ids: readonly number[] | undefined;
}

export const exportFile = defineCommand({
  description: `Exports everything outside the Trash: as HTML that "import" and browsers read, as a CSV table, as a list of links, or
as a ZIP with the most complete file for "import", HTML, CSV and the uploaded files.`,
  args: {
    file: {
      description: "the new file, which must not exist; without it, standard output",
      optional: true,
      isFile: true,
    },
  },
  options: {
    email: EMAIL_OPTION,
    format: {
      type: "string",
      value: "<format>",
      choices: FORMATS,
      description: "format (default: by the file name, else html)",
    },
    collection: {
      type: "integer",
      value: "<id>",
      min: -99,
      description: "only this collection and those inside it; -1 is Unsorted, -99 the Trash",
    },
    nested: {
      type: "string",
      value: "<true|false>",
      choices: ["true", "false"],
      description: "whether --collection includes the collections inside it (default: true)",
    },
    ids: {
      type: "string",
      value: "<ids>",
      description: `only bookmarks with these ids: at most ${MAX_IDS}, with commas`,
    },
    search: { type: "string", value: "<query>", description: "only bookmarks that match this search" },
    sort: {
      type: "string",
      value: "<order>",
      choices: ORDERS,
      description: `order, as in the API (default: -created, newest first): ${ORDERS.join(", ")}`,
    },
  },
  examples: [
    "export bookmarks.zip --email ada@example.com",
    "export --email ada@example.com --format csv | gzip > a.gz",
    "export links.txt --email ada@example.com --search type:article --sort title",
    "export few.csv --email ada@example.com --collection 7 --nested false",
  ],
  async run({ args: { file }, options: { email, collection, search = "", sort: order = "-created", ...options } }) {
    const format = options.format ?? formatOf(file) ?? "html";
    const nested = options.nested !== "false";
    const ids = options.ids === undefined ? undefined : idsIn(options.ids);
    await withAccount(email, async (context, { id }) => {
      const content = await start(context, id, { format, order, collection, nested, search, ids });
      if (file === undefined) await pipeline(content, stdout, { end: false });
      else await write(file, content);
    });
  },
});

/** Throws `UsageError` for what is no list of ids. */
function idsIn(text: string): number[] {
  const ids = text.split(",").map((id) => (/^\s*[1-9]\d*\s*$/.test(id) ? Number(id) : Number.NaN));
  if (ids.length > MAX_IDS || !ids.every(Number.isSafeInteger))
    throw new UsageError(`--ids must be at most ${MAX_IDS} positive integers, separated by commas.`);
  return ids;
}

function formatOf(file: string | undefined): Format | undefined {
  return FORMATS.find((format) => file !== undefined && extname(file).toLowerCase() === `.${format}`);
}

async function start(
  { database, clock }: Context,
  accountId: number,
  { format, order, collection, nested, search, ids }: Selection,
): Promise<AsyncIterable<string | Buffer>> {
  const [exports, placement] = await Promise.all([
    import("../library/export/exports.ts"),
    import("../library/placement.ts"),
  ]);
  const place = { placeId: collection ?? placement.EVERYTHING, nested: nested && collection !== undefined };
  const options = { order, search, ids };
  return format === "zip"
    ? exports.startArchive(database, clock, accountId, place, options)
    : exports.start(database, accountId, place, { ...options, format });
}

/** Writes a new file that only its owner can read. Removes it if that fails. */
async function write(file: string, content: AsyncIterable<string | Buffer>): Promise<void> {
  const target = createWriteStream(file, { flags: "wx", mode: 0o600 });
  using progress = openProgress("bytes");
  target.on("drain", () => progress.update(target.bytesWritten));
  try {
    await pipeline(content, target);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) await rm(file, { force: true });
    throw error;
  }
  print(`Exported to ${file}.`);
}
