import type { Updateable } from "kysely";
import { Failure } from "#contract/failure";
import { type Database, inTransaction, type Transaction } from "../../database/database.ts";
import type { Time } from "../../database/schema/columns.ts";
import type { ItemPagesTable } from "../../database/schema/pages.ts";
import type { Page, PageFailure } from "../../page-reading/page.ts";
import type { Reading } from "../../page-reading/reader.ts";
import * as changes from "../events/changes.ts";
import { assertSize } from "../item-content.ts";
import { contentOf, type Item, toColumns } from "../items/item.ts";
import { titleOfLink } from "../items/link.ts";
import * as linkAliases from "../items/link-aliases.ts";
import * as lookup from "../items/lookup.ts";
import * as pageText from "../items/page-text.ts";
import { parseLink } from "../items/parsed-link.ts";
import * as additions from "../journal/additions.ts";
import * as library from "../library.ts";
import * as placement from "../placement.ts";
import { type Filled, type FilledField, isOpen, parseFilled, withFilled } from "./filled.ts";
import { type FetchedCover, storeCover } from "./page-pictures.ts";
import * as queue from "./queue.ts";

type Clock = () => number;

const MINUTE_MS = 60_000;

/** How long after each failure a page is read again, in milliseconds: the last time a day after the first. */
const RETRY_DELAYS_MS = [10 * MINUTE_MS, 2 * 60 * MINUTE_MS, (24 * 60 - 130) * MINUTE_MS] as const;

/** Failures that may be gone later. The others are final. */
const PASSING: ReadonlySet<PageFailure["kind"]> = new Set(["later", "unreachable", "too-slow"]);

/** What is stored about a page besides the fields of its item. */
type PageColumns = Omit<Updateable<ItemPagesTable>, "item_id" | "account_id">;

/** Options of `settle`. */
interface SettleOptions {
  readonly maxBytes: number;
  /** The server's public URL. */
  readonly baseUrl: string;
  /** The picture that becomes the cover. */
  readonly cover?: FetchedCover | undefined;
}

/** Ends a job with what was read: the fields that the item leaves open get what the page says. Or plans the next attempt. */
export async function settle(
  database: Database,
  clock: Clock,
  job: queue.PageJob,
  reading: Reading,
  options: SettleOptions,
): Promise<void> {
  // Before the job ends, so that it is repeated if the server is killed in between.
  const { item_id: id, account_id, link } = job;
  const canonical = "page" in reading ? reading.page.canonical : undefined;
  await linkAliases.compareBy(database, { id, account_id, link }, canonical);
  if ("page" in reading) return fill(database, clock, job, reading.page, options);
  const { failure } = reading;
  const delay = retryDelay(job, failure);
  if (delay === undefined)
    return finish(database, job, (transaction) => store(transaction, job, { failure: failure.kind }));
  const retryAfter = "retryAfter" in failure ? (failure.retryAfter ?? 0) * 1_000 : 0;
  await queue.retry(database, job, clock() + Math.max(delay, retryAfter));
}

/** Milliseconds until a page is read again after a failure; undefined if it is not. */
export function retryDelay({ attempts }: queue.PageJob, { kind }: PageFailure): number | undefined {
  return PASSING.has(kind) ? RETRY_DELAYS_MS[attempts] : undefined;
}

/** Rolls back a change that is not to be made: somebody else has ended the job or changed the item, or it changes nothing. */
class Outdated extends Error {}

