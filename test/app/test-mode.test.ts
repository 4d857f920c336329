import Fastify from "fastify";
import t from "tap";
import { triptych } from "triptych/tap";
import { readInMemoryConfig } from "../../src/settings/config.ts";
import { isPublic, registerFaults } from "../../src/testing/test-mode.ts";
import { openApp, type Send, type SendOptions, sender } from "../support/app.ts";
import { logIn } from "../support/people.ts";

/** Sends a GET request. Returns the body with the type that the test expects. */
async function get<Body>(send: Send, path: string, options: SendOptions = {}): Promise<Body> {
  // A response of another shape fails the assertions on the body.
  return (await send("GET", path, options)).body as Body;
}

interface UserList {
  readonly users: { readonly data: readonly { readonly id: number; readonly name: string }[] };
}

interface CollectionBody {
  readonly item: {
    readonly title: string;
    readonly count: number;
    readonly color: string;
    readonly cover: readonly [string];
    readonly parent: { readonly $id: number };
  };
}

interface Statistics {
  readonly items: readonly { readonly _id: number; readonly count: number }[];
}

t.test(
  "the server holds the fixtures: accounts with keys and passwords, products, collections, items, a cover",
  async (t) => {
    const { base, fixtures } = await triptych(t);
    const send = sender(base);
    const { administrator, ...others } = fixtures.accounts;
    const { users } = await get<UserList>(send, "/api/v1/users.json", { key: administrator.key });
    t.same(
      users.data.map(({ id, name }) => [id, name]),
      Object.values(fixtures.accounts).map(({ id, name }) => [id, name]),
    );
    for (const person of Object.values(others)) t.match(await logIn(send, person), /^[\w-]+\.[\w-]+\.[\w-]+$/);
    t.equal((await get<unknown[]>(send, "/api/products")).length, 3);
    for (const { id, name } of Object.values(fixtures.products)) {
      t.match((await send("GET", `/api/products/${id}`)).body, [{ id, name }]);
    }

    const headers = { authorization: `Bearer ${administrator.key}` };
    const { databases, development } = fixtures.collections;
    const { item } = await get<CollectionBody>(send, `/rest/v1/collection/${databases.id}`, { headers });
    t.same([item.title, item.count, item.color, item.parent.$id], ["Databases", 1, "#d08040", development.id]);
    const [cover] = item.cover;
    t.ok(cover.startsWith(`${base}/`), "links start with the server's own address");
    t.equal((await fetch(cover)).headers.get("content-type"), "image/webp");
    const statistics = await get<Statistics>(send, "/rest/v1/user/stats", { headers });
    t.same(
      statistics.items.map(({ _id, count }) => [_id, count]),
      [
        [0, 4],
        [-1, 1],
        [-99, 1],
        [7, 2],
        [8, 1],
        [9, 0],
      ],
    );
    for (const { id, title } of Object.values(fixtures.items)) {
      t.match((await send("GET", `/rest/v1/raindrop/${id}`, { headers })).body, { item: { _id: id, title } });
    }
  },
);

t.test("a reset restores the fixtures, the request count and the next ids", async (t) => {
  const { base, fixtures, reset } = await triptych(t, { RATE_LIMIT_PER_HOUR: "5" });
  const send = sender(base);
  const { administrator, member } = fixtures.accounts;
  const headers = { authorization: `Bearer ${administrator.key}` };
  const readAll = async () => {
    const paths = ["/api/products", "/rest/v1/collections", "/rest/v1/collections/childrens", "/rest/v1/raindrops/0"];
    const bodies = await Promise.all(paths.map(async (path) => (await send("GET", path, { headers })).body));
    return [...bodies, (await send("GET", "/api/v1/users.json", { key: administrator.key })).body].map((body) =>
      JSON.stringify(body).replaceAll(/cover\/[\w-]{22}/g, "cover/<id>"),
    );
  };
  const before = await readAll();
  const overHttp = async () => t.equal((await send("POST", "/__test__/reset")).status, 204);
  for (const restore of [overHttp, reset]) {
    await send("POST", "/api/products", { token: await logIn(send, member), body: { name: "New", price: 1 } });
    await send("DELETE", "/rest/v1/collection/7", { headers });
    await send("DELETE", `/api/v1/users/${member.id}.json`, { key: administrator.key });
    await send("POST", "/api/user/register", {
      body: { name: "Eve", email: "eve@example.com", password: "a password of Eve" },
    });
    t.notSame(await readAll(), before);
    await restore();
    t.same(await readAll(), before);
  }
  const { headers: counted } = await send("GET", "/api/v1/users.json", { key: administrator.key });
  t.equal(counted.get("x-ratelimit-remaining"), "3", "two of five requests since the reset");
  const created = await send("POST", "/rest/v1/collection", { headers, body: { title: "Next" } });
  t.match(created.body, { item: { _id: 11 } });
});

