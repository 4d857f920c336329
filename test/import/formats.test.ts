import { readFileSync } from "node:fs";
import t from "tap";
import { Failure } from "#contract/failure";
import type { Bookmark, Found } from "../../src/library/import/bookmark/bookmark.ts";
import { readJson } from "../../src/library/import/json/json.ts";
import { readBookmarks, type Skipped } from "../../src/library/import/reader.ts";
import { FORMATS } from "./format-cases.ts";

function fileOf(name: string): Buffer {
  return readFileSync(new URL(`formats/${name}`, import.meta.url));
}

async function read(content: string | Buffer) {
  const bookmarks: Bookmark[] = [];
  const skipped: Skipped[] = [];
  for await (const bookmark of readBookmarks(Buffer.from(content), 1000, (entry) => skipped.push(entry)))
    bookmarks.push(bookmark);
  return { bookmarks, skipped };
}

/** The reason with which a file is rejected. */
async function reasonOf(content: string): Promise<Failure["reason"]> {
  const error: unknown = await read(content).catch((error) => error);
  return error instanceof Failure ? error.reason : undefined;
}

async function foldersOf(name: string): Promise<Found[]> {
  const found: Found[] = [];
  const text = fileOf(name).toString();
  for await (const one of readJson(chunksOf(text), 1000)) if (one.kind === "folder") found.push(one);
  return found;
}

async function* chunksOf(text: string): AsyncIterable<string> {
  for (let start = 0; start < text.length; start += 7) yield text.slice(start, start + 7);
}

for (const [file, { bookmarks, skipped = [] }] of Object.entries(FORMATS)) {
  t.test(`readBookmarks: ${file}`, async (t) => {
    const found = await read(fileOf(file));
    t.equal(found.bookmarks.length, bookmarks.length);
    t.match(found.bookmarks, bookmarks);
    t.strictSame(
      found.skipped.map(({ reason }) => reason),
      skipped,
    );
  });
}

t.test("readJson: reports folders in which there is nothing", async (t) => {
  t.strictSame(await foldersOf("firefox.json"), [{ kind: "folder", path: ["Empty"] }]);
  t.strictSame(await foldersOf("chrome.json"), [
    { kind: "folder", path: ["Bookmarks bar", "Work", "Empty"] },
    { kind: "folder", path: ["Mobile bookmarks"] },
  ]);
  t.strictSame(await foldersOf("linkwarden.json"), [{ kind: "folder", path: ["Parent", "Void"] }]);
});

t.test("readBookmarks: JSON is read as far as it is valid", async (t) => {
  const entry = '{"href":"https://a.example/","description":"A"}';
  for (const rest of ['{"href":"https://b', "nonsense", '"x', "[[", "{", ""]) {
    const { bookmarks, skipped } = await read(`[\n${entry},\n${rest}`);
    t.match(bookmarks, [{ link: "https://a.example/", title: "A" }], rest);
    t.match(skipped, [{ reason: "unreadable" }], rest);
  }
  t.strictSame((await read(`\uFEFF [${entry}] \n`)).skipped, []);
});

t.test("readBookmarks: rejects JSON without a link, nested too deep or with too many folders", async (t) => {
  for (const content of ["{}", "[]", "[{}]", '{"a":1}', '[{"url":7}]', '[{"url":"no link"}]', '{"children":[{}]}'])
    t.equal(await reasonOf(content), "file-without-bookmarks", content);
  t.equal(await reasonOf(`[{"a":${"[".repeat(2000)}`), "file-too-deep");
  t.equal(await reasonOf(`{"children":[`.repeat(600)), "file-too-deep");
  const folder = '{"type":"folder","name":"f","children":[]}';
  t.equal(await reasonOf(`{"children":[${`${folder},`.repeat(200_000)}${folder}]}`), "file-too-many-bookmarks");
});

t.test("readBookmarks: keeps a bounded amount of each JSON object", async (t) => {
  const many = `[${"[1],".repeat(30_000)}1]`;
  const long = "x".repeat(100_000);
  const { bookmarks } = await read(
    `[{"href":"https://a.example/","description":"${long}","tags":"x","other":${many},"extended":"dropped"}]`,
  );
  t.match(bookmarks, [{ link: "https://a.example/", title: "x".repeat(1000), excerpt: "", tags: ["x"] }]);
  const { skipped } = await read(`[{"url":"https://a.example/"},{"url":"${"x".repeat(5_000_000)}"}]`);
  t.match(skipped, [{ reason: "unreadable" }]);
});

t.test("readBookmarks: folders that are in themselves", async (t) => {
  const list = '{"id":"l","name":"L","parentId":"l","type":"manual"}';
  const bookmark = '{"content":{"url":"https://a.example/"},"lists":["unknown","l"]}';
  t.match((await read(`{"bookmarks":[${bookmark}],"lists":[${list}]}`)).bookmarks, [{ path: ["L"] }]);
  t.match((await read('[{"__proto__":{"url":"x"},"url":"https://a.example/"}]')).bookmarks, [{ path: [] }]);
});