async function fill(
  database: Database,
  clock: Clock,
  job: queue.PageJob,
  page: Page,
  options: SettleOptions,
): Promise<void> {
  const columns = columnsOf(page, clock());
  const found = await find(database, job);
  const { cover, baseUrl, maxBytes } = options;
  const storePage = async (transaction: Transaction, filled?: Filled) => {
    await store(transaction, job, { ...columns, ...(filled && { filled: JSON.stringify(filled) }) });
    await pageText.store(transaction, { id: job.item_id, account_id: job.account_id }, page.article, { maxBytes });
  };
  const changesItem = found !== undefined && (Object.keys(fieldsOf(found, page)).length > 0 || cover !== undefined);
  if (!changesItem) return finish(database, job, storePage);
  const work = async (transaction: Transaction) => {
    const current = (await queue.take(transaction, job.item_id)) ? await find(transaction, job) : undefined;
    if (current === undefined) throw new Outdated();
    const { item, filled } = current;
    const fields = fieldsOf(current, page);
    const before = contentOf(item);
    const content = { ...before, ...fields };
    assertSize(content, before);
    const { link_key: _, ...written } = toColumns(content);
    const now = clock();
    await transaction
      .updateTable("items")
      .set({ ...written, updated_at: now })
      .where("id", "=", item.id)
      .execute();
    await additions.keepRevertible(transaction, item, now);
    const address = cover && (await storeCover(transaction, item, cover, { baseUrl, maxBytes, now: clock() }));
    // A picture for which there is no room changes nothing.
    if (address === undefined && Object.keys(fields).length === 0) throw new Outdated();
    const values = { ...fields, ...(address !== undefined && cover?.isOfPage && { cover: address }) };
    await storePage(transaction, withFilled(filled, values));
    const collections = [placement.placeIdOf(item)];
    changes.record(transaction, clock, job.account_id, {
      type: "item.updated",
      count: 1,
      items: [item.id],
      collections,
    });
  };
  try {
    await library.change(database, job.account_id, work, { maxBytes, itemsChangedAt: clock() });
  } catch (error) {
    // What does not fit is left out.
    const isRefused = error instanceof Failure && (error.kind === "forbidden" || error.kind === "invalid");
    if (!isRefused && !(error instanceof Outdated)) throw error;
    await finish(database, job, storePage);
  }
}

/** Ends a job without a change of its item. An item that has another link by now keeps its job, which reads that. */
async function finish(
  database: Database,
  job: queue.PageJob,
  storePage: (transaction: Transaction) => Promise<void>,
): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const item = await transaction
      .selectFrom("items")
      .select("link")
      .where("id", "=", job.item_id)
      .forUpdate()
      .executeTakeFirst();
    if (item?.link !== job.link || !(await queue.take(transaction, job.item_id))) return;
    await storePage(transaction);
  });
}

interface Found {
  readonly item: Item;
  readonly filled: Filled;
}

/** The item of a job; undefined if it is gone, or has another link by now. */
export async function find(database: Database, job: queue.PageJob): Promise<Found | undefined> {
  const [item] = await lookup.list(database, [job.item_id]);
  if (item?.link !== job.link) return undefined;
  const page = await database
    .selectFrom("item_pages")
    .select("filled")
    .where("item_id", "=", job.item_id)
    .executeTakeFirst();
  return { item, filled: parseFilled(page?.filled) };
}

/** The fields that change: those that nobody has written, and of which the page says something else. */
function fieldsOf({ item, filled }: Found, page: Page): Partial<Pick<Item, Exclude<FilledField, "cover">>> {
  const { link, title, excerpt, type } = item;
  const isNew = (field: FilledField, before: string, after: string, defaults: readonly string[]) =>
    after !== "" && after !== before && isOpen(filled, field, before, defaults);
  return {
    ...(isNew("title", title, page.title, ["", titleOfLink(link)]) && { title: page.title }),
    ...(isNew("excerpt", excerpt, page.description, [""]) && { excerpt: page.description }),
    ...(page.type !== "link" && isNew("type", type, page.type, ["link", parseLink(link).type]) && { type: page.type }),
  };
}

function columnsOf({ canonical, address, language, author, published }: Page, now: Time): PageColumns {
  const published_at = published === "" ? null : Date.parse(published);
  return { canonical: canonical || address, language, author, published_at, read_at: now, failure: null };
}

async function store(
  transaction: Transaction,
  { item_id, account_id }: queue.PageJob,
  columns: PageColumns,
): Promise<void> {
  await transaction
    .insertInto("item_pages")
    .values({ item_id, account_id, ...columns })
    .onConflict((conflict) => conflict.column("item_id").doUpdateSet(columns))
    .execute();
}
