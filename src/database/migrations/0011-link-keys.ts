import { createHash } from "node:crypto";
import { type Kysely, sql } from "kysely";

/** Items that one statement reads or writes. */
const ITEMS_PER_STATEMENT = 500;

interface Row {
  readonly id: number;
  readonly link: string;
}

/**
 * `link_key` was the hash of the link as written. Now equal links have the same key; see
 * `library/items/link-key.ts`, of which this is a copy, because a migration never changes.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  let after = 0;
  for (;;) {
    const { rows } = await sql<Row>`select id, link from items where id > ${after} order by id
      limit ${sql.lit(ITEMS_PER_STATEMENT)}`.execute(database);
    const last = rows.at(-1);
    if (last === undefined) return;
    const changed = rows.map(({ id, link }) => sql`(cast(${id} as bigint), ${keyOf(link)})`);
    await sql`update items set link_key = changed.column2 from (values ${sql.join(changed)}) as changed
      where items.id = changed.column1`.execute(database);
    after = last.id;
  }
}

function keyOf(link: string): string {
  return createHash("sha256").update(normalize(link)).digest("base64url");
}

function normalize(link: string): string {
  const [authority = ""] = /(?<=:\/\/)[^/?#]*/.exec(link) ?? [];
  const url = authority.length <= 512 ? URL.parse(link) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) return link;
  const host = url.host.replace(/^www\./, "");
  const fragment = url.hash.includes("/") ? url.hash : "";
  return `${host}${url.pathname.replace(/\/$/, "")}${queryOf(url, host)}${fragment}`;
}

function queryOf({ search, searchParams }: URL, host: string): string {
  if (search === "") return "";
  const tracking = /^(utm_.*|ref|ref_src|source|fbclid|gclid|msclkid|yclid|mc_cid|mc_eid|igshid)$/i;
  const isVideo = /(^|\.)(youtube\.com|youtu\.be)$/.test(host);
  const kept = [...searchParams].filter(([name]) => !tracking.test(name) && !(name === "t" && isVideo));
  const query = new URLSearchParams(kept);
  query.sort();
  return kept.length === 0 ? "" : `?${query}`;
}
