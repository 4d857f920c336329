import t from "tap";
import * as accounts from "../../../src/accounts/accounts.ts";
import { insertAccounts } from "../../support/accounts.ts";
import { usersOf } from "../../support/clients.ts";
import { logIn } from "../../support/people.ts";
import { EVE, openUsers, USERS } from "../../support/users.ts";
import { errorsIn, fieldsOf } from "./fields.ts";

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

/** One character longer than passwords may be. */
const LONG_PASSWORD = "129 characters of a password".padEnd(129, ".");

/** The users in the body of a page, and the other fields of its envelope. */
function pageIn(body: unknown) {
  // The test server checks every body against the contract; a wrong shape would also fail the assertions.
  const { data, ...envelope } = (body as { users: { data: Record<string, unknown>[]; total: number } }).users;
  return { envelope, users: data };
}

t.test("listUsers: returns a page in its envelope, and all fields of its users", async (t) => {
  const { send, key, ann, bob } = await openUsers(t);
  for (const person of [ann, bob]) await logIn(send, person);
  const { status, body } = await send("GET", USERS, { key });
  const { envelope, users } = pageIn(body);
  t.equal(status, 200);
  t.strictSame(envelope, { total: 2, per_page: 20, current_page: 1, last_page: 1, from: 1, to: 2 });
  t.strictSame(users[1], {
    id: bob.id,
    email_address: bob.email,
    name: "Bob",
    locale: "en",
    created_at: "2026-01-01T12:00:00Z",
    updated_at: "2026-01-01T12:00:00Z",
    deleted_at: null,
    logins: [
      {
        id: 2,
        user_id: bob.id,
        ip_address: "127.0.0.1",
        user_agent: "node",
        referer: "",
        via_remember: 0,
        created_at: "2026-01-01T12:00:00Z",
        updated_at: "2026-01-01T12:00:00Z",
        deleted_at: null,
      },
    ],
  });
  t.equal(users[0]?.id, ann.id);
});

t.test("listUsers: orders users by id, leaves out deleted ones, and returns empty pages after the last", async (t) => {
  const { app, key, context } = await openUsers(t);
  const users = usersOf(app, key);
  const { database, clock } = context;
  const now = clock();
  await insertAccounts(database, 43, (number) => ({ deleted_at: number % 7 === 0 ? now : null }));
  const present = await database
    .selectFrom("accounts")
    .select("id")
    .where("deleted_at", "is", null)
    .orderBy("id")
    .execute();
  t.equal(present.length, 38);

  const pages = [
    await users.listUsers({ limit: 15 }),
    await users.listUsers({ limit: 15, page: 2 }),
    await users.listUsers({ limit: 15, page: 3 }),
  ].map(({ users: { data, ...envelope } }) => ({ envelope, ids: data.map(({ id }) => id) }));
  t.same(
    pages.flatMap(({ ids }) => ids),
    present.map(({ id }) => id),
  );
  const all: number[] = [];
  for await (const { id } of users.all({ limit: 15 })) all.push(id);
  t.same(
    all,
    present.map(({ id }) => id),
  );
  const common = { total: 38, per_page: 15, last_page: 3 };
  t.strictSame(
    pages.map(({ envelope }) => envelope),
    [
      { ...common, current_page: 1, from: 1, to: 15 },
      { ...common, current_page: 2, from: 16, to: 30 },
      { ...common, current_page: 3, from: 31, to: 38 },
    ],
  );
  for (const page of [4, 5, Number.MAX_SAFE_INTEGER]) {
    const empty = await users.listUsers({ limit: 15, page });
    t.strictSame(empty.users, { ...common, current_page: page, from: 0, to: 0, data: [] }, `page ${page}`);
  }
  t.equal((await users.listUsers({ limit: 100 })).users.data.length, 38);
  t.equal((await users.listUsers({ limit: 19 })).users.last_page, 2, "the last page can be full");
});

t.test("listUsers: returns 400 for invalid page parameters", async (t) => {
  const { send, key } = await openUsers(t);
  for (const query of [
    "limit=0",
    "limit=101",
    "limit=x",
    "limit=1.5",
    "page=0",
    "page=-1",
    "page=1e999",
    "page=",
    "limit=1&limit=2",
  ])
    t.equal((await send("GET", `${USERS}?${query}`, { key })).status, 400, query);
});

t.test("listUsers, getUser: return the newest 20 logins, newest first", async (t) => {
  const { app, key, ann, bob, context } = await openUsers(t);
  await logIn(app.send, ann);
  const users = usersOf(app, key);
  const rows = Array.from({ length: 25 }, (_, number) => ({
    account_id: bob.id,
    ip_address: `192.0.2.${number}`,
    user_agent: "Tester",
    referer: "https://example.com/",
    via_remember: 1 as const,
    created_at: context.clock() + number * 1000,
  }));
  await context.database.insertInto("logins").values(rows).execute();
  const [ofAnn, ofBob] = (await users.listUsers()).users.data;
  const { logins } = await users.getUser(bob.id);
  t.strictSame(ofBob?.logins, logins);
  t.equal(logins.length, 20);
  t.match(logins[0], { ip_address: "192.0.2.24", via_remember: 1, created_at: "2026-01-01T12:00:24Z" });
  t.match(logins[19], { ip_address: "192.0.2.5" });
  t.equal(ofAnn?.logins.length, 1);
});

