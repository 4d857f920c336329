import { type Client, isSuccess, type Received } from "./client.ts";
import type { Ledger } from "./ledger.ts";

/** Number of items in a batch. A batch is created, moved and deleted by one request each. */
export const BATCH_SIZE = 20;

const UNSORTED = -1;
const TRASH = -99;

const RETRY_MS = 60_000;

/** Maximum products or batches that a writer keeps to change or delete later; then it creates no more. */
const MAX_LIVE = 20;

/** Sends one kind of write to the servers, as one client. */
export interface Writer {
  /**
   * Writes once. With `retry`, repeats a creation with the same idempotency key until it is
   * acknowledged, for at most a minute.
   */
  readonly write: (retry: boolean) => Promise<void>;
}

/** Reads what one client has written, in turn from each contract. */
export function reader(client: Client): Writer {
  const paths = ["/api/products?limit=20", "/rest/v1/raindrops/0", "/rest/v1/collections"];
  let turn = 0;
  return { write: async () => void (await client.send("GET", paths[turn++ % paths.length] ?? "")) };
}

let created = 0;

function newName(kind: string): string {
  created += 1;
  return `${kind} ${created}`;
}

/** Creates products, changes their prices and deletes them. The state of a product is its price. */
export function productWriter(client: Client, ledger: Ledger): Writer {
  const live: { readonly name: string; readonly path: string }[] = [];

  async function create(retry: boolean): Promise<void> {
    const name = newName("product");
    const received = await createOnce(client, ledger, { name, state: "1", retry }, "/api/products", { name, price: 1 });
    if (received !== undefined) live.push({ name, path: `/api/products/${idOf(received.body, "id")}` });
  }

  /** Changes a price. Reuses the product only if it is certain whether the change was stored. */
  async function change(): Promise<void> {
    const product = live.shift();
    if (product === undefined) return;
    const price = Math.ceil(Math.random() * 1_000_000);
    const received = await client.send("PUT", product.path, { body: { price } });
    if (record(ledger, product.name, String(price), received)) live.push(product);
  }

  async function remove(): Promise<void> {
    const { name, path } = live.shift() ?? { name: "", path: "" };
    record(ledger, name, undefined, await client.send("DELETE", path));
  }

  return {
    async write(retry) {
      const choice = Math.random();
      if (live.length === 0 || (choice < 0.4 && live.length < MAX_LIVE)) await create(retry);
      else if (choice < 0.8) await change();
      else await remove();
    },
  };
}

/** Creates batches of items, trashes them and deletes them. The state of a batch is its place. */
export function batchWriter(client: Client, ledger: Ledger): Writer {
  const live: { readonly name: string; readonly ids: readonly unknown[]; place: number }[] = [];

  async function create(retry: boolean): Promise<void> {
    const name = newName("batch");
    const item = { link: "https://example.com/", title: name };
    const items = Array.from({ length: BATCH_SIZE }, () => item);
    const entry = { name, state: String(UNSORTED), retry };
    const received = await createOnce(client, ledger, entry, "/rest/v1/raindrops", { items });
    if (received !== undefined) live.push({ name, ids: idsOf(received.body), place: UNSORTED });
  }

  /** Deletes a batch: the first deletion moves it to the Trash, the second one is final. */
  async function remove(): Promise<void> {
    const batch = live.shift();
    if (batch === undefined) return;
    const state = batch.place === UNSORTED ? String(TRASH) : undefined;
    const received = await client.send("DELETE", `/rest/v1/raindrops/${batch.place}`, { body: { ids: batch.ids } });
    record(ledger, batch.name, state, received);
    if (received.status === 200 && state !== undefined) live.push({ ...batch, place: TRASH });
  }

  return {
    write: (retry) => (live.length === 0 || (Math.random() < 0.4 && live.length < MAX_LIVE) ? create(retry) : remove()),
  };
}

interface Creation {
  readonly name: string;
  readonly state: string;
  readonly retry: boolean;
}

/** Creates a product or batch with an idempotency key. Returns the response if it was acknowledged. */
async function createOnce(
  client: Client,
  ledger: Ledger,
  { name, state, retry }: Creation,
  path: string,
  body: object,
): Promise<Received | undefined> {
  const send = () => client.send("POST", path, { body, idempotencyKey: `${name}, once` });
  ledger.recordUncertain(name, state);
  const deadline = performance.now() + RETRY_MS;
  let received = await send();
  while (retry && !isSuccess(received) && performance.now() < deadline) received = await send();
  record(ledger, name, state, received);
  return isSuccess(received) ? received : undefined;
}

/** Records a write, unless a 4xx rejected it. Returns whether the response tells if it was stored: 2xx or 4xx. */
function record(ledger: Ledger, name: string, state: string | undefined, received: Received): boolean {
  const isCertain = isSuccess(received) || (received.status >= 400 && received.status <= 499);
  if (isSuccess(received)) ledger.recordAcknowledged(name, state);
  else if (!isCertain) ledger.recordUncertain(name, state);
  return isCertain;
}

function idOf(body: unknown, field: string): string {
  const item: unknown = Array.isArray(body) ? body[0] : body;
  if (typeof item !== "object" || item === null) return "";
  const found = Object.entries(item).find(([name]) => name === field);
  return String(found?.[1] ?? "");
}

function idsOf(body: unknown): unknown[] {
  const items = typeof body === "object" && body !== null && "items" in body ? body.items : [];
  return Array.isArray(items) ? items.map((item) => Number(idOf(item, "_id"))) : [];
}
