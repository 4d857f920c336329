import { sql } from "kysely";
import t from "tap";
import { openDatabase } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import { migrations } from "../../src/database/migrations/migrations.ts";
import { linkKeyOf, normalizeLink } from "../../src/library/items/link-key.ts";
import { temporaryDatabaseUrl } from "../support/databases.ts";

/** Links that count as the same, by what they differ in. */
const EQUAL: Readonly<Record<string, readonly string[]>> = {
  "protocol, www. and host case": ["https://example.com/a", "http://www.EXAMPLE.com/a", "HTTPS://www.example.com/a"],
  "slash at the end": ["https://example.com", "https://example.com/", "https://example.com:443/"],
  "order and tracking parameters": [
    "https://example.com/?a=1&b=2",
    "https://example.com?b=2&utm_source=x&a=1&ref=y&fbclid=z",
  ],
  "fragment without slash": ["https://example.com/a", "https://example.com/a#top", "https://example.com/a/?#"],
  "start of a video": ["https://www.youtube.com/watch?v=x", "https://youtube.com/watch?v=x&t=10"],
  "international host": ["https://münchen.example/", "https://xn--mnchen-3ya.example/"],
};

/** Pairs of links that count as different. */
const DIFFERENT: readonly (readonly [string, string])[] = [
  ["https://example.com/a", "https://example.com/A"],
  ["https://example.com/?a=1", "https://example.com/?a=2"],
  ["https://example.com/?t=1", "https://example.com/?t=2"],
  ["https://example.com/", "https://sub.example.com/"],
  ["https://example.com/", "https://example.com:8080/"],
  ["https://example.com/#/one", "https://example.com/#/two"],
  ["https://example.com/a/b", "https://example.com/a%2Fb"],
];

t.test("normalizeLink: links are equal that differ only in how they are written", async (t) => {
  for (const [what, links] of Object.entries(EQUAL)) t.equal(new Set(links.map(normalizeLink)).size, 1, what);
  for (const [one, other] of DIFFERENT) t.not(normalizeLink(one), normalizeLink(other), `${one} ${other}`);
});

t.test("normalizeLink: returns texts that are not web addresses unchanged, and quickly", async (t) => {
  for (const text of ["", "example.com", "ftp://example.com/", "javascript:alert(1)", `http://${"x".repeat(7000)}`]) {
    t.equal(normalizeLink(text), text);
  }
});

t.test("0011-link-keys gives stored items the key of new ones", async (t) => {
  const url = await temporaryDatabaseUrl(t);
  const database = openDatabase(url);
  t.teardown(() => database.destroy());
  await migrate(database, url, Object.fromEntries(Object.entries(migrations).filter(([name]) => name < "0010")));
  const links = [...Object.values(EQUAL).flat(), ...DIFFERENT.flat(), "no-link"];
  await sql`insert into accounts (email, email_key, name, locale, password_hash, registered_at, created_at, updated_at)
    values ('a', 'a', 'Ann', 'en', 'x', 1, 1, 1)`.execute(database);
  await sql`insert into libraries (account_id, version, items_changed_at) values (1, 1, 0)`.execute(database);
  await sql`insert into shelves (account_id, place) values (1, 'unsorted')`.execute(database);
  for (const link of [...Array(600).fill("https://example.com/"), ...links]) {
    await sql`insert into items (account_id, shelf_id, created_at, updated_at, sort, position, important, broken, type,
      domain, title_key, link_key, link, title, cover, tags, media, excerpt, note, search_text)
      values (1, 1, 1, 1, 1, 0, 0, 0, 'link', 'a', 'a', 'old', ${link}, 'A', '', '[]', '[]', '', '', '')`.execute(
      database,
    );
  }
  await migrate(database, url);
  const rows = await database.selectFrom("items").select(["link", "link_key"]).execute();
  t.equal(rows.length, 600 + links.length);
  t.same(
    rows.filter(({ link, link_key }) => link_key !== linkKeyOf(link)),
    [],
  );
});