t.test("getUser: returns all fields of a user except the e-mail address and the deletion time", async (t) => {
  const { send, key, bobsKey, bob, bobs, pathOf } = await openUsers(t);
  const { status, body } = await send("GET", bobs, { key });
  t.equal(status, 200);
  t.strictSame(Object.keys(fieldsOf(body)), ["status", "id", "name", "locale", "created_at", "updated_at", "logins"]);
  t.match(body, { status: { code: 200 }, id: bob.id, name: "Bob", created_at: TIME, updated_at: TIME });
  t.strictSame((await send("GET", bobs, { key: bobsKey })).body, body, "the same for every caller");
  for (const id of [999, Number.MAX_SAFE_INTEGER]) t.equal((await send("GET", pathOf(id), { key })).status, 404);
  for (const id of ["x", "1.5", "0", "-1", "9007199254740993", "1e999", "0x2", "2e0", "+2", "02", "%202", "2.0"])
    t.equal((await send("GET", `/api/v1/users/${id}.json`, { key })).status, 400, id);
});

t.test("createUser: creates an account that has the given fields and can log in", async (t) => {
  const { send, key, context } = await openUsers(t);
  const { status, body, headers } = await send("POST", USERS, { key, body: { ...EVE, id: 99, registered_at: 1 } });
  t.equal(status, 201);
  t.strictSame(body, { status: { code: 201, message: "User Account was successfully created." } });
  const account = await accounts.findByEmail(context.database, EVE.email_address);
  t.match(account, { email: "Eve@example.com", name: "Eve", locale: "sv", active: 1, user_level: 3 });
  t.equal(headers.get("location"), `/api/v1/users/${account?.id}.json`);
  t.match(await send("GET", headers.get("location") ?? "", { key }), { status: 200, body: { name: "Eve" } });
  t.ok(await logIn(send, { email: EVE.email_address, password: EVE.password }));
});

t.test("createUser: an inactive account can't log in", async (t) => {
  const { send, key } = await openUsers(t);
  t.equal((await send("POST", USERS, { key, body: { ...EVE, active: false } })).status, 201);
  const { status } = await send("POST", "/api/user/login", {
    body: { email: EVE.email_address, password: EVE.password },
  });
  t.equal(status, 401);
});

t.test("createUser, putUser, patchUser: return 422 with messages by field, and write nothing", async (t) => {
  const { send, key, bobs, context } = await openUsers(t);
  const invalid: [object, string][] = [
    [{ email_address: "eve" }, "email_address"],
    [{ email_address: `${"x".repeat(250)}@example.com` }, "email_address"],
    [{ email_address: "ANN@example.com" }, "email_address"],
    [{ email_address: null }, "email_address"],
    [{ password: "short", password_confirmation: "short" }, "password"],
    [{ password: LONG_PASSWORD, password_confirmation: LONG_PASSWORD }, "password"],
    [{ password: 12345678, password_confirmation: 12345678 }, "password"],
    [{ password: "password123", password_confirmation: "password123" }, "password"],
    [{ password: EVE.password, password_confirmation: "Eve's long passwort" }, "password_confirmation"],
    [{ name: "" }, "name"],
    [{ name: "  " }, "name"],
    [{ name: "a\0b" }, "name"],
    [{ name: "x".repeat(256) }, "name"],
    [{ locale: "de" }, "locale"],
    [{ active: 1 }, "active"],
    [{ active: "true" }, "active"],
    [{ user_level: 0 }, "user_level"],
    [{ user_level: 5 }, "user_level"],
    [{ user_level: "4" }, "user_level"],
    [{ user_level: 1.5 }, "user_level"],
  ];
  const before = await context.database.selectFrom("accounts").selectAll().execute();
  for (const [wrong, field] of invalid) {
    const responses = [
      await send("POST", USERS, { key, body: { ...EVE, ...wrong } }),
      await send("PUT", bobs, { key, body: wrong }),
      await send("PATCH", bobs, { key, body: wrong }),
    ];
    for (const { status, body } of responses) {
      t.equal(status, 422, JSON.stringify(wrong).slice(0, 60));
      t.match(body, { status: { code: 422, message: String, errors: { [field]: [String] } } });
    }
  }
  for (const field of Object.keys(EVE)) {
    const { status, body } = await send("POST", USERS, { key, body: { ...EVE, [field]: undefined } });
    t.strictSame({ status, errors: errorsIn(body) }, { status: 422, errors: { [field]: ["is required"] } });
  }
  t.strictSame(
    Object.keys(errorsIn((await send("POST", USERS, { key, body: {} })).body)).sort(),
    Object.keys(EVE).sort(),
    "all fields in one response",
  );
  t.strictSame(await context.database.selectFrom("accounts").selectAll().execute(), before);
});

