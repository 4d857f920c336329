import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import t from "tap";
import { type Administration, openAdministration, run } from "../support/command-runner.ts";
import { ownerOf } from "../support/library.ts";
import { createPerson } from "../support/people.ts";
import { runCommand } from "../support/process.ts";

/** Gives Ann two bookmarks, one of them in the collection 1. */
async function addBookmarks(app: Administration): Promise<void> {
  const { token } = await createPerson(app, "Ann");
  const headers = { authorization: `Bearer ${token}` };
  const create = (path: string, body: object) => app.send("POST", `/rest/v1/${path}`, { headers, body });
  await create("collection", { title: "Lamps" });
  await create("raindrop", { link: "https://example.com/lamp", title: "Lamp", collection: { $id: 1 } });
  await create("raindrop", { link: "https://example.com/chair", title: "Chair" });
}

t.test("export: writes the bookmarks of an account to a new file, in the format that its name ends with", async (t) => {
  const app = await openAdministration(t);
  await addBookmarks(app);
  const folder = t.testdir();
  const email = ["--email", "ann@example.com"];
  for (const [name, start] of [
    ["a.html", "<!DOCTYPE NETSCAPE-Bookmark-file-1>"],
    ["a.csv", "id,title,"],
    ["a.txt", "https://example.com/"],
    ["a.ZIP", "PK\u0003\u0004"],
    ["bookmarks", "<!DOCTYPE NETSCAPE-Bookmark-file-1>"],
  ] as const) {
    const file = `${folder}/${name}`;
    t.equal(await app.succeed("export", file, ...email), `Exported to ${file}.\n`);
    const text = await readFile(file, "latin1");
    t.equal(text.replace(/^\ufeff|^ï»¿/, "").slice(0, start.length), start, name);
    t.equal((await stat(file)).mode & 0o077, 0, "only the owner may read it");
  }
  t.match(await readFile(`${folder}/a.csv`, "utf8"), /chair[\s\S]+lamp|lamp[\s\S]+chair/);
  t.match(await app.fail("export", `${folder}/a.csv`, ...email), /EEXIST/, "never replaces a file");
  t.match(await app.fail("export", `${folder}/b.csv`, ...email, "--collection", "4711"), /^triptych: /);
  t.notOk(existsSync(`${folder}/b.csv`));
});

t.test("export: of one collection, of what a search finds, and in an order", async (t) => {
  const app = await openAdministration(t);
  await addBookmarks(app);
  const csv = (...args: string[]) => app.succeed("export", "--email", "ann@example.com", "--format", "csv", ...args);
  const links = (text: string) => [...text.matchAll(/https:\/\/example\.com\/\w+/g)].map(([link]) => link).sort();
  t.same(links(await csv()), ["https://example.com/chair", "https://example.com/lamp"]);
  t.same(links(await csv("--collection", "1")), ["https://example.com/lamp"]);
  t.same(links(await csv("--search", "chair")), ["https://example.com/chair"]);
  const txt = (sort: string) =>
    app.succeed("export", "--email", "ann@example.com", "--format", "txt", `--sort=${sort}`);
  t.equal(await txt("title"), "https://example.com/chair\nhttps://example.com/lamp\n");
  t.equal(await txt("-title"), "https://example.com/lamp\nhttps://example.com/chair\n");
});

t.test("export: without the collections inside one, of system collections, and of some ids", async (t) => {
  const app = await openAdministration(t);
  const ann = await ownerOf(app, "Ann");
  const outer = await ann.addCollection("Outer");
  const inner = await ann.addCollection("Inner", outer._id);
  const inOuter = await ann.addItem(outer._id, { link: "https://example.com/outer" });
  const inInner = await ann.addItem(inner._id, { link: "https://example.com/inner" });
  const loose = await ann.addItem(-1, { link: "https://example.com/loose" });
  const removed = await ann.addItem(-1, { link: "https://example.com/removed" });
  await ann.call("DELETE", `/raindrop/${removed._id}`);
  const args = ["export", "--email", "ann@example.com", "--format", "txt", "--sort", "title"];
  const titles = async (...more: string[]) =>
    [...(await app.succeed(...args, ...more)).matchAll(/\/(\w+)\n/g)].map(([, name]) => name);
  t.same(await titles("--collection", `${outer._id}`), ["inner", "outer"]);
  t.same(await titles("--collection", `${outer._id}`, "--nested", "true"), ["inner", "outer"]);
  t.same(await titles("--collection", `${outer._id}`, "--nested", "false"), ["outer"]);
  t.same(await titles("--collection", "-1"), ["loose"]);
  t.same(await titles("--collection", "-99"), ["removed"]);
  t.same(await titles("--ids", `${inInner._id}, ${loose._id},4711`), ["inner", "loose"]);
  t.same(await titles("--ids", `${inOuter._id},${loose._id}`, "--search", "outer"), ["outer"]);
  const usage = /^triptych: --ids must be at most 1000 positive integers, separated by commas\.\n/;
  for (const ids of ["", "1,", "1;2", "-1", "1.5", "99999999999999999999", Array(1001).fill("1").join(",")]) {
    const { code, stderr } = await run([...args, "--ids", ids], { DATABASE_URL: app.url });
    t.equal(code, 2, ids);
    t.match(stderr, usage, ids);
  }
});

t.test("import: reports what it imported, and what it did not, as text and as JSON", async (t) => {
  const app = await openAdministration(t);
  const ann = await ownerOf(app, "Ann");
  await ann.addItem(-1, { link: "https://example.com/old" });
  const links = ["old", "one", "one", "two"].map((name) => `https://example.com/${name},${name},1700000000\n`);
  const long = "x".repeat(500);
  const rows = [...links, "https://example.com/three,three,never\n", "about:blank,none,\n", `${long},long,\n`];
  const folder = t.testdir({ "a.csv": `url,title,created\n${rows.join("")}` });
  const args = ["import", `${folder}/a.csv`, "--email", "ann@example.com"];
  t.same(JSON.parse(await app.succeed(...args, "--json")), {
    count: { bookmarks: 4, collections: 0, duplicates: 1, repeated: 1, skipped: 2, datesNotRead: 1 },
    skipped: [
      { text: "about:blank", reason: "noAddress", line: 7 },
      { text: long.slice(0, 100), reason: "noAddress", line: 8 },
    ],
  });
  await createPerson(app, "Bob");
  t.equal(
    await app.succeed("import", `${folder}/a.csv`, "--email", "bob@example.com"),
    `Imported 5 bookmarks and created 0 collections. Of these, 1 has the link of one before. Could not read the time of 1 bookmark.
Skipped 2 entries:
  line 7: about:blank (no http or https address)
  line 8: ${long.slice(0, 100)} (no http or https address)
`,
  );
});

t.test("export and import: what one writes to standard output, the other reads", async (t) => {
  const app = await openAdministration(t);
  await addBookmarks(app);
  await createPerson(app, "Bob");
  const args = ["export", "--email", "ann@example.com", "--format", "html"];
  const { code, stdout } = await runCommand(args, { DATABASE_URL: app.url });
  t.equal(code, 0);
  const folder = t.testdir({ "copy.html": stdout });
  t.equal(
    await app.succeed("import", `${folder}/copy.html`, "--email", "bob@example.com"),
    "Imported 2 bookmarks and created 1 collection.\n",
  );
});
