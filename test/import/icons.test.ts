import { setTimeout } from "node:timers/promises";
import t, { type Test } from "tap";
import { signIn } from "../../harness/page-client.ts";
import { pngOf } from "../../harness/pictures.ts";
import { readEntries } from "../../src/library/import/reader.ts";
import * as accountIcons from "../../src/library/links/account-icons.ts";
import * as hostIcons from "../../src/library/links/host-icons.ts";
import { deleteExpired } from "../../src/retention/expired-rows.ts";
import { insertAccount } from "../support/accounts.ts";
import { openTestDatabase } from "../support/databases.ts";
import { importFile } from "../support/import-file.ts";
import { type LibraryOwner, openLibrary } from "../support/library.ts";
import { countRows, readCounters } from "../support/usage.ts";

const NOW = Date.UTC(2026, 0, 1);
const DAY_MS = 24 * 60 * 60 * 1000;
const LIBRARY = { version: 1, items_changed_at: NOW };

const red = await pngOf(16, 16, "#ff0000");
const blue = await pngOf(16, 16, "#0000ff");
const addressOf = (bytes: Uint8Array) => `data:image/png;base64,${Buffer.from(bytes).toString("base64")}`;

const fileOf = (bookmarks: readonly (readonly [link: string, attributes: string])[]) =>
  Buffer.from(
    `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n${bookmarks
      .map(([link, attributes]) => `<DT><A HREF="${link}" ${attributes}>Title</A>`)
      .join("\n")}\n</DL><p>`,
  );