for (const method of ["PUT", "PATCH"]) {
  t.test(`${method.toLowerCase()}User: an administrator can change every field, one by one`, async (t) => {
    const { send, key, bob, bobs, context, advanceClock } = await openUsers(t);
    const updated = { status: { code: 200, message: "User Account was successfully updated." } };
    const changes: [object, object][] = [
      [{ email_address: "bob@example.org" }, { email: "bob@example.org" }],
      [{ email_address: "BOB@example.org" }, { email: "BOB@example.org" }],
      [{ name: " Robert " }, { name: "Robert" }],
      [{ locale: "sv" }, { locale: "sv" }],
      [{ user_level: 2 }, { user_level: 2 }],
      [{ active: false }, { active: 0 }],
      [
        { active: true, user_level: 3 },
        { active: 1, user_level: 3 },
      ],
    ];
    let expected: object = await accounts.get(context.database, bob.id);
    let version = 1;
    for (const [body, effect] of changes) {
      advanceClock(1_000);
      const response = await send(method, bobs, { key, body: { ...body, deleted_at: 1, unknown: [] } });
      t.strictSame({ status: response.status, body: response.body }, { status: 200, body: updated });
      version += 1;
      expected = { ...expected, ...effect, version, updated_at: context.clock() };
      t.strictSame(await accounts.get(context.database, bob.id), expected, JSON.stringify(body));
    }
    advanceClock(1_000);
    t.equal((await send(method, bobs, { key, body: {} })).status, 200);
    t.equal((await send(method, bobs, { key, body: { id: bob.id } })).status, 200);
    for (const id of [bob.id + 1, [bob.id], null, `0${bob.id}`])
      t.equal((await send(method, bobs, { key, body: { id, name: "x" } })).status, 400, JSON.stringify(id));
    t.strictSame(
      await accounts.get(context.database, bob.id),
      expected,
      "a body without changes leaves updated_at as it was",
    );
  });
}

t.test("patchUser: non-administrators can change their own account, but not `active` or `user_level`", async (t) => {
  const { send, bobsKey: key, bob, bobs, ann, pathOf, context } = await openUsers(t);
  const body = { email_address: "rob@example.com", name: "Rob", locale: "sv" };
  t.equal((await send("PATCH", bobs, { key, body })).status, 200);
  for (const forbidden of [{ active: true }, { user_level: 1 }, { ...body, user_level: 4 }]) {
    const response = await send("PATCH", bobs, { key, body: forbidden });
    t.equal(response.status, 403);
    t.strictSame(response.body, { status: { code: 403, message: "Insufficient privileges. Access forbidden." } });
  }
  t.equal((await send("PATCH", pathOf(ann.id), { key, body: {} })).status, 403);
  t.match(await accounts.get(context.database, bob.id), { email: "rob@example.com", name: "Rob", user_level: 1 });
});

t.test("patchUser: a new password invalidates tokens, but not keys", async (t) => {
  const { send, bobsKey: key, bob, bobs } = await openUsers(t);
  const password = "another long password";
  t.equal((await send("PATCH", bobs, { key, body: { password } })).status, 422, "the password must be confirmed");
  t.equal((await send("PATCH", bobs, { key, body: { password, password_confirmation: password } })).status, 200);
  t.equal((await send("GET", "/api/products", { token: bob.token })).status, 401);
  t.equal((await send("GET", bobs, { key })).status, 200);
  t.equal((await send("POST", "/api/user/login", { body: bob })).status, 401);
  t.ok(await logIn(send, { email: bob.email, password }));
});

t.test("deleteUser: invalidates keys and tokens at once, frees the e-mail address, and keeps the row", async (t) => {
  const { send, key, bobsKey, bob, bobs, context } = await openUsers(t);
  const deleted = await send("DELETE", bobs, { key, headers: { "content-type": "application/json" } });
  t.equal(deleted.status, 200);
  t.strictSame(deleted.body, { status: { code: 200, message: "User Account was successfully deleted." } });
  t.equal((await send("GET", bobs, { key: bobsKey })).status, 401);
  t.equal((await send("GET", "/api/products", { token: bob.token })).status, 401);
  t.equal((await send("POST", "/api/user/login", { body: bob })).status, 401);
  for (const method of ["GET", "PUT", "DELETE"])
    t.equal((await send(method, bobs, { key, ...(method === "PUT" && { body: {} }) })).status, 404, method);
  t.equal(pageIn((await send("GET", USERS, { key })).body).envelope.total, 1);
  t.equal((await send("POST", USERS, { key, body: { ...EVE, email_address: bob.email } })).status, 201);
  t.match(await context.database.selectFrom("accounts").selectAll().where("id", "=", bob.id).executeTakeFirst(), {
    email: bob.email,
    deleted_at: context.clock(),
  });
});
