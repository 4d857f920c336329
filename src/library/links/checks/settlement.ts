import { Failure } from "#contract/failure";
import { type Database, inTransaction, type Transaction } from "../../../database/database.ts";
import type { Finding } from "../../../page-reading/check.ts";
import * as changes from "../../events/changes.ts";
import * as library from "../../library.ts";
import * as placement from "../../placement.ts";
import type { DueLink } from "./due.ts";
import { type Verdict, verdictOn } from "./verdict.ts";

type Clock = () => number;

/** When a link is checked again whose result could not be stored, in milliseconds. */
const RETRY_MS = 60 * 60 * 1000;

/** A link with what its check found; `later`: the check is repeated at that time. */
export interface Checked extends Pick<DueLink, "itemId" | "dueAt"> {
  readonly finding: Finding | { readonly kind: "later"; readonly at: number };
}

/**
 * Stores what checks found. Only an item that becomes broken, or no longer is, changes the library of its account; all
 * other results are invisible to clients. Results for links that were changed meanwhile are dropped.
 */
export async function settle(
  database: Database,
  clock: Clock,
  checked: readonly Checked[],
  period: number,
): Promise<void> {
  const now = clock();
  const judged = await judge(database, checked, now, period);
  const quiet = judged.filter(({ verdict }) => verdict.broken === undefined);
  await storeAll(database, quiet);
  const changing = judged.filter(({ verdict }) => verdict.broken !== undefined);
  for (const [accountId, ofAccount] of Map.groupBy(changing, ({ accountId }) => accountId)) {
    const ids = new Set(ofAccount.map(({ itemId }) => itemId));
    const work = async (transaction: Transaction) => {
      // What people have changed before the library was locked counts.
      const current = await judge(
        transaction,
        checked.filter(({ itemId }) => ids.has(itemId)),
        now,
        period,
      );
      await storeAll(transaction, current);
      await mark(transaction, clock, accountId, current, true);
      await mark(transaction, clock, accountId, current, false);
    };
    await library.change(database, accountId, work, { itemsChangedAt: now }).catch(async (error: unknown) => {
      if (!(error instanceof Failure && error.kind === "unavailable")) throw error;
      // Another process makes a long change.
      const verdict = { columns: { due_at: now + RETRY_MS } };
      await storeAll(
        database,
        ofAccount.map((link) => ({ ...link, verdict })),
      );
    });
  }
}

interface Judged {
  readonly itemId: number;
  readonly dueAt: number;
  readonly accountId: number;
  readonly place: placement.PlaceId;
  readonly verdict: Pick<Verdict, "broken"> & { readonly columns: Partial<Verdict["columns"]> };
}

/** The verdicts on those links that are as they were when they were checked. */
async function judge(database: Database, checked: readonly Checked[], now: number, period: number): Promise<Judged[]> {
  const rows = await database
    .selectFrom("link_checks")
    .innerJoin("items", "items.id", "item_id")
    .innerJoin("shelves", "shelves.id", "shelf_id")
    .select(["item_id", "due_at", "failures", "first_failed_at", "seen", "checked_at", "set_by_server"])
    .select(["items.broken", "items.account_id", "place", "collection_id"])
    // No item has the id 0. It keeps the list from being empty, which not every engine accepts.
    .where("item_id", "in", [0, ...checked.map(({ itemId }) => itemId)])
    .execute();
  const byId = new Map(rows.map((row) => [row.item_id, row]));
  return checked.flatMap(({ itemId, dueAt, finding }) => {
    const row = byId.get(itemId);
    if (row === undefined || row.due_at !== dueAt) return [];
    const { item_id, due_at, account_id: accountId, place: shelf, collection_id, ...state } = row;
    const place = placement.placeIdOf({ place: shelf, collection_id });
    const verdict =
      finding.kind === "later"
        ? { columns: { due_at: finding.at }, broken: undefined }
        : verdictOn(state, finding, now, period);
    return [{ itemId, dueAt, accountId, place, verdict }];
  });
}

interface Stored extends Pick<Judged, "itemId" | "dueAt"> {
  readonly verdict: Pick<Judged["verdict"], "columns">;
}

/** Stores verdicts, except those on links that have changed meanwhile. */
async function storeAll(database: Database, judged: readonly Stored[]): Promise<void> {
  if (judged.length === 0) return;
  await inTransaction(database, async (transaction) => {
    for (const { itemId, dueAt, verdict } of judged) {
      const row = transaction.updateTable("link_checks").set(verdict.columns).where("item_id", "=", itemId);
      await row.where("due_at", "=", dueAt).execute();
    }
  });
}

async function mark(
  transaction: Transaction,
  clock: Clock,
  accountId: number,
  judged: readonly Judged[],
  broken: boolean,
): Promise<void> {
  const marked = judged.filter(({ verdict }) => verdict.broken === broken);
  if (marked.length === 0) return;
  const items = marked.map(({ itemId }) => itemId);
  const row = transaction.updateTable("items").set({ broken: broken ? 1 : 0, updated_at: clock() });
  await row.where("id", "in", items).execute();
  const collections = marked.map(({ place }) => place);
  changes.record(transaction, clock, accountId, { type: "item.updated", count: items.length, items, collections });
}
