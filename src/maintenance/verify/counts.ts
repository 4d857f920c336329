import { sql } from "kysely";
import { plural } from "../../base/plural.ts";
import type { Database } from "../../database/database.ts";
import { STORED_COLUMNS } from "../../database/schema/quotas.ts";
import { ACCOUNTS_PER_SEGMENT } from "../../database/schema/segments.ts";
import { type Check, MAX_FOUND, type Problem } from "./check.ts";
import { differences, hasKey } from "./difference.ts";

// Counters are repaired by adding the difference, which stays the same while triggers keep counting.

/** The counters that triggers maintain. */
export const COUNTS: Check = {
  name: "counts",
  async *find(snapshot) {
    yield* findWrongPlaces(snapshot);
    yield* findWrongAccounts(snapshot);
    yield* findWrongProducts(snapshot);
  },
};

/** How much each account stores: what quotas limit. */
export const QUOTAS: Check = { name: "quotas", find: findWrongUsage };

async function* findWrongPlaces(snapshot: Database): AsyncIterable<Problem> {
  for (const [column, noun] of [
    ["count", "item"],
    ["broken", "broken item"],
  ] as const) {
    const value = column === "count" ? sql`count(*)` : sql`sum(broken)`;
    const { rows } = await sql<{ id: number; account_id: number; place: string; stored: number; counted: number }>`
      select shelves.id, account_id, case place when 'collection' then 'collection ' || collection_id
          when 'unsorted' then 'Unsorted' when 'trash' then 'the Trash' else 'deleted items' end as place,
        shelves.${sql.ref(column)} as stored, coalesce(counted.value, 0) as counted
      from shelves left join (select shelf_id, ${value} as value from items group by shelf_id) as counted
        on shelf_id = shelves.id
      where shelves.${sql.ref(column)} <> coalesce(counted.value, 0) order by shelves.id limit ${MAX_FOUND}`.execute(
      snapshot,
    );
    for (const { id, account_id, place, stored, counted } of rows)
      yield {
        message: `The count of ${place} of account ${account_id} is ${plural(stored, noun)} instead of ${counted}.`,
        repair: async (transaction) => {
          await sql`update shelves set ${sql.ref(column)} = ${sql.ref(column)} + ${counted - stored}
            where id = ${id}`.execute(transaction);
        },
      };
  }
}

async function* findWrongAccounts(snapshot: Database): AsyncIterable<Problem> {
  const found = await differences(snapshot, {
    table: "row_counts",
    key: ["name"],
    count: "count",
    expected: sql`select 'accounts' as name, count(*) as count from accounts where deleted_at is null`,
  });
  for (const { stored, expected } of found)
    yield {
      message: `The number of accounts is stored as ${stored} instead of ${expected}.`,
      repair: async (transaction) => {
        await sql`update row_counts set count = count + ${expected - stored} where name = 'accounts'`.execute(
          transaction,
        );
      },
    };
  const segments = await differences(snapshot, {
    table: "account_segments",
    key: ["first_id"],
    count: "count",
    expected: sql.raw(`select id - id % ${ACCOUNTS_PER_SEGMENT} as first_id, count(*) as count from accounts
      where deleted_at is null group by 1`),
  });
  for (const { key, stored, expected } of segments)
    yield {
      message: `The number of accounts from ${key.first_id} on is stored as ${stored} instead of ${expected}.`,
      repair: async (transaction) => {
        await sql`insert into account_segments (first_id, count) values (${key.first_id}, ${expected - stored})
          on conflict (first_id) do update set count = account_segments.count + excluded.count`.execute(transaction);
      },
    };
}

async function* findWrongProducts(snapshot: Database): AsyncIterable<Problem> {
  const { rows } = await sql<{ account_id: number; stored: number; counted: number }>`
    select id as account_id, coalesce(stored.count, 0) as stored, coalesce(counted.count, 0) as counted
    from accounts
      left join (select account_id, cast(sum(count) as bigint) as count from product_counts group by account_id)
        as stored on stored.account_id = id
      left join (select created_by, count(*) as count from products group by created_by)
        as counted on created_by = id
    where coalesce(stored.count, 0) <> coalesce(counted.count, 0) order by id limit ${MAX_FOUND}`.execute(snapshot);
  for (const { account_id, stored, counted } of rows)
    yield {
      message: `The number of products of account ${account_id} is stored as ${stored} instead of ${counted}.`,
      repair: async (transaction) => {
        const key = { account_id, part: 0 };
        const change = counted - stored;
        const { numAffectedRows = 0n } =
          await sql`update product_counts set count = count + ${change} where ${hasKey(key)}`.execute(transaction);
        if (numAffectedRows === 0n)
          await sql`insert into product_counts (account_id, part, count)
            values (${account_id}, 0, ${change})`.execute(transaction);
      },
    };
}

/** The counters of `libraries`, with what they count. */
const USAGE = {
  collection_count: "collections",
  item_count: "items",
  stored_bytes: "bytes",
  tag_count: "tags of collections",
} as const;

/** SQL: rows with an account and one of the four counters, in the order of `USAGE`. */
const COUNTED = sql.raw(
  [
    "select account_id, count(*) as collection_count, 0 as item_count, 0 as stored_bytes, 0 as tag_count from collections group by account_id",
    "select account_id, 0, count(*), sum(octet_length(highlights) - 2), 0 from items group by account_id",
    "select account_id, 0, 0, 0, count(*) from facets where kind = 'tag' group by account_id",
    ...bytesOfTables(),
  ].join(" union all "),
);

function bytesOfTables(): string[] {
  return Object.entries(STORED_COLUMNS).map(([table, columns]) => {
    const bytes = columns.map((column) => `coalesce(octet_length(${column}), 0)`).join(" + ");
    return `select account_id, 0, 0, sum(${bytes}), 0 from ${table} group by account_id`;
  });
}

async function* findWrongUsage(snapshot: Database): AsyncIterable<Problem> {
  // `Object.keys` forgets the names.
  const names = Object.keys(USAGE) as (keyof typeof USAGE)[];
  const sums = names.map((name) => sql`cast(sum(${sql.ref(name)}) as bigint) as ${sql.ref(name)}`);
  for (const name of names) {
    const { rows } = await sql<{ account_id: number; stored: number; counted: number }>`
      select libraries.account_id, libraries.${sql.ref(name)} as stored, coalesce(counted.${sql.ref(name)}, 0) as counted
      from libraries left join (select account_id, ${sql.join(sums)} from (${COUNTED}) as parts group by account_id)
        as counted on counted.account_id = libraries.account_id
      where libraries.${sql.ref(name)} <> coalesce(counted.${sql.ref(name)}, 0)
      order by libraries.account_id limit ${MAX_FOUND}`.execute(snapshot);
    for (const { account_id, stored, counted } of rows)
      yield {
        message: `Account ${account_id} is recorded to have ${stored} ${USAGE[name]} instead of ${counted}.`,
        repair: async (transaction) => {
          await sql`update libraries set ${sql.ref(name)} = ${sql.ref(name)} + ${counted - stored}
            where account_id = ${account_id}`.execute(transaction);
        },
      };
  }
}
