import { setImmediate } from "node:timers/promises";

/** How many rows one statement changes: so few that other requests run between two. */
const CHUNK = 1000;

/** Works on the ids a chunk at a time, and lets others run in between: they read what was there before until the transaction ends. */
export async function inChunks(ids: readonly number[], work: (chunk: number[]) => Promise<unknown>): Promise<void> {
  for (let first = 0; first < ids.length; first += CHUNK) {
    await work(ids.slice(first, first + CHUNK));
    await setImmediate();
  }
}

/** How many rows one statement reads. */
const PAGE = 1000;

/** All rows of a query that gives a page of those behind an id, by id; others run in between. */
export async function inPages<Row extends { readonly id: number }>(
  read: (after: number, limit: number) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const page = await read(rows.at(-1)?.id ?? 0, PAGE);
    rows.push(...page);
    if (page.length < PAGE) return rows;
    await setImmediate();
  }
}
