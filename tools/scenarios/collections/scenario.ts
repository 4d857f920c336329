import assert from "node:assert/strict";

/** The fields of a collection that the scenario reads. */
interface Collection {
  readonly _id: number;
  readonly title: string;
  readonly cover: readonly string[];
}

/** The fields of an item that the scenario reads. Some clients make a Date of a time. */
interface Item {
  readonly _id: number;
  readonly title: string;
  readonly created: string | Date;
}

/** The fields of an error response that the scenario reads. */
interface Failure {
  readonly status: number;
  readonly error: string | number;
}

/** A page of a list of items. */
interface Query {
  readonly page?: number;
  readonly perpage?: number;
  readonly search?: string;
  readonly sort?: "title";
}

/** The calls of a generated client. Each throws when the response is a failure. */
export interface CollectionsClient {
  readonly createCollection: (collection: { title: string }) => Promise<Collection>;
  readonly uploadCover: (id: number, cover: File) => Promise<Collection>;
  readonly createItem: (item: { link: string; title: string; collection: number }) => Promise<Item>;
  readonly listItems: (id: number, query: Query) => Promise<{ count: number; items: readonly Item[] }>;
  readonly deleteCollection: (id: number) => Promise<unknown>;
  /** Requests a collection that does not exist. Returns the body of the response, as the client types it. */
  readonly findMissing: (id: number) => Promise<Failure>;
}

/** The URL of the collections API. */
export const BASE_URL = `${process.env.TRIPTYCH_URL}/rest/v1`;

/** An API key. */
export const KEY = process.env.TRIPTYCH_KEY ?? "";

/** An image of one pixel. */
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** A user creates a collection with a cover and two items, lists and finds the items, and deletes the collection. */
export function runScenario(client: CollectionsClient): void {
  scenario(client).then(
    () => console.log("The scenario passed."),
    (error: unknown) => {
      console.error(error);
      process.exitCode = 1;
    },
  );
}

async function scenario(client: CollectionsClient): Promise<void> {
  const { _id: id, title } = await client.createCollection({ title: "Lamps" });
  assert.equal(title, "Lamps");
  const png = new File([Buffer.from(PNG, "base64")], "cover.png", { type: "image/png" });
  const { cover } = await client.uploadCover(id, png);
  assert.equal(cover.length, 1);

  const create = (title: string) => client.createItem({ link: `https://example.com/${title}`, title, collection: id });
  const desk = await create("Desk");
  const floor = await create("Floor");
  assert.ok(Math.abs(new Date(desk.created).getTime() - Date.now()) < 3_600_000, "the item was created just now");
  const find = async (query: Query) => {
    const { count, items } = await client.listItems(id, { sort: "title", ...query });
    return { count, ids: items.map(({ _id }) => _id) };
  };
  assert.deepEqual(await find({ page: 0, perpage: 1 }), { count: 2, ids: [desk._id] });
  assert.deepEqual(await find({ page: 1, perpage: 1 }), { count: 2, ids: [floor._id] });
  assert.deepEqual(await find({ search: "floor" }), { count: 1, ids: [floor._id] });

  await client.deleteCollection(id);
  const { status, error } = await client.findMissing(id);
  assert.deepEqual({ status, error }, { status: 404, error: "not_found" });
}
