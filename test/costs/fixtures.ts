import { formOf, pageFormOf } from "../../harness/forms.ts";
import { addOwner, type Owner, type SeededApp } from "./seeded-app.ts";

/** The records that one request needs. They belong to a new account, so that no request affects the cost of another. */
export interface Fixtures {
  readonly app: SeededApp;
  readonly owner: Owner;
  /**
   * Path parameters by name. The collections contract uses `id` for the id of a collection and for the
   * id of an item; here, the latter is `item`.
   */
  readonly ids: Readonly<Record<string, string>>;
  /** For requests to the collections contract; `EMPTY` for the others. */
  readonly library: Library;
}

/** Ids of the account's collections and items, as far as requests need them. */
interface Library {
  /** Has a child collection. */
  readonly first: number;
  readonly third: number;
  readonly fourth: number;
  /** The two items of the first collection. Each other collection has one item, which is not listed. */
  readonly items: readonly number[];
  /** A change that can be reverted: the deletion of a third item. */
  readonly undoStep: number;
  /** An item in Unsorted with a file. */
  readonly file: number;
  /** A collection of another account, and the token of an invitation to it. */
  readonly offered: { readonly id: number; readonly token: string };
}

const EMPTY: Library = {
  first: 0,
  third: 0,
  fourth: 0,
  items: [],
  undoStep: 0,
  file: 0,
  offered: { id: 0, token: "" },
};

/** A collection or an item in a response. */
interface Identified {
  readonly _id: number;
}

/** A form with a file. */
export const COPY = await pageFormOf("<title>A page</title>", { url: "https://example.com/" });
export const FILE = await formOf({ bytes: Buffer.from("A text.\n"), field: "file", name: "text.txt" });

/** The id of an account of the seed data, a member of the first collection of every account. */
const COLLABORATOR = 3;

const LINK = "https://example.com/articles/costs";

/** Creates an account, and the records that a request to a contract needs. */
export async function createFixtures(app: SeededApp, contract: string): Promise<Fixtures> {
  const owner = await addOwner(app);
  const fixtures = await createRecords(contract, app, owner);
  await app.flush();
  return { app, owner, library: EMPTY, ...fixtures };
}

async function createRecords(
  contract: string,
  app: SeededApp,
  owner: Owner,
): Promise<Pick<Fixtures, "ids"> & Partial<Fixtures>> {
  if (contract === "catalogue") return { ids: { id: await createProduct(owner) } };
  if (contract === "users") return { ids: { id: String(owner.id) } };
  const library = { ...(await createLibrary(owner)), offered: await createOffer(await addOwner(app)) };
  const ids = {
    id: String(library.first),
    collectionId: String(library.first),
    item: String(library.items[0]),
    picture: await createPicture(app, owner),
    userId: await addCollaborator(app, library.first),
  };
  return { ids, library };
}

async function createProduct(owner: Owner): Promise<string> {
  const body = { name: "Desk lamp", price: 49.5 };
  const product = await owner.send<{ id: string }>("POST", "/api/products", { body });
  return product.id;
}

/** Makes an account a member of a collection, and returns its id. */
async function addCollaborator({ context: { database } }: SeededApp, collectionId: number): Promise<string> {
  const { account_id: owner_id } = await database
    .selectFrom("collections")
    .select("account_id")
    .where("id", "=", collectionId)
    .executeTakeFirstOrThrow();
  const collaborator = {
    collection_id: collectionId,
    account_id: COLLABORATOR,
    role: "member",
    created_at: 0,
    owner_id,
  } as const;
  await database.insertInto("collaborators").values(collaborator).execute();
  return String(COLLABORATOR);
}

/** Creates a collection and an invitation to it. */
async function createOffer(host: Owner): Promise<Library["offered"]> {
  const { item } = await host.send<{ item: Identified }>("POST", "/rest/v1/collection", { body: {} });
  const path = `/rest/v1/collection/${item._id}/sharing`;
  const { token } = await host.send<{ token: string }>("POST", path, { body: { role: "viewer" } });
  return { id: item._id, token };
}

async function createLibrary(owner: Owner): Promise<Omit<Library, "offered">> {
  const createCollection = async (parent?: number): Promise<number> => {
    const body = { title: "Reading", ...(parent !== undefined && { parent: { $id: parent } }) };
    const { item } = await owner.send<{ item: Identified }>("POST", "/rest/v1/collection", { body });
    return item._id;
  };
  const first = await createCollection();
  const [second, third, fourth] = [await createCollection(first), await createCollection(), await createCollection()];
  const body = {
    items: [first, first, second, third, fourth].map((id) => ({
      link: LINK,
      tags: ["costs"],
      collection: { $id: id },
    })),
  };
  const { items } = await owner.send<{ items: Identified[] }>("POST", "/rest/v1/raindrops", { body });
  const { item } = await owner.send<{ item: Identified }>("POST", "/rest/v1/raindrop", { body: { link: LINK } });
  await owner.send("DELETE", `/rest/v1/raindrop/${item._id}`);
  const uploaded = await owner.send<{ item: Identified }>("PUT", "/rest/v1/raindrop/file", FILE);
  const steps = await owner.send<{ items: Identified[] }>("GET", "/rest/v1/undo");
  const undoStep = steps.items[0]?._id ?? 0;
  return { first, third, fourth, items: items.slice(0, 2).map(({ _id }) => _id), undoStep, file: uploaded.item._id };
}

async function createPicture({ context: { database } }: SeededApp, owner: Owner): Promise<string> {
  const id = String(owner.id).padEnd(22, "x"); // as long as 128 bits in base64url
  const picture = { id, account_id: owner.id, color: "#ff0000", bytes: Buffer.alloc(64) };
  await database.insertInto("pictures").values(picture).execute();
  return id;
}
