import type { Contract, Operation } from "#contract/contract";
import { exampleOf } from "../../harness/example-request.ts";
import { formOf } from "../../harness/forms.ts";
import { pngOf } from "../../harness/pictures.ts";
import { loadContract } from "../../src/server/contracts.ts";
import { EVE } from "../support/users.ts";
import { COPY, FILE, type Fixtures } from "./fixtures.ts";
import { BACKUP, LARGE_COLLECTION, LARGE_COLLECTION_MEMBER, LARGE_COLLECTION_OWNER } from "./seed-data.ts";

/** A request whose cost is measured. */
export interface MeasuredRequest {
  /**
   * The operationId, followed by a description if it is a variant: `listUsers, page 50`. If another contract
   * before it has an operation with the same id, the contract follows: `getUser (collections)`.
   */
  readonly name: string;
  /** The name of its contract, as in `openapi/<name>.yaml`. */
  readonly contract: string;
  /** Sends the request once; throws when it fails. */
  readonly send: (fixtures: Fixtures) => Promise<void>;
  /** Sends it with another URL of the same meaning, which is another key of the cache. */
  readonly sendAlike: (fixtures: Fixtures) => Promise<void>;
  /** Whether the request only reads, so that it can be repeated. */
  readonly isRead: boolean;
}

/** Values that replace parts of the contract's example request. */
interface Overrides {
  readonly body?: unknown;
  /** Includes the base path. */
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the request is sent without credentials. */
  readonly isAnonymous?: boolean;
}

type Override = (fixtures: Fixtures) => Overrides;

const LINK = "https://example.com/";
const TAG_REPLACEMENT = { tags: ["costs"], replace: "expenses" };
const FORM = await formOf({ bytes: await pngOf(1, 1, "#ff0000") });

const BOOKMARKS = await formOf({ bytes: Buffer.from(LINK), field: "import" });

/**
 * For operations whose example does not fit the fixtures: it names records that are missing or exist
 * already, requests a page that is too small, or is sent without credentials.
 */
const OVERRIDES: Readonly<Record<string, Override>> = {
  registerUser: () => ({ isAnonymous: true }),
  loginUser: ({ app: { ann } }) => ({ isAnonymous: true, body: { email: ann.email, password: ann.password } }),
  listProducts: () => ({ path: "/api/products?limit=100" }),
  createUser: () => ({ body: EVE }),
  deleteCollections: ({ library: { third, fourth } }) => ({ body: { ids: [third, fourth] } }),
  mergeCollections: ({ library: { first, third, fourth } }) => ({ body: { to: first, ids: [third, fourth] } }),
  uploadCover: () => FORM,
  uploadItemCover: () => FORM,
  uploadFile: () => FILE,
  uploadCopy: () => COPY,
  getFile: ({ library: { file } }) => ({ path: `/rest/v1/raindrop/${file}/file` }),
  getCopy: ({ library: { file } }) => ({ path: `/rest/v1/raindrop/${file}/cache?json=1` }),
  parseFile: () => BOOKMARKS,
  parseFileByPut: () => BOOKMARKS,
  downloadBackup: (fixtures) => ({ ...asLargeCollectionOwner(fixtures), path: `/rest/v1/backup/${BACKUP}.html` }),
  listItems: ({ library: { first } }) => ({ path: `/rest/v1/raindrops/${first}` }),
  createItem: ({ library: { first } }) => ({ body: { link: LINK, collection: { $id: first } } }),
  // Without the search of the example, which finds nothing.
  exportItems: ({ ids }) => ({ path: `/rest/v1/raindrops/${ids.collectionId}/export.csv` }),
  updateItems: ({ library: { first, items } }) => ({
    path: `/rest/v1/raindrops/${first}`,
    body: { ids: items, tags: ["later"] },
  }),
  joinCollection: ({ library: { offered } }) => ({
    path: `/rest/v1/collection/${offered.id}/join`,
    body: { token: offered.token },
  }),
  revertUndoStep: ({ library: { undoStep } }) => ({ path: `/rest/v1/undo/${undoStep}` }),
  deleteItems: ({ library: { first, items } }) => ({ path: `/rest/v1/raindrops/${first}`, body: { ids: items } }),
  replaceTags: () => ({ body: TAG_REPLACEMENT }),
  replaceCollectionTags: () => ({ body: TAG_REPLACEMENT }),
  deleteTags: () => ({ body: { tags: ["costs"] } }),
  deleteCollectionTags: () => ({ body: { tags: ["costs"] } }),
};

