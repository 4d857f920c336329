import { isDeepStrictEqual } from "node:util";
import t from "tap";
import { type Entry, isBookmark, readEntries } from "../../src/library/import/reader.ts";
import { CONSTRUCTS, OTHERS, STRUCTURE } from "../support/html-constructs.ts";

/** A file with a text in one place. */
const FILES: Readonly<Record<string, (text: string) => string>> = {
  title: (text) => file({ title: text }),
  description: (text) => file({ description: text }),
  folder: (text) => file({ folder: text }),
  "description of a folder": (text) => file({ about: text }),
  "double-quoted attribute": (text) => file({ attribute: `ICON="${text}"` }),
  "single-quoted attribute": (text) => file({ attribute: `ICON='${text}'` }),
  tags: (text) => file({ attribute: `TAGS="${text}"` }),
  note: (text) => file({ note: text }),
  highlight: (text) => file({ highlight: text }),
};

interface Texts {
  readonly title?: string;
  readonly description?: string;
  readonly folder?: string;
  readonly about?: string;
  readonly attribute?: string;
  readonly note?: string;
  readonly highlight?: string;
}

const LINKS = ["first", "before", "here", "after", "inside", "last"].map((name) => `https://${name}.example/`);

function file({ title = "x", description = "x", folder = "x", about = "x", attribute = "", ...marked }: Texts): string {
  const [first, before, here, after, inside, last] = LINKS;
  const { note = "x", highlight = "x" } = marked;
  return `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Bookmarks</TITLE>
<H1>Bookmarks</H1>
<DL><p>
<DT><A HREF="${first}" ADD_DATE="1700000000">First</A>
<DT><H3 ADD_DATE="1700000000">Outer</H3>
<DL><p>
<DT><A HREF="${before}" ADD_DATE="1700000000">Before</A>
<DT><A HREF="${here}" ${attribute} ADD_DATE="1700000000">${title}</A>
<DD>${description}
<DD DATA-NOTE="true">${note}
<DD DATA-HIGHLIGHT="red">${highlight}
<DT><A HREF="${after}" ADD_DATE="1700000000">After</A>
<DD>Description
<DT><H3 ADD_DATE="1700000000">${folder}</H3>
<DD>${about}
<DL><p>
<DT><A HREF="${inside}" TAGS="a,b">Inside</A>
</DL><p>
</DL><p>
<DT><A HREF="${last}">Last</A>
</DL><p>
`;
}

async function read(text: string, partLength = text.length): Promise<Entry[]> {
  const bytes = Buffer.from(text);
  async function* parts() {
    for (let start = 0; start < bytes.length; start += partLength) yield bytes.subarray(start, start + partLength);
  }
  const entries: Entry[] = [];
  for await (const entry of readEntries(parts(), { maxCount: 100, now: Date.UTC(2026, 0) })) entries.push(entry);
  return entries;
}

/** What must not depend on a text: everything of the other bookmarks, and where this one and its folder are. */
function rest(entries: readonly Entry[]) {
  return entries.filter(isBookmark).map((bookmark) => {
    const { link, path } = bookmark;
    if (link === LINKS[2]) return { link, path };
    return link === LINKS[4] ? { ...bookmark, path: path.length } : bookmark;
  });
}

for (const [position, toFile] of Object.entries(FILES)) {
  t.test(`bookmarks stay whole, whatever stands in a text: ${position}`, async (t) => {
    const expected = rest(await read(toFile("x")));
    t.same(
      expected.map(({ link }) => link),
      LINKS,
    );
    const harmful: string[] = [];
    for (const construct of [...CONSTRUCTS, ...OTHERS, ...STRUCTURE]) {
      const inside = [`before ${construct} after`, `${construct} after`, `${construct} two ${construct} times`];
      const atEnd = [construct, `before ${construct}`];
      for (const text of STRUCTURE.includes(construct) ? inside : [...inside, ...atEnd])
        if (!isDeepStrictEqual(rest(await read(toFile(text))), expected)) harmful.push(text);
    }
    t.same(harmful, []);
  });
}

t.test("a title, a description and a folder keep what stands in them", async (t) => {
  const hostile = "An </dl> and <script> & <!-- <b";
  const entries = await read(file({ title: hostile, description: hostile, folder: hostile }));
  const here = entries.filter(isBookmark).find(({ link }) => link === LINKS[2]);
  t.match(here, { title: hostile, excerpt: hostile, note: "x", highlights: [{ text: "x" }] });
  t.same(entries.find(({ path }) => path.length === 2)?.path, ["Outer", hostile]);
});

t.test("a file is read alike in parts of any length", async (t) => {
  const text = file({
    title: "a &amp; b &copy; </dl> <script>",
    description: "one<br>two &lt;three <dl> <a href='x'>four</a> <!-- é 😀",
    attribute: `ICON="${"x".repeat(300)}" TAGS='a &amp; b,c>d'`,
  });
  const whole = await read(text);
  for (const length of [1, 2, 3, 5, 7, 13, 64, 1000]) t.strictSame(await read(text, length), whole, String(length));
});
