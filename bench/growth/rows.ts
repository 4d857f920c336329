import { type RawBuilder, sql } from "kysely";

/** Many rows of a table, made by the database itself out of their numbers, `n`. */
export interface Rows {
  /** The table with its columns. */
  readonly into: string;
  /** What is selected for each number. */
  readonly values: RawBuilder<unknown>;
}

const THEN = sql.lit(Date.UTC(2026, 0, 1));
const DESCRIPTION = sql.lit("A thing that somebody sells. ".repeat(3));

/** Multiplies the numbers so that they stand in no order. */
const CHANCE = sql`(cast(n as bigint) * 2654435761 % 4294967296)`;

/** The id of the product with a number. */
export function productIdOf(number: number): string {
  return `690000000000000${100_000_000 + number}`;
}

export const PRODUCTS: Rows = {
  into: "products (id, name, description, price, in_stock, search_text)",
  values: sql`'690000000000000' || (100000000 + n), 'Product ' || n, ${DESCRIPTION}, 0.5 + n % 1000, n % 2,
    'product ' || n || lower(${DESCRIPTION})`,
};

export const ACCOUNTS: Rows = {
  into: "accounts (email, email_key, name, locale, password_hash, registered_at, created_at, updated_at)",
  values: sql`'somebody' || n || '@example.com', 'somebody' || n || '@example.com', 'Somebody ' || n, 'en', '',
    ${THEN}, ${THEN}, ${THEN}`,
};

/** A login of every tenth account behind an id. */
export function logins(behind: number): Rows {
  return {
    into: "logins (account_id, ip_address, user_agent, referer, via_remember, created_at)",
    values: sql`${sql.lit(behind)} + 10 * n, '192.0.2.1', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36', '', 0, ${THEN}`,
  };
}

export function libraries(accountId: RawBuilder<unknown>): Rows {
  return { into: "libraries (account_id, version, items_changed_at)", values: sql`${accountId}, 1, 0` };
}

/** Root collections. */
export function collections(accountId: RawBuilder<unknown>): Rows {
  return {
    into: "collections (account_id, depth, title, description, view, public, expanded, sort, cover, created_at, updated_at)",
    values: sql`${accountId}, 1, 'Collection ' || n, '', 'list', 0, 1, n, '[]', ${THEN}, ${THEN}`,
  };
}

/** Items of one shelf. Their links and titles, as in life, stand in no order. */
export function items(accountId: number, shelf: RawBuilder<unknown>): Rows {
  return {
    into: `items (account_id, shelf_id, created_at, updated_at, sort, position, important, broken, type, domain,
      title_key, link_key, link, title, cover, tags, media, excerpt, note, search_text)`,
    values: sql`${sql.lit(accountId)}, ${shelf}, ${THEN} + n, ${THEN} + n, n, 0, 0, 0, 'article',
      'host' || (n % 997) || '.example.com', 'article ' || ${CHANCE}, 'key' || ${CHANCE},
      'https://host' || (n % 997) || '.example.com/articles/' || n, 'Article ' || ${CHANCE}, '', '["reading"]', '[]',
      'What it says in short, in a sentence or two, as bookmarks have it.', '', 'article ' || ${CHANCE}`,
  };
}