/** A server on which people have imported files. */
async function openImporting(t: Test) {
  const library = await openLibrary(t);
  const { context, base, app } = library;
  const { database } = context;
  return {
    ...library,
    async importFile(name: string, file: Buffer) {
      await importFile(app, name, file);
      while (await accountIcons.areWaiting(database)) await setTimeout(5);
    },
    /** The paths of the icons in the list of a person's bookmarks, the newest first; empty for none. */
    async iconsOf(person: LibraryOwner, path = "/bookmarks") {
      const { text } = await (await signIn(base, person)).get(path);
      return [...text.matchAll(/class="site-icon"(?: src="([^"]+)")?/g)].map(([, source = ""]) => source);
    },
  };
}

t.test("the icons of a file are beside the items of who imported it, re-encoded, and of nobody else", async (t) => {
  const { ann, bob, importFile, iconsOf, send, context } = await openImporting(t);
  const file = fileOf([
    ["https://www.a.example/", `ICON="${addressOf(red)}"`],
    ["https://a.example/2", `ICON="${addressOf(blue)}"`],
    ["https://b.example/", `ICON="${addressOf(blue)}"`],
    ["https://c.example/", `ICON="${addressOf(blue)}"`],
  ]);
  await importFile("Ann", file);
  await bob.addItem(-1, { link: "https://a.example/" });
  const [first = "", second, third = "", fourth] = await iconsOf(ann);
  t.equal(first, second, "one icon for a host");
  t.equal(third, fourth, "one address for the same icon");
  t.not(first, third);
  t.same(await iconsOf(bob), []);
  const { status, headers } = await send("GET", first);
  t.same([status, headers.get("content-type")], [200, "image/webp"]);
  const { database } = context;
  const icons = await database.selectFrom("account_icons").select(["host", "bytes"]).orderBy("host").execute();
  t.same(
    icons.map(({ host }) => host),
    ["a.example", "b.example", "c.example"],
  );
  for (const { bytes } of icons) t.match(bytes.subarray(8, 12).toString(), "WEBP");
  t.same(await readCounters(database, ann.id), await countRows(database, ann.id), "they count in the quota");
});

t.test("the icon of the host itself, once it is known, is shown instead", async (t) => {
  const { ann, importFile, iconsOf, context } = await openImporting(t);
  await importFile("Ann", fileOf([["https://a.example/", `ICON="${addressOf(red)}"`]]));
  const [ofFile] = await iconsOf(ann);
  const { database } = context;
  await hostIcons.store(database, "a.example", Buffer.from("icon"), NOW);
  t.same(await iconsOf(ann), [ofFile], "not before the page was read");
  const { id } = await database.selectFrom("items").select("id").executeTakeFirstOrThrow();
  await database.insertInto("item_pages").values({ item_id: id, account_id: ann.id, read_at: NOW }).execute();
  const [ofHost] = await iconsOf(ann);
  t.not(ofHost, ofFile);
});

t.test("what is no picture, too large, or an address elsewhere is no icon, and its bookmark is imported", async (t) => {
  const { ann, importFile, iconsOf, context } = await openImporting(t);
  await importFile(
    "Ann",
    fileOf([
      ["https://a.example/", 'ICON="data:image/png;base64,AAAA"'],
      ["https://b.example/", 'ICON="data:image/svg+xml;base64,PHN2Zz48L3N2Zz4="'],
      ["https://c.example/", `ICON="data:image/png;base64,${"A".repeat(17_000)}"`],
      ["https://d.example/", 'ICON="https://d.example/favicon.ico"'],
      ["https://e.example/", 'ICON_URI="https://e.example/favicon.ico"'],
      ["https://f.example/", 'ICON="data:text/html;base64,AAAA"'],
      ["https://g.example/", 'ICON="data:image/png;base64,"'],
    ]),
  );
  t.same(await iconsOf(ann), []);
  t.equal((await ann.counts())["0"], 7);
  t.same(await context.database.selectFrom("account_icons").select("host").execute(), []);
});

t.test(
  "readEntries: keeps the first icon of at most 2,000 hosts and 4 MiB, and none unless they are wanted",
  async (t) => {
    const count = async (hosts: number, length: number, wantsIcons: boolean) => {
      const icon = `ICON="data:image/png;base64,${"A".repeat(length)}"`;
      const file = fileOf(
        Array.from({ length: hosts * 2 }, (_, index) => [`https://h${index % hosts}.example/`, icon]),
      );
      let icons = 0;
      for await (const entry of readEntries(file, { maxCount: 10_000, now: NOW, wantsIcons }))
        if ("icon" in entry) icons += 1;
      return icons;
    };
    t.equal(await count(10, 100, true), 10);
    t.equal(await count(10, 100, false), 0);
    t.equal(await count(2_001, 100, true), 2_000);
    t.equal(await count(300, 16_000, true), 261);
  },
);

t.test("add: leaves a quarter of the storage free, and deletes the least recently used of too many", async (t) => {
  const database = await openTestDatabase(t);
  const account_id = await insertAccount(database);
  await database
    .insertInto("libraries")
    .values({ account_id, ...LIBRARY })
    .execute();
  const add = (hosts: readonly string[], { now = NOW, maxBytes = 2 ** 40 } = {}) =>
    database.transaction().execute((transaction) =>
      accountIcons.add(transaction, account_id, new Map(hosts.map((host) => [host, addressOf(red)])), {
        now,
        maxBytes,
      }),
    );
  const list = async () => {
    const rows = await database.selectFrom("account_icons").select("host").orderBy("host").execute();
    return rows.map(({ host }) => host);
  };
  await add(["a.example", "b.example"], { maxBytes: (red.length * 4) / 3 });
  t.same(await list(), ["a.example"]);
  await add(
    Array.from({ length: 2_000 }, (_, index) => `${index}.example`),
    { now: NOW + 1 },
  );
  const kept = await list();
  t.equal(kept.length, 2_000);
  t.notOk(kept.includes("a.example"));
});

t.test("icons of files are deleted 90 days after their last use", async (t) => {
  const { ann, importFile, iconsOf, context, app } = await openImporting(t);
  await importFile("Ann", fileOf([["https://a.example/", `ICON="${addressOf(red)}"`]]));
  const { database, clock } = context;
  const usedAt = async () => (await database.selectFrom("account_icons").select("used_at").executeTakeFirst())?.used_at;
  const first = (await usedAt()) ?? 0;
  app.advanceClock(DAY_MS);
  await iconsOf(ann);
  t.equal(await usedAt(), first + DAY_MS);
  app.advanceClock(90 * DAY_MS);
  await deleteExpired(database, clock, { loginHistoryDays: 1 });
  t.equal(await usedAt(), undefined);
});
