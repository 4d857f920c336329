import t from "tap";
import type { Operation } from "#contract/contract";
import type { scopes as CollectionScopes } from "../../generated/collections.ts";
import type { scopes as UserScopes } from "../../generated/users.ts";
import { exampleOf } from "../../harness/example-request.ts";
import * as apiKeys from "../../src/accounts/api-keys.ts";
import { SCOPES, type Scope } from "../../src/accounts/scopes.ts";
import { loadContract } from "../../src/server/contracts.ts";
import { openApp } from "../support/app.ts";
import { createPerson, logIn, setLevel } from "../support/people.ts";

const CONTRACTS = ["users", "collections"].map(loadContract);

/** `POST` and `PUT` operations that change nothing. */
const READING: readonly string[] = [
  "findLinks",
  "parseFile",
  "parseFileByPut",
  "suggestForLink",
] satisfies (keyof CollectionScopes)[];

/** `GET` operations that change something. */
const WRITING: readonly string[] = ["startBackup"] satisfies (keyof CollectionScopes)[];

/** The scope that an operation should need. */
function scopeOf(contract: string, { id, method }: Operation): string {
  const reads = READING.includes(id) || (method === "GET" && !WRITING.includes(id));
  return `${contract}:${reads ? "read" : "write"}`;
}

/** Whether a key with these scopes may call an operation that needs one. */
const ALLOWED: Readonly<Record<Scope, readonly string[]>> = {
  "users:read": ["users:read"],
  "users:write": ["users:read", "users:write"],
  "collections:read": ["collections:read"],
  "collections:write": ["collections:read", "collections:write"],
} satisfies Record<Scope, (UserScopes[keyof UserScopes] | CollectionScopes[keyof CollectionScopes])[]>;

const UNKNOWN_IDS = { id: "4711", collectionId: "4711", userId: "4711", name: "nobody" };

const app = await openApp(t);
const ann = await createPerson(app, "Ann");
await setLevel(app, ann.id, 4);
const token = await logIn(app.send, ann);

async function createKey(name: string, scopes: readonly Scope[]): Promise<string> {
  const { database, clock } = app.context;
  return apiKeys.create(database, clock, ann.id, { name, expiresAt: null, scopes });
}

const headersOf = (credential: string) => ({ "x-auth-token": credential, authorization: `Bearer ${credential}` });

/** The sentence of the 403 for a missing scope; undefined for another response. */
async function rejectionOf(credential: string, operation: Operation, contract = CONTRACTS[0], body?: string) {
  if (contract === undefined) throw new Error("There is no contract.");
  const { method, path, body: example } = exampleOf(contract, operation, UNKNOWN_IDS);
  const sent = body ?? example;
  const received = await app.send(method, path, { headers: headersOf(credential), body: sent });
  const text = JSON.stringify(received.body);
  return text.includes("lacks the scope") ? { status: received.status, text } : undefined;
}

for (const contract of CONTRACTS) {
  const secured = contract.operations.filter(({ schemes }) => schemes.length > 0);

  t.test(`each operation of the ${contract.name} contract that takes a key names one scope`, async (t) => {
    for (const operation of secured) t.same(operation.scopes, [scopeOf(contract.name, operation)], operation.id);
  });

  for (const scope of SCOPES) {
    t.test(
      `a key with ${scope} may call the operations of the ${contract.name} contract in this scope only`,
      async (t) => {
        const key = await createKey(`${contract.name} ${scope}`, [scope]);
        for (const operation of secured) {
          const needed = scopeOf(contract.name, operation);
          const isAllowed = ALLOWED[scope].includes(needed);
          const rejection = await rejectionOf(key, operation, contract);
          t.equal(rejection?.status, isAllowed ? undefined : 403, operation.id);
          if (!isAllowed) t.match(rejection?.text, `lacks the scope ${needed}.`);
        }
      },
    );
  }

  t.test(`a key without scopes may call every operation of the ${contract.name} contract`, async (t) => {
    const key = await createKey(`${contract.name} everything`, []);
    for (const operation of secured) t.equal(await rejectionOf(key, operation, contract), undefined, operation.id);
  });

  t.test(`a key out of scope gets 403 from the ${contract.name} contract before its body is read`, async (t) => {
    const other = contract.name === "users" ? "collections:write" : "users:write";
    const key = await createKey(`${contract.name} bodies`, [other]);
    const withBody = secured.filter(({ bodySchema, method }) => bodySchema !== undefined && method !== "GET");
    for (const operation of withBody) {
      t.equal((await rejectionOf(key, operation, contract, "{"))?.status, 403, operation.id);
    }
  });
}

t.test("a login may call every operation of the collections contract", async (t) => {
  const { operations = [] } = CONTRACTS[1] ?? {};
  // Last, because another request ends the login.
  for (const operation of operations) {
    t.equal(await rejectionOf(token, operation, CONTRACTS[1]), undefined, operation.id);
  }
});

t.test("a key out of scope does not get a response that was cached for another key of the account", async (t) => {
  const all = await createKey("all", []);
  const limited = await createKey("limited", ["users:read"]);
  const read = (key: string) => app.send("GET", "/rest/v1/collections", { headers: headersOf(key) });
  for (let time = 0; time < 3; time++) t.equal((await read(all)).status, 200);
  t.equal((await read(limited)).status, 403);
});

t.test("a key out of scope is rejected where no key is needed", async (t) => {
  const key = await createKey("optional", ["users:write"]);
  t.equal((await app.send("GET", "/rest/v1/collection/1", { headers: headersOf(key) })).status, 403);
});

t.test("a scope to write takes the place of the scope to read", async (t) => {
  await createKey("both", ["collections:read", "collections:write", "users:read"]);
  const [key] = await apiKeys.list(app.context.database, ann.id);
  t.same(key?.scopes, ["users:read", "collections:write"]);
});
