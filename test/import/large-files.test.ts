import t from "tap";
import { errorFieldsOf, openLibrary } from "../support/library.ts";
import { contentsOf, MIB, sendFile } from "../support/parsed-files.ts";

t.test("parseFile: returns 400 for files with too much in them", async (t) => {
  const { ann } = await openLibrary(t);
  const links = (count: number) => "http://a.b\n".repeat(count);
  const folders = (count: number, inside = "") =>
    `url,folder\n${Array.from({ length: count }, (_, index) => `http://a.b,${index}${inside}\n`).join("")}`;
  const notes = (count: number) => `url,note\n${`http://a.b,${"x".repeat(10_000)}\n`.repeat(count)}`;
  const cases: Readonly<Record<string, [content: string | Buffer, error: string]>> = {
    "too many bookmarks": [links(25_001), "file_size_limit"],
    "too many folders": [folders(15_001, "/a"), "file_size_limit"],
    "too much text": [notes(1_601), "file_size_limit"],
    "too many bookmarks at the start of a large file": [links(1_000_000), "file_size_limit"],
  };
  for (const [name, [content, error]] of Object.entries(cases)) {
    t.match(errorFieldsOf(await sendFile(ann, content)), { status: 400, error }, name);
  }
  t.equal((await contentsOf(ann, links(25_000))).items[0]?.bookmarks.length, 25_000);
  const tooLarge = await sendFile(ann, Buffer.alloc(50 * MIB + 1, "\n"));
  t.match(errorFieldsOf(tooLarge), { status: 400, error: "file_size_limit" });
  t.match(tooLarge.body, { errorMessage: "The file is larger than 50 MiB." });
  t.equal((await contentsOf(ann, folders(25_000))).items.length, 25_000);
  t.equal((await contentsOf(ann, notes(1_500))).items[0]?.bookmarks.length, 1_500);
});

t.test("parseFile: reads a file of 50 MiB while it arrives", async (t) => {
  const { ann } = await openLibrary(t);
  const icon = `data:image/png;base64,${"A".repeat(2000)}`;
  const entry = (index: number) => `<DT><A HREF="https://example.com/${index}" ICON="${icon}">Title ${index}</A>\n`;
  const text = `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n${Array.from({ length: 25_000 }, (_, index) => entry(index)).join("")}`;
  const file = text.padEnd(50 * MIB, "\n");
  t.equal(file.length, 50 * MIB);
  const { items, count } = await contentsOf(ann, file);
  t.equal(count.bookmarks, 25_000);
  t.match(items[0]?.bookmarks.at(-1), { title: "Title 24999", cover: "" });
});
