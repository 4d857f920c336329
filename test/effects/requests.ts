import type { Contract, Operation } from "#contract/contract";
import { loadContract } from "../../src/server/contracts.ts";
import { FIXTURES } from "../../src/testing/fixtures.ts";
import type { Send } from "../support/app.ts";
import { logIn } from "../support/people.ts";
import { catalogue } from "./catalogue.ts";
import { collections } from "./collections.ts";
import { type OperationEffects, PICTURE, type Sample, withInput } from "./sample.ts";
import { users } from "./users.ts";

/** The entries of all operations, by contract and operationId. */
export const EFFECTS: Readonly<Record<string, Readonly<Record<string, OperationEffects>>>> = {
  catalogue,
  users,
  collections,
};

/** An operation with its contract. */
export interface Endpoint {
  readonly contract: Contract;
  readonly operation: Operation;
}

/** The entry of an operation in `test/effects/<contract>.ts`. Throws if there is none. */
export function effectsOf({ contract, operation }: Endpoint): OperationEffects {
  const found = EFFECTS[contract.name]?.[operation.id];
  if (found === undefined) throw new Error(`${operation.id} has no entry in test/effects/${contract.name}.ts.`);
  return found;
}

/** The method, path, headers and body of a sample. `picture`: the id for which `PICTURE` stands. */
export function requestOf({ contract, operation }: Endpoint, sample: Sample, picture: string) {
  const path = operation.path.replace(/\{(\w+)\}/g, (_braces, name) =>
    String(sample.path?.[name] ?? "").replace(PICTURE, picture),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(sample.query ?? {})) query.append(name, String(value));
  const { headers = {}, body } = sample;
  return {
    method: operation.method,
    path: `${contract.basePath}${path}${query.size > 0 ? "?" : ""}${query}`,
    headers,
    body,
  };
}

/** Logs in to an account of the fixtures; returns headers that authenticate it in all contracts. */
export async function signIn(send: Send, account: (typeof FIXTURES.accounts)[keyof typeof FIXTURES.accounts]) {
  const token = await logIn(send, account);
  return { "auth-token": token, authorization: `Bearer ${token}`, "x-auth-token": account.key, ...ANONYMOUS };
}

/** Headers of requests without credentials. The users contract needs a user agent. */
export const ANONYMOUS = { "user-agent": "tests" };

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/**
 * Every operation of all contracts: those that read first, those that delete last, and those on parts of something
 * before those on the whole. In this order, `inSequence` succeeds for each on the fixtures, as the administrator.
 */
export const ENDPOINTS: readonly Endpoint[] = Object.keys(EFFECTS)
  .map(loadContract)
  .flatMap((contract) => contract.operations.map((operation) => ({ contract, operation })))
  .sort(
    ({ operation: one }, { operation: other }) =>
      METHODS.indexOf(one.method) - METHODS.indexOf(other.method) || other.path.length - one.path.length,
  );

const { accounts, collections: titles, items } = FIXTURES;

/** The id of the collection that `createCollection` adds to the fixtures. */
const NEW_COLLECTION = Math.max(...Object.values(titles).map(({ id }) => id)) + 1;

/** Samples of operations whose usual one does not succeed after the others. */
const IN_SEQUENCE: Readonly<Record<string, Sample>> = {
  // `registerUser` has taken the e-mail address.
  createUser: withInput(users.createUser.base, "body /email_address", "eva@example.com"),
  putUser: { path: { id: accounts.member.id }, body: { name: "Eva" } },
  patchUser: { path: { id: accounts.member.id }, body: { name: "Eva" } },
  // Other operations delete the usual collection or item.
  mergeCollections: { body: { to: titles.development.id, ids: [NEW_COLLECTION] } },
  updateCollection: { path: { id: titles.development.id }, body: {} },
  deleteCollection: { path: { id: titles.databases.id } },
  deleteCollections: { body: { ids: [titles.development.id] } },
  deleteItem: { path: { id: items.news.id } },
};

/** A request to an operation that succeeds after the operations before it in `ENDPOINTS`. */
export function inSequence(endpoint: Endpoint): Sample {
  return IN_SEQUENCE[endpoint.operation.id] ?? effectsOf(endpoint).base;
}
