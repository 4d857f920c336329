import { type RawBuilder, sql } from "kysely";

/** Rows that the database generates, one for each number `n`, with SQL that SQLite and PostgreSQL share. */
export interface Rows {
  /** The table with its columns. */
  readonly into: string;
  /** The expressions that are selected for each `n`. */
  readonly values: RawBuilder<unknown>;
}

const CREATED_AT = sql.lit(Date.UTC(2026, 0, 1, 12));

/** A pseudo-random number that is different for each `n`. */
const SHUFFLED = sql`(cast(n as bigint) * 2654435761 % 4294967296)`;

const MATERIALS = ["Brass", "Oak", "Linen", "Steel", "Wool", "Glass", "Cork", "Leather", "Bamboo", "Enamel", "Felt"];
const THINGS = "desk lamp,bookshelf,kettle,blanket,café table,notebook,toolbox,vase,crêpe pan".split(",");
const SENTENCES = [
  "Made by hand in a small workshop, and repaired there too.",
  "Comes in three sizes.",
  "Keeps its shape after years of use.",
  "Easy to clean with warm water and a soft cloth.",
  "Works from −10 °C to 40 °C.",
  "Fits the rest of the series – shelves, boxes and trays.",
  'The "classic" model, with a longer cord and a switch that can be felt in the dark.',
  "Delivered flat; the tools that you need are in the box.",
  "Five years of guarantee.",
  "Nothing of it is glued, so that every part can be exchanged.",
];

const NAME = sql`${pick(MATERIALS, 65_536)} || ' ' || ${pick(THINGS, 1_024)} || ' ' || n`;

/** One to five sentences. About half of the descriptions are pure ASCII. */
const DESCRIPTION = sql.join(
  [4_096, 16_384, 32_768, 131_072, 262_144].map((divisor, index) =>
    index === 0
      ? pick(SENTENCES, divisor)
      : sql`case when ${SHUFFLED} / 64 % 5 >= ${sql.lit(index)} then ' ' || ${pick(SENTENCES, divisor)} else '' end`,
  ),
  sql` || `,
);

export const PRODUCTS: Rows = {
  into: "products (id, name, description, price, in_stock, search_text)",
  values: sql`'690000000000000' || (100000000 + n), ${NAME}, ${DESCRIPTION}, (100 + ${SHUFFLED} % 50000) / 100.0,
    case when ${SHUFFLED} % 5 = 0 then 0 else 1 end, lower(${NAME} || ' ' || ${DESCRIPTION})`,
};

/** The id of the row `n` of `PRODUCTS`. */
export function productIdOf(n: number): string {
  return `690000000000000${100_000_000 + n}`;
}

/** Accounts without a password. */
export const ACCOUNTS: Rows = {
  into: "accounts (email, email_key, name, locale, password_hash, registered_at, created_at, updated_at)",
  values: sql`'somebody' || n || '@example.com', 'somebody' || n || '@example.com', 'Somebody ' || n, 'en', '',
    ${CREATED_AT}, ${CREATED_AT}, ${CREATED_AT}`,
};

/** Three logins for every tenth account after `afterId`. */
export function logins(afterId: number): Rows {
  return {
    into: "logins (account_id, ip_address, user_agent, referer, via_remember, created_at)",
    values: sql`${sql.lit(afterId)} + 10 * ((n + 2) / 3), '192.0.2.1',
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36', '', 0, ${CREATED_AT} + n`,
  };
}

export function libraries(accountId: RawBuilder<unknown>): Rows {
  return { into: "libraries (account_id, version, items_changed_at)", values: sql`${accountId}, 1, 0` };
}

/** Root collections. */
export function collections(accountId: RawBuilder<unknown>): Rows {
  return {
    into: "collections (account_id, depth, title, description, view, public, expanded, sort, cover, created_at, updated_at)",
    values: sql`${accountId}, 1, 'Collection ' || (${SHUFFLED} % 10007) || ' of what is read later',
      case when n % 3 = 0 then 'Articles, talks and papers that somebody wants to come back to.' else '' end,
      'list', 0, 1, n, '[]', ${CREATED_AT} + n, ${CREATED_AT} + n`,
  };
}

/**
 * Items on a shelf. `title_key` and `link_key` are pseudo-random, and need not fit `title` and `link`. The
 * searched words are those of `searchTextOf`, without the ends of most words of links.
 */
export function items(accountId: number, shelfId: RawBuilder<unknown>): Rows {
  return {
    into: `items (account_id, shelf_id, created_at, updated_at, sort, position, important, broken, type, domain,
      title_key, link_key, link, title, cover, tags, media, excerpt, note, search_text)`,
    values: sql`${sql.lit(accountId)}, ${shelfId}, ${CREATED_AT} + n, ${CREATED_AT} + n, n, 0,
      case when n % 20 = 0 then 1 else 0 end, case when n % 100 = 0 then 1 else 0 end,
      'article', 'host' || (n % 997) || '.example.com', 'article ' || ${SHUFFLED}, 'key' || ${SHUFFLED},
      'https://host' || (n % 997) || '.example.com/articles/' || n || '?from=bookmarks',
      'Article ' || (${SHUFFLED} % 1000003) || ' of somebody who wrote much – and well', '',
      '["reading","tag' || (n % 50) || '"]', '[]',
      'What it says in short, in a sentence or two, as bookmarks have it: number ' || n || '.',
      case when n % 10 = 0 then 'To be read again.' else '' end,
      '["article ' || (${SHUFFLED} % 1000003) || ' of somebody who wrote much and well",'
        || '"what it says in short in a sentence or two as bookmarks have it number ' || n || '",'
        || case when n % 10 = 0 then '"to be read again",' else '"",' end
        || '"https host' || (n % 997) || ' example com articles ' || n || ' from bookmarks",'
        || '"ttps tps xample ample mple ple rticles ticles icles cles les"]'`,
  };
}

/** Selects a text pseudo-randomly. Calls with different `divisor`s select independently. */
function pick(texts: readonly string[], divisor: number): RawBuilder<string> {
  const cases = texts.map((text, index) => sql`when ${sql.lit(index)} then ${sql.lit(text)}`);
  return sql`case ${SHUFFLED} / ${sql.lit(divisor)} % ${sql.lit(texts.length)} ${sql.join(cases, sql` `)} end`;
}