/** Additional requests to some operations: to a large collection, for a late page, with If-None-Match. */
const VARIANTS: Readonly<Record<string, Override>> = {
  "listProducts, unchanged": () => ({
    path: "/api/products?limit=100",
    headers: { "if-none-match": "*" },
  }),
  "listProducts, page 11": () => ({ path: `/api/products?limit=100&after=690000000000000${100_001_000}` }),
  "listItems, search": ({ library: { first } }) => ({ path: `/rest/v1/raindrops/${first}?search=example` }),
  // The account has as many items as there are rows, and this finds one.
  "listItems, search in a large account": (fixtures) => ({
    ...asLargeCollectionOwner(fixtures),
    path: "/rest/v1/raindrops/0?search=rare&sort=score",
  }),
  "updateItems, search": ({ library: { first } }) => ({
    path: `/rest/v1/raindrops/${first}?search=example`,
    body: { tags: ["later"] },
  }),
  "listItems, large collection": (fixtures) => ({
    ...asLargeCollectionOwner(fixtures),
    path: `/rest/v1/raindrops/${LARGE_COLLECTION}?perpage=50`,
  }),
  "listRootCollections, as a member": asLargeCollectionMember,
  "listItems, large collection as a member": (fixtures) => ({
    ...asLargeCollectionMember(fixtures),
    path: `/rest/v1/raindrops/${LARGE_COLLECTION}?perpage=50`,
  }),
  "createItem, large collection as a member": (fixtures) => ({
    ...asLargeCollectionMember(fixtures),
    body: { link: LINK, collection: { $id: LARGE_COLLECTION } },
  }),
  "createItem, large collection": (fixtures) => ({
    ...asLargeCollectionOwner(fixtures),
    body: { link: LINK, collection: { $id: LARGE_COLLECTION } },
  }),
  "getFilters, large collection": (fixtures) => ({
    ...asLargeCollectionOwner(fixtures),
    path: `/rest/v1/filters/${LARGE_COLLECTION}`,
  }),
  "getFilters, search": ({ library: { first } }) => ({ path: `/rest/v1/filters/${first}?search=example` }),
  "getFilters, search in a large account": (fixtures) => ({
    ...asLargeCollectionOwner(fixtures),
    path: "/rest/v1/filters/0?search=rare",
  }),
  "suggestForLink, large collection": (fixtures) => ({
    ...asLargeCollectionOwner(fixtures),
    body: { link: LINK, title: "An example of a seed" },
  }),
  "listTags, large collection": asLargeCollectionOwner,
  "listCollectionTags, large collection": (fixtures) => ({
    ...asLargeCollectionOwner(fixtures),
    path: `/rest/v1/tags/${LARGE_COLLECTION}`,
  }),
  // Fetches one of as many items as there are rows.
  "exportItems, search in a large account": (fixtures) => ({
    ...asLargeCollectionOwner(fixtures),
    path: "/rest/v1/raindrops/0/export.csv?search=rare",
  }),
  // Reads two of as many items as there are rows.
  "exportItems, ids in a large account": (fixtures) => ({
    ...asLargeCollectionOwner(fixtures),
    path: "/rest/v1/raindrops/0/export.csv?ids=1000007,1000008&sort=title",
  }),
  // Reads no other folders.
  "exportItems, ids as html in a large account": (fixtures) => ({
    ...asLargeCollectionOwner(fixtures),
    path: "/rest/v1/raindrops/0/export.html?ids=1000007,1000008",
  }),
  "listUsers, page 50": () => ({ path: "/api/v1/users.json?page=50" }),
};

function asLargeCollectionOwner({ app }: Fixtures): Overrides {
  const token = app.tokenOf(LARGE_COLLECTION_OWNER);
  return { headers: { authorization: `Bearer ${token}` } };
}

function asLargeCollectionMember({ app }: Fixtures): Overrides {
  return { headers: { authorization: `Bearer ${app.tokenOf(LARGE_COLLECTION_MEMBER)}` } };
}

const CONTRACTS = ["catalogue", "users", "collections"].map(loadContract);

/** A request to every operation of the contracts, and the variants. */
export const REQUESTS: readonly MeasuredRequest[] = CONTRACTS.flatMap((contract, index) =>
  contract.operations.flatMap((operation) => {
    const isTaken = CONTRACTS.slice(0, index).some(({ operations }) =>
      operations.some(({ id }) => id === operation.id),
    );
    const id = isTaken ? `${operation.id} (${contract.name})` : operation.id;
    const variants = Object.entries(VARIANTS).filter(([name]) => name.startsWith(`${id},`));
    return [
      toMeasured(contract, operation, id, OVERRIDES[id]),
      ...variants.map(([name, override]) => toMeasured(contract, operation, name, override)),
    ];
  }),
);

function toMeasured(
  contract: Contract,
  operation: Operation,
  name: string,
  override: Override = () => ({}),
): MeasuredRequest {
  const send = async (fixtures: Fixtures, urlOf = (path: string) => path) => {
    const { method, ...example } = exampleOf(contract, operation, valuesFor(operation, fixtures));
    const { body = example.body, path = example.path, headers, isAnonymous = false } = override(fixtures);
    const credentials = isAnonymous ? {} : credentialsOf(fixtures);
    const { status } = await fixtures.app.send(method, urlOf(path), { body, headers: { ...credentials, ...headers } });
    if (status > 304) throw new Error(`${method} ${path} failed with status ${status}.`);
  };
  return {
    name,
    contract: contract.name,
    isRead: operation.method === "GET",
    send: (fixtures) => send(fixtures),
    sendAlike: (fixtures) => send(fixtures, (path) => (path.includes("?") ? `${path}&` : `${path}?`)),
  };
}

/** The path parameters. In paths of items, `id` is the id of the item. */
function valuesFor({ path }: Operation, { ids }: Fixtures): Readonly<Record<string, string>> {
  return path.startsWith("/raindrop/") && ids.item !== undefined ? { ...ids, id: ids.item } : ids;
}

function credentialsOf({ app, owner: { token } }: Fixtures): Record<string, string> {
  return { "auth-token": token, authorization: `Bearer ${token}`, "x-auth-token": app.annsKey };
}
