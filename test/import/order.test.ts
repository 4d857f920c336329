import { readFile } from "node:fs/promises";
import t from "tap";
import { importFile } from "../support/import-file.ts";
import { type LibraryOwner, openLibrary } from "../support/library.ts";

/** The titles of all collections in list order, those inside with the title of their parent, and of their items. */
async function listed(owner: LibraryOwner, sort: string) {
  const roots = (await owner.call("GET", "/collections")).items;
  const nested = (await owner.call("GET", "/collections/childrens")).items;
  const groups: [string, string[]][] = [];
  for (const root of roots) {
    for (const { _id, title } of [root, ...nested.filter(({ parent }) => parent?.$id === root._id)]) {
      const { items } = await owner.call("GET", `/raindrops/${_id}?sort=${sort}`);
      groups.push([root._id === _id ? title : `${root.title} > ${title}`, items.map((item) => item.title)]);
    }
  }
  return groups;
}

const EXPECTED = ["Alpha", "Beta", "Gamma"].flatMap((title) => [
  [title, [1, 2, 3].map((number) => `${title} ${number}`)],
  [`${title} > sub1`, [`${title}sub1`]],
  [`${title} > sub2`, [`${title}sub2`]],
]);

t.test("collections and bookmarks of a file are listed in its order, also after an export", async (t) => {
  const { app, ann, bob } = await openLibrary(t);
  await importFile(app, "Ann", await readFile(new URL("cases/order.html", import.meta.url)));
  t.strictSame(await listed(ann, "-created"), EXPECTED);
  const exported = await ann.request("GET", "/raindrops/0/export.html");
  await importFile(app, "Bob", Buffer.from(String(exported.body)));
  t.strictSame(await listed(bob, "-created"), EXPECTED);
});

t.test(
  "collections of a file come before those that were there, and bookmarks without a time keep its order",
  async (t) => {
    const { app, ann } = await openLibrary(t);
    await ann.addCollection("Old");
    const entries = Array.from(
      { length: 250 },
      (_, index) => `<DT><A HREF="https://example.com/${index}">${index}</A>\n`,
    );
    const folders = Array.from({ length: 150 }, (_, index) => `<DT><H3>${index}</H3>\n<DL><p>\n</DL><p>\n`);
    const file = `<DL><p>\n<DT><H3>Many</H3>\n<DL><p>\n${entries.join("")}</DL><p>\n${folders.join("")}</DL><p>\n`;
    await importFile(app, "Ann", Buffer.from(file));
    const { items } = await ann.call("GET", "/collections");
    const numbers = folders.map((_, index) => String(index));
    t.same(
      items.map(({ title }) => title),
      ["Many", ...numbers, "Old"],
    );
    const titles: string[] = [];
    for (let page = 0; page < 5; page++) {
      const many = await ann.call("GET", `/raindrops/${items[0]?._id}?perpage=50&page=${page}`);
      titles.push(...many.items.map(({ title }) => title));
    }
    t.same(
      titles,
      entries.map((_, index) => String(index)),
    );
    t.equal((await ann.addCollection("New"))._id > (items[0]?._id ?? 0), true);
    t.equal((await ann.call("GET", "/collections")).items[0]?.title, "New");
  },
);