t.test("X-Test-Fault makes a request fail in the error format of its contract, without side effects", async (t) => {
  const { base, fixtures } = await triptych(t);
  const send = sender(base);
  const { key } = fixtures.accounts.administrator;
  const users = (fault: string) => send("GET", "/api/v1/users.json", { key, headers: { "x-test-fault": fault } });
  for (const [fault, retryAfter] of [
    ["429", "1"],
    ["500", null],
    ["503", "1"],
  ] as const) {
    const { status, headers, body } = await users(fault);
    t.equal(status, Number(fault));
    t.equal(headers.get("retry-after"), retryAfter);
    t.match(body, { status: { code: status, message: String } });
  }
  const [collections, products] = await Promise.all(
    ["/rest/v1/collections", "/api/products"].map((path) =>
      send("GET", path, { headers: { authorization: `Bearer ${key}`, "x-test-fault": "503" } }),
    ),
  );
  t.match(collections, { status: 503, body: { result: false, status: 503 } });
  t.match(products, { status: 503, body: { error: String } });
  await send("POST", "/rest/v1/collection", {
    headers: { authorization: `Bearer ${key}`, "x-test-fault": "500" },
    body: { title: "Not created" },
  });
  const headers = { authorization: `Bearer ${key}` };
  t.equal((await get<Statistics>(send, "/rest/v1/user/stats", { headers })).items.length, 6);

  t.equal((await users("slow=1")).status, 200);
  for (const fault of ["418", "slow=20001", "constructor", "slow=-1", "slow", ""])
    t.equal((await users(fault)).status, 400, fault);
});

t.test("X-Test-Fault: slow=MS delays the handler by MS milliseconds", async (t) => {
  const app = Fastify();
  t.teardown(() => app.close());
  const events: unknown[] = [];
  registerFaults(app, async (ms) => void events.push(ms));
  app.get("/", async () => events.push("handler"));
  for (const fault of ["slow=120", "slow=20000"])
    t.equal((await app.inject({ url: "/", headers: { "x-test-fault": fault } })).statusCode, 200);
  t.same(events, [120, "handler", 20_000, "handler"]);
});

t.test("there is no test mode without --ephemeral", async (t) => {
  const { send } = await openApp(t);
  for (const path of ["/__test__/reset", "/__test__/fixtures"]) {
    for (const method of ["POST", "GET"]) t.equal((await send(method, path)).status, 404);
  }
  for (const fault of ["429", "500", "503", "slow=60000", "nonsense"]) {
    t.equal((await send("GET", "/api/products", { headers: { "x-test-fault": fault } })).status, 200);
  }
});

t.test("concurrent resets and writes leave the fixtures complete", async (t) => {
  const { base, fixtures } = await triptych(t);
  const send = sender(base);
  const headers = { authorization: `Bearer ${fixtures.accounts.administrator.key}` };
  const items = Array.from({ length: 10 }, () => ({ link: "https://other.example/" }));
  let isOver = false;
  const write = async () => {
    while (!isOver) await send("POST", "/rest/v1/raindrops", { headers, body: { items } });
  };
  const writers = [write(), write(), write()];
  for (let round = 0; round < 5; round++) {
    const resets = await Promise.all([1, 2, 3].map(() => send("POST", "/__test__/reset")));
    t.same(
      resets.map(({ status }) => status),
      [204, 204, 204],
    );
    for (const { id, title } of Object.values(fixtures.items))
      t.match((await send("GET", `/rest/v1/raindrop/${id}`, { headers })).body, { item: { _id: id, title } });
  }
  isOver = true;
  await Promise.all(writers);
});

t.test("triptych() works in tests of Node's own test runner", async (t) => {
  const { base } = await triptych({ after: (close) => t.teardown(close) });
  t.equal((await fetch(`${base}/api/products`)).status, 200);
});

t.test("isPublic: true for hosts that other machines may reach", async (t) => {
  const hosts = ["127.0.0.1", "::1", "localhost", "0.0.0.0", "192.0.2.1"];
  t.same(
    hosts.map((HOST) => isPublic(readInMemoryConfig({ HOST }))),
    [false, false, false, true, true],
  );
});

t.test("triptych() rejects invalid settings", async (t) => {
  await t.rejects(triptych(t, { RATE_LIMIT_PER_HOUR: "many" }), { message: /RATE_LIMIT_PER_HOUR/ });
});
