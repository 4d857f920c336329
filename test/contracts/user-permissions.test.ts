import t from "tap";
import { sendRaw } from "#contract/test/raw";
import * as accounts from "../../src/accounts/accounts.ts";
import { newKey } from "../../src/accounts/api-key.ts";
import * as apiKeys from "../../src/accounts/api-keys.ts";
import type { Level } from "../../src/accounts/levels.ts";
import { SCOPES } from "../../src/accounts/scopes.ts";
import { loadContract } from "../../src/server/contracts.ts";
import { insertAccount } from "../support/accounts.ts";
import { openApp, type TestApp } from "../support/app.ts";
import { createKey } from "../support/people.ts";

const { operations } = loadContract("users");

/** Whose id an operation is called with: the caller's or another's. Operations without an id ignore it. */
type Target = "self" | "other";

/** The body that each operation is called with. */
const BODIES: Readonly<Record<string, () => object>> = {
  createUser: () => ({
    email_address: `${newKey()}@example.com`,
    password: "a long password",
    password_confirmation: "a long password",
    name: "New",
    locale: "en",
    active: true,
    user_level: 1,
  }),
  putUser: () => ({ name: "Changed" }),
  patchUser: () => ({ name: "Changed" }),
};

/** The permission matrix: the status for levels 1 to 3 and for level 4, by target. */
const MATRIX: Readonly<Record<string, Readonly<Record<Target, readonly [member: number, administrator: number]>>>> = {
  listUsers: { self: [403, 200], other: [403, 200] },
  createUser: { self: [403, 201], other: [403, 201] },
  getUser: { self: [200, 200], other: [403, 200] },
  putUser: { self: [200, 200], other: [403, 200] },
  patchUser: { self: [200, 200], other: [403, 200] },
  deleteUser: { self: [403, 200], other: [403, 200] },
};

/** Inserts an account of this level. Returns its id. */
function addAccount({ context }: TestApp, level: Level): Promise<number> {
  return insertAccount(context.database, { user_level: level });
}

/** Calls an operation for an account. Returns the status. */
async function call({ send }: TestApp, operationId: string, id: number, key: string | undefined): Promise<number> {
  const { method = "", path = "" } = operations.find((operation) => operation.id === operationId) ?? {};
  const body = BODIES[operationId]?.();
  return (await send(method, `/api/v1${path.replace("{id}", String(id))}`, { key, body })).status;
}

t.test("the matrix has a row for each operation of the contract", async (t) => {
  t.same(Object.keys(MATRIX).sort(), operations.map(({ id }) => id).sort());
});

for (const { id: operationId, scopes } of operations) {
  t.test(`${operationId}: returns the status of the matrix for each level and target`, async (t) => {
    const app = await openApp(t);
    // The last active administrator can't be deleted.
    await addAccount(app, 4);
    for (const level of [1, 2, 3, 4] as const) {
      for (const target of ["self", "other"] as const) {
        const caller = await addAccount(app, level);
        const id = target === "self" ? caller : await addAccount(app, 1);
        const expected = MATRIX[operationId]?.[target][level === 4 ? 1 : 0];
        t.equal(await call(app, operationId, id, await createKey(app, caller)), expected, `level ${level}, ${target}`);
      }
    }
  });

  t.test(`${operationId}: returns 403 for a key outside its scopes, whatever the level and target`, async (t) => {
    const app = await openApp(t);
    // The last active administrator can't be deleted.
    await addAccount(app, 4);
    for (const scope of SCOPES) {
      const isAllowed = scopes.every((needed) => needed === scope || needed.replace("read", "write") === scope);
      for (const level of [1, 4] as const) {
        for (const target of ["self", "other"] as const) {
          const caller = await addAccount(app, level);
          const id = target === "self" ? caller : await addAccount(app, 1);
          const expected = isAllowed ? MATRIX[operationId]?.[target][level === 4 ? 1 : 0] : 403;
          const key = await createKey(app, caller, scope, [scope]);
          t.equal(await call(app, operationId, id, key), expected, `${scope}, level ${level}, ${target}`);
        }
      }
    }
  });

  t.test(`${operationId}: returns 401 for every kind of invalid key, at each level and for each target`, async (t) => {
    const app = await openApp(t);
    const { database, clock } = app.context;
    // The last active administrator can't be deactivated or deleted.
    await addAccount(app, 4);
    for (const level of [1, 2, 3, 4] as const) {
      const addCaller = async () => {
        const id = await addAccount(app, level);
        return { id, key: await createKey(app, id) };
      };
      const [expired, revoked, inactive, deleted] = [
        await addCaller(),
        await addCaller(),
        await addCaller(),
        await addCaller(),
      ];
      await database
        .updateTable("api_keys")
        .set({ expires_at: clock() })
        .where("account_id", "=", expired.id)
        .execute();
      const [key] = await apiKeys.list(database, revoked.id);
      await apiKeys.revoke(database, clock, revoked.id, key?.id ?? 0);
      await accounts.update(database, clock, inactive.id, { active: false });
      await accounts.remove(database, clock, deleted.id);
      const other = await addAccount(app, 1);
      const bad: Readonly<Record<string, { readonly id: number; readonly key: string | undefined }>> = {
        "no key": { id: other, key: undefined },
        "an empty key": { id: other, key: "" },
        junk: { id: other, key: "junk" },
        "an unknown key": { id: other, key: newKey() },
        "an expired key": expired,
        "a revoked key": revoked,
        "the key of an inactive account": inactive,
        "the key of a deleted account": deleted,
      };
      for (const [name, { id, key }] of Object.entries(bad)) {
        t.equal(await call(app, operationId, id, key), 401, `${name}, level ${level}, self`);
        t.equal(await call(app, operationId, other, key), 401, `${name}, level ${level}, other`);
      }
    }
  });
}

