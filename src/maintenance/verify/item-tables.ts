import { sql } from "kysely";
import { plural } from "../../base/plural.ts";
import type { Database, Transaction } from "../../database/database.ts";
import { engineOf } from "../../database/engine.ts";
import type { Check, Problem } from "./check.ts";
import { type Difference, differences, hasKey } from "./difference.ts";

/** The tables by which lists of tags, filters, highlights and duplicates are found without reading all items. */
export const ITEM_TABLES: Check = {
  name: "tags and filters",
  async *find(snapshot) {
    yield* findWrongFacets(snapshot);
    yield* findWrongTags(snapshot);
    yield* findWrongHighlights(snapshot);
    yield* findWrongLinks(snapshot);
  },
};

async function* findWrongFacets(snapshot: Database): AsyncIterable<Problem> {
  const found = await differences(snapshot, {
    table: "facets",
    key: ["account_id", "kind", "name", "shelf_id"],
    count: "count",
    expected: sql.raw(engineOf(snapshot).derived.facets),
  });
  for (const difference of found) {
    const { key, stored, expected } = difference;
    yield {
      message: `The ${key.kind} ${JSON.stringify(key.name)} of account ${key.account_id} is counted for ${plural(stored, "item")} of a collection instead of ${expected}.`,
      repair: (transaction) => addToFacet(transaction, difference),
    };
  }
}

/** Adds the difference, which stays the same while triggers keep counting. */
async function addToFacet(
  transaction: Transaction,
  { key, stored, expected }: Difference<"account_id" | "kind" | "name" | "shelf_id">,
): Promise<void> {
  const change = expected - stored;
  const { numAffectedRows = 0n } = await sql`update facets
    set count = case when count + ${change} < 0 then 0 else count + ${change} end
    where ${hasKey(key)}`.execute(transaction);
  if (numAffectedRows === 0n && change > 0)
    await sql`insert into facets (account_id, kind, name, shelf_id, count)
      values (${key.account_id}, ${key.kind}, ${key.name}, ${key.shelf_id}, ${change})`.execute(transaction);
  await sql`delete from facets where ${hasKey(key)} and count = 0`.execute(transaction);
}

async function* findWrongTags(snapshot: Database): AsyncIterable<Problem> {
  const expected = engineOf(snapshot).derived.item_tags;
  const found = await differences(snapshot, {
    table: "item_tags",
    key: ["shelf_id", "name", "item_id"],
    expected: sql.raw(expected),
  });
  for (const { key, stored } of found)
    yield {
      message: `The item ${key.item_id} is ${stored === 0 ? "missing from" : "wrongly in"} the list of the tag ${JSON.stringify(key.name)}.`,
      repair: (transaction) => rebuildRow(transaction, "item_tags", { key, expected, of: { item_id: key.item_id } }),
    };
}

async function* findWrongHighlights(snapshot: Database): AsyncIterable<Problem> {
  const expected = engineOf(snapshot).derived.item_highlights;
  const found = await differences(snapshot, {
    table: "item_highlights",
    key: ["account_id", "created_at", "item_id", "id", "shelf_id"],
    expected: sql.raw(expected),
  });
  for (const { key, stored } of found)
    yield {
      message: `The highlight ${key.id} of item ${key.item_id} is ${stored === 0 ? "missing from" : "wrongly in"} the list of highlights.`,
      repair: (transaction) =>
        rebuildRow(transaction, "item_highlights", { key, expected, of: { item_id: key.item_id } }),
    };
}

const REPEATED_LINKS = "select account_id, link_key from items group by account_id, link_key having count(*) > 1";

async function* findWrongLinks(snapshot: Database): AsyncIterable<Problem> {
  const found = await differences(snapshot, {
    table: "repeated_links",
    key: ["account_id", "link_key"],
    expected: sql.raw(REPEATED_LINKS),
  });
  for (const { key, stored } of found)
    yield {
      message: `A link of account ${key.account_id} is ${stored === 0 ? "missing from" : "wrongly in"} the list of duplicates.`,
      repair: (transaction) => rebuildRow(transaction, "repeated_links", { key, expected: REPEATED_LINKS, of: key }),
    };
}

interface Rebuilt {
  /** Of the row that is missing or in excess. */
  readonly key: Readonly<Record<string, string | number>>;
  /** SQL: the rows that the table should have. */
  readonly expected: string;
  /** The columns by which `expected` finds the rows quickly. */
  readonly of: Readonly<Record<string, string | number>>;
}

/** Deletes a row and inserts it again if it should exist by now. */
async function rebuildRow(transaction: Transaction, table: string, { key, expected, of }: Rebuilt): Promise<void> {
  const names = sql.join(Object.keys(key).map((name) => sql.ref(name)));
  await sql`delete from ${sql.table(table)} where ${hasKey(key)}`.execute(transaction);
  await sql`insert into ${sql.table(table)} (${names})
    select ${names} from (select * from (${sql.raw(expected)}) as listed where ${hasKey(of)}) as expected
    where ${hasKey(key)} on conflict do nothing`.execute(transaction);
}
