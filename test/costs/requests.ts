import { loadContract } from "../../src/http/contract/load.ts";
import type { Contract, Operation } from "../../src/http/contract/types.ts";
import { exampleOf } from "../support/example-request.ts";
import { formOf } from "../support/forms.ts";
import { pngOf } from "../support/pictures.ts";
import { EVE } from "../support/users.ts";
import { COLLECTOR } from "./crowd.ts";
import type { Things } from "./things.ts";

/** A request whose cost is counted. */
export interface CountedRequest {
  /** The operationId, and what is special about the request. */
  readonly name: string;
  /** The name of its contract. */
  readonly contract: string;
  /** Sends it once; throws when it is not answered as it should be. */
  readonly send: (things: Things) => Promise<void>;
  /** Whether it only reads, so that it can be sent once more. */
  readonly isReading: boolean;
}

/** What a request has in the place of the example in the contract. */
interface Differences {
  readonly body?: unknown;
  /** With the base path. */
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether it is sent without credentials. */
  readonly isStranger?: boolean;
}

type Differ = (things: Things) => Differences;

const LINK = "https://example.com/";
const FORM = await formOf({ bytes: await pngOf(1, 1, "#ff0000") });

/** Where the example would not do: it names things that are not there, or that are. */
const DIFFERENCES: Readonly<Record<string, Differ>> = {
  registerUser: () => ({ isStranger: true }),
  loginUser: ({ world: { ann } }) => ({ isStranger: true, body: { email: ann.email, password: ann.password } }),
  listProducts: () => ({ path: "/api/products?limit=100" }),
  createUser: () => ({ body: EVE }),
  deleteCollections: ({ library: { third, fourth } }) => ({ body: { ids: [third, fourth] } }),
  mergeCollections: ({ library: { first, third, fourth } }) => ({ body: { to: first, ids: [third, fourth] } }),
  uploadCover: () => FORM,
  createItem: ({ library: { first } }) => ({ body: { link: LINK, collection: { $id: first } } }),
  updateItems: ({ library: { items } }) => ({ body: { ids: items, tags: ["later"] } }),
  deleteItems: ({ library: { items } }) => ({ body: { ids: items } }),
};

/** Requests that show more than the example does: about somebody with many items, far behind in a list, about what has not changed. */
const SPECIAL: Readonly<Record<string, Differ>> = {
  "listProducts, unchanged": () => ({
    path: "/api/products?limit=100",
    headers: { "if-none-match": "*" },
  }),
  "listProducts, page 11": () => ({ path: `/api/products?limit=100&after=690000000000000${100_001_000}` }),
  "listItems, of many": (things) => ({ ...ofCollector(things), path: "/rest/v1/raindrops/1?perpage=50" }),
  "createItem, among many": (things) => ({
    ...ofCollector(things),
    body: { link: LINK, collection: { $id: COLLECTOR } },
  }),
  "listUsers, page 50": () => ({ path: "/api/v1/users.json?page=50" }),
};

function ofCollector({ world }: Things): Differences {
  const token = world.tokenOf(COLLECTOR);
  return { headers: { authorization: `Bearer ${token}` } };
}

const CONTRACTS = ["catalogue", "users", "collections"].map((name) =>
  loadContract(new URL(`../../openapi/${name}.yaml`, import.meta.url)),
);

/** A request to every operation of the contracts, and the special ones. */
export const REQUESTS: readonly CountedRequest[] = CONTRACTS.flatMap((contract) =>
  contract.operations.flatMap((operation) => {
    const special = Object.entries(SPECIAL).filter(([name]) => name.startsWith(`${operation.id},`));
    return [
      toCounted(contract, operation, operation.id, DIFFERENCES[operation.id]),
      ...special.map(([name, differ]) => toCounted(contract, operation, name, differ)),
    ];
  }),
);

function toCounted(
  contract: Contract,
  operation: Operation,
  name: string,
  differ: Differ = () => ({}),
): CountedRequest {
  return {
    name,
    contract: contract.name,
    isReading: operation.method === "GET",
    async send(things) {
      const { method, ...example } = exampleOf(contract, operation, valuesFor(operation, things));
      const { body = example.body, path = example.path, headers, isStranger = false } = differ(things);
      const credentials = isStranger ? {} : credentialsOf(things);
      const { status } = await things.world.send(method, path, { body, headers: { ...credentials, ...headers } });
      if (status > 304) throw new Error(`${method} ${path} was answered ${status}.`);
    },
  };
}

/** Where a path names an item by `id`, it is the first of the library. */
function valuesFor({ path }: Operation, { ids }: Things): Readonly<Record<string, string>> {
  return path.startsWith("/raindrop/") && ids.item !== undefined ? { ...ids, id: ids.item } : ids;
}

function credentialsOf({ world, owner: { token } }: Things): Record<string, string> {
  return { "auth-token": token, authorization: `Bearer ${token}`, "x-auth-token": world.annsKey };
}