t.test("checks run in order: User-Agent, key, level, content type, body, ownership", async (t) => {
  const app = await openApp(t);
  const [root, member] = [await addAccount(app, 4), await addAccount(app, 1)];
  const [administrator, key] = [await createKey(app, root), await createKey(app, member)];
  const users = "/api/v1/users.json";
  const another = `/api/v1/users/${root}.json`;
  const text = { "content-type": "text/plain" };
  const status = async (...request: Parameters<typeof app.send>) => (await app.send(...request)).status;
  t.equal(await status("POST", users, { headers: { "user-agent": "", ...text }, body: "{" }), 400);
  t.equal(await status("POST", users, { headers: text, body: "{" }), 401);
  t.equal(await status("POST", users, { key, headers: text, body: "{" }), 403);
  t.equal(await status("POST", users, { key: administrator, headers: text, body: "{" }), 415);
  t.equal(await status("POST", users, { key: administrator, body: "{" }), 400);
  t.equal(await status("POST", users, { key: administrator, body: {} }), 422);
  t.equal(await status("PUT", another, { key, headers: text, body: "{}" }), 415);
  t.equal(await status("PUT", another, { key, body: { name: "" } }), 422);
  t.equal(await status("PUT", another, { key, body: { name: "x" } }), 403);
  t.equal(
    await status("PUT", "/api/v1/users/999.json", { key, body: {} }),
    403,
    "a 403 does not reveal whether the account exists",
  );
  t.equal(await status("PUT", "/api/v1/users/999.json", { key: administrator, body: {} }), 404);
});

t.test("requests without a key get 401, whatever their parameters, content type and body", async (t) => {
  const app = await openApp(t);
  for (const { id, method, path } of operations) {
    const address = `/api/v1${path.replace("{id}", "x")}?limit=0`;
    for (const type of ["application/json", "text/plain"])
      for (const body of method === "GET" ? [undefined] : ["{", "{}", "x".repeat(1024 * 1024 + 1)]) {
        const headers = { "content-type": type, "if-match": '"old"' };
        t.equal(
          (await app.send(method, address, { body, headers })).status,
          401,
          `${id}, ${type}, ${body?.slice(0, 2)}`,
        );
      }
  }
});

t.test("a key has the current level and state of its account, until it is revoked", async (t) => {
  const app = await openApp(t);
  const { database, clock } = app.context;
  // The last active administrator can't be demoted or deactivated.
  await addAccount(app, 4);
  const ann = await addAccount(app, 4);
  const key = await createKey(app, ann);
  const change = (change: accounts.AccountChange) => accounts.update(database, clock, ann, change);
  const list = async () => call(app, "listUsers", ann, key);
  t.equal(await list(), 200);
  await change({ level: 3 });
  t.equal(await list(), 403);
  await change({ level: 4 });
  t.equal(await list(), 200);
  await change({ active: false });
  t.equal(await list(), 401);
  await change({ active: true });
  t.equal(await list(), 200, "a key is valid again after reactivation, unlike a token");
  const [listedKey] = await apiKeys.list(database, ann);
  await apiKeys.revoke(database, clock, ann, listedKey?.id ?? 0);
  t.equal(await list(), 401);
});

t.test("requests without a User-Agent get 400, with and without a key", async (t) => {
  const app = await openApp(t);
  const key = await createKey(app, await addAccount(app, 4));
  for (const header of ["", `X-Auth-Token: ${key}\r\n`])
    for (const agent of ["", "User-Agent:\r\n", "User-Agent: \t \r\n"]) {
      const head = `GET /api/v1/users.json HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${header}${agent}\r\n`;
      const [, body = ""] = (await sendRaw(app.base, head)).split("\r\n\r\n");
      const message = "Invalid User-Agent. Please, make sure your request has a proper User-Agent header.";
      t.strictSame(JSON.parse(body), { status: { code: 400, message } });
    }
});

t.test(
  "putUser, patchUser: only a key without scopes changes a password or an address, of whichever account",
  async (t) => {
    const app = await openApp(t);
    const password = "another long password";
    const changes = [
      { email_address: "new@example.com" },
      { password, password_confirmation: password },
      { name: "Changed", email_address: "new@example.com" },
    ];
    for (const level of [1, 4] as const) {
      const caller = await addAccount(app, level);
      const scoped = await createKey(app, caller, "scoped", ["users:write"]);
      const all = await createKey(app, caller, "all scopes", SCOPES);
      const unscoped = await createKey(app, caller, "unscoped");
      for (const id of level === 4 ? [caller, await addAccount(app, 1)] : [caller]) {
        const path = `/api/v1/users/${id}.json`;
        const before = await app.context.database.selectFrom("accounts").selectAll().where("id", "=", id).execute();
        for (const method of ["PUT", "PATCH"]) {
          for (const body of changes) {
            for (const key of [scoped, all]) {
              t.match(await app.send(method, path, { key, body }), {
                status: 403,
                body: { status: { message: /can't change a password or an e-mail address. Use a key without scopes/ } },
              });
            }
          }
        }
        t.same(await app.context.database.selectFrom("accounts").selectAll().where("id", "=", id).execute(), before);
        t.equal((await app.send("PATCH", path, { key: scoped, body: { name: "Changed" } })).status, 200);
        const address = { email_address: `new${id}@example.com`, password, password_confirmation: password };
        t.equal((await app.send("PATCH", path, { key: unscoped, body: address })).status, 200);
      }
    }
  },
);
