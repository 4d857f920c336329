import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import t from "tap";
import { type Administration, openAdministration } from "../support/command-runner.ts";
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
