import t from "tap";
import * as accounts from "../../../src/accounts/accounts.ts";
import { EVE, openUsers, USERS } from "../../support/users.ts";
import { errorsIn } from "./fields.ts";

t.test(
  "getUser: returns 304 for a current entity tag; putUser, patchUser, deleteUser: return 412 for an outdated one",
  async (t) => {
    const { send, key, bobsKey, bobs, context, bob } = await openUsers(t);
    const { headers } = await send("GET", bobs, { key });
    const etag = headers.get("etag") ?? "";
    t.match(etag, /^"[^"]+"$/);
    t.equal((await send("GET", bobs, { key: bobsKey, headers: { "if-none-match": etag } })).status, 304);
    const list = await send("GET", USERS, { key });
    t.equal(
      (await send("GET", USERS, { key, headers: { "if-none-match": list.headers.get("etag") ?? "" } })).status,
      304,
    );

    for (const [method, body] of [
      ["PUT", { name: "x" }],
      ["PATCH", {}],
      ["DELETE", undefined],
    ] as const)
      t.equal((await send(method, bobs, { key, body, headers: { "if-match": '"old"' } })).status, 412, method);
    t.match(await accounts.get(context.database, bob.id), { name: "Bob" });
    t.equal((await send("PATCH", bobs, { key, body: { name: "Rob" }, headers: { "if-match": etag } })).status, 200);
    t.equal((await send("DELETE", bobs, { key, headers: { "if-match": etag } })).status, 412);
    t.equal((await send("DELETE", bobs, { key, headers: { "if-match": "*" } })).status, 200);
  },
);

t.test("the entity tag changes with every update, also of a field that getUser does not return", async (t) => {
  const { send, key, bobs } = await openUsers(t);
  const password = "another long password";
  for (const hidden of [
    { user_level: 2 },
    { email_address: "rob@example.com" },
    { active: false },
    { password, password_confirmation: password },
  ]) {
    const etag = (await send("GET", bobs, { key })).headers.get("etag") ?? "";
    t.equal((await send("PATCH", bobs, { key, body: hidden, headers: { "if-match": etag } })).status, 200);
    for (const [method, body] of [
      ["PATCH", { user_level: 4 }],
      ["DELETE", undefined],
    ] as const)
      t.equal(
        (await send(method, bobs, { key, body, headers: { "if-match": etag } })).status,
        412,
        JSON.stringify(hidden),
      );
    t.equal((await send("GET", bobs, { key, headers: { "if-none-match": etag } })).status, 200);
  }
});

t.test("listUsers: returns 400 if the User-Agent is empty, even without a key", async (t) => {
  const { send, key } = await openUsers(t);
  const message = "Invalid User-Agent. Please, make sure your request has a proper User-Agent header.";
  for (const agent of ["", " "]) {
    const { status, body } = await send("GET", USERS, { key, headers: { "user-agent": agent } });
    t.strictSame({ status, body }, { status: 400, body: { status: { code: 400, message } } });
  }
  t.equal((await send("GET", USERS, { headers: { "user-agent": "" } })).status, 400, "before authentication");
  t.equal((await send("GET", USERS, { key, headers: { "user-agent": "x" } })).status, 200);
});

t.test("USER_AGENT_POLICY=contact: returns 400 unless the User-Agent has a link or an e-mail address", async (t) => {
  const { send, key } = await openUsers(t, { USER_AGENT_POLICY: "contact" });
  const status = async (agent: string) => (await send("GET", USERS, { key, headers: { "user-agent": agent } })).status;
  for (const agent of ["sync (https://example.com/sync)", "sync/1.0 http://example.com", "sync (ann@example.com)"])
    t.equal(await status(agent), 200, agent);
  for (const agent of ["sync", "curl/8.0", "sync (ann at example)", "Mozilla/5.0 (X11; Linux x86_64)"])
    t.equal(await status(agent), 400, agent);
});

t.test("patchUser: returns 415 unless the body is JSON in UTF-8", async (t) => {
  const { send, key, bobs } = await openUsers(t);
  const status = async (type: string) =>
    (await send("PATCH", bobs, { key, body: "{}", headers: { "content-type": type } })).status;
  for (const type of ["application/json", "application/json; charset=utf-8", 'Application/JSON;charset="UTF-8"'])
    t.equal(await status(type), 200, type);
  for (const type of ["text/plain", "application/json; charset=latin1", "application/x-www-form-urlencoded", "x"])
    t.equal(await status(type), 415, type);
});

t.test("patchUser, getUser: names with emoji, Hebrew, HTML, SQL or line breaks are stored unchanged", async (t) => {
  const { send, key, bobs } = await openUsers(t);
  for (const name of [
    "👩‍👩‍👧 שלום",
    "<script>alert(1)</script>",
    "'; drop table accounts; --",
    "å\r\nx",
    "a".repeat(255),
  ]) {
    t.equal((await send("PATCH", bobs, { key, body: { name } })).status, 200);
    t.hasStrict(await send("GET", bobs, { key }), { status: 200, body: { name } });
  }
});

t.test("listUsers: HEAD returns the headers of GET without a body", async (t) => {
  const { send, key } = await openUsers(t);
  const [get, head] = [await send("GET", USERS, { key }), await send("HEAD", USERS, { key })];
  t.match(head, { status: 200, body: "" });
  for (const name of ["etag", "content-length"]) t.equal(head.headers.get(name), get.headers.get(name));
});

t.test("putUser, patchUser: of five parallel requests with the same If-Match, one succeeds", async (t) => {
  const { send, key, bobs, context, bob, advanceClock } = await openUsers(t);
  for (let round = 0; round < 5; round++) {
    advanceClock(1_000);
    const headers = { "if-match": (await send("GET", bobs, { key })).headers.get("etag") ?? "" };
    const names = Array.from({ length: 5 }, (_, number) => `Bob ${round} ${number}`);
    const responses = await Promise.all(
      names.map((name, number) => send(number % 2 === 0 ? "PUT" : "PATCH", bobs, { key, body: { name }, headers })),
    );
    t.same(responses.map(({ status }) => status).sort(), [200, 412, 412, 412, 412]);
    const written = names[responses.findIndex(({ status }) => status === 200)];
    t.equal((await accounts.get(context.database, bob.id)).name, written, "only the successful change is written");
  }
});

t.test("patchUser: returns the errors of all fields in one response", async (t) => {
  const { send, key, bobs } = await openUsers(t);
  const body = {
    email_address: "x",
    password: "x",
    password_confirmation: 1,
    name: "",
    locale: "",
    active: 0,
    user_level: 9,
  };
  const response = await send("PATCH", bobs, { key, body });
  t.strictSame(Object.keys(errorsIn(response.body)).sort(), Object.keys(EVE).sort());
});
