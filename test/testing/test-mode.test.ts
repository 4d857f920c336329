import { existsSync } from "node:fs";
import t from "tap";
import { triptych } from "triptych/tap";
import { readConfigInMemory } from "../../src/config.ts";
import { isPublic } from "../../src/testing/test-mode.ts";
import { openApp, sender } from "../support/app.ts";
import { logIn } from "../support/people.ts";
import { startServer } from "../support/process.ts";

t.test(
  "the story is there: accounts of all levels with keys and passwords, products, a tree with items and a cover",
  async (t) => {
    const { base, fixtures } = await triptych(t);
    const send = sender(base);
    const { administrator, ...others } = fixtures.accounts;
    const { body: users } = await send("GET", "/api/v1/users.json", { key: administrator.key });
    t.same(
      Object(users).users.data.map(({ id, name }: Record<string, unknown>) => [id, name]),
      Object.values(fixtures.accounts).map(({ id, name }) => [id, name]),
    );
    for (const person of Object.values(others)) t.match(await logIn(send, person), /^[\w-]+\.[\w-]+\.[\w-]+$/);
    const { body: products } = await send("GET", "/api/products");
    t.same(Object(products).length, 3);
    for (const { id, name } of Object.values(fixtures.products)) {
      t.match((await send("GET", `/api/products/${id}`)).body, [{ id, name }]);
    }

    const headers = { authorization: `Bearer ${administrator.key}` };
    const { body: cooking } = await send("GET", `/rest/v1/collection/${fixtures.collections.cooking.id}`);
    const { title, count, cover, color, parent } = Object(cooking).item;
    t.same([title, count, color, parent.$id], ["Cooking", 2, "#d08040", fixtures.collections.home.id]);
    t.ok(cover[0].startsWith(`${base}/`), "links name the server as it is reached");
    t.equal((await fetch(cover[0])).headers.get("content-type"), "image/webp");
    const { body: statistics } = await send("GET", "/rest/v1/user/stats", { headers });
    const counts = Object(statistics).items.map(({ _id, count }: Record<string, unknown>) => [_id, count]);
    t.same(counts, [
      [0, 4],
      [-1, 1],
      [-99, 1],
      [1, 1],
      [2, 2],
      [3, 0],
    ]);
    for (const { id, title } of Object.values(fixtures.items)) {
      t.match((await send("GET", `/rest/v1/raindrop/${id}`, { headers })).body, { item: { _id: id, title } });
    }
  },
);

t.test("a reset forgets what has happened, and counts from the beginning", async (t) => {
  const { base, fixtures, reset } = await triptych(t, { RATE_LIMIT_PER_HOUR: "5" });
  const send = sender(base);
  const { administrator, member } = fixtures.accounts;
  const headers = { authorization: `Bearer ${administrator.key}` };
  const everything = async () => {
    const paths = ["/api/products", "/rest/v1/collections", "/rest/v1/collections/childrens", "/rest/v1/raindrops/0"];
    const answers = await Promise.all(paths.map(async (path) => (await send("GET", path, { headers })).body));
    return [...answers, (await send("GET", "/api/v1/users.json", { key: administrator.key })).body].map((answer) =>
      JSON.stringify(answer).replaceAll(/cover\/[\w-]{22}/g, "cover/<id>"),
    );
  };
  const before = await everything();
  for (const ask of [async () => (await fetch(`${base}/__test__/reset`, { method: "POST" })).status, reset]) {
    const { body: token } = await send("POST", "/api/user/login", { body: member });
    await send("POST", "/api/products", { token: Object(token).data, body: { name: "New", price: 1 } });
    await send("DELETE", "/rest/v1/collection/1", { headers });
    await send("DELETE", `/api/v1/users/${member.id}.json`, { key: administrator.key });
    await send("POST", "/api/user/register", {
      body: { name: "Eve", email: "eve@example.com", password: "x".repeat(8) },
    });
    t.notSame(await everything(), before);
    t.ok([204, undefined].includes((await ask()) ?? undefined));
    t.same(await everything(), before);
  }
  const { headers: counted } = await send("GET", "/api/v1/users.json", { key: administrator.key });
  t.equal(counted.get("x-ratelimit-remaining"), "3");
  const made = await send("POST", "/rest/v1/collection", { headers, body: { title: "Next" } });
  t.equal(Object(made.body).item._id, 4, "ids are those of the first time");
});

t.test("an answer fails as it is asked to, in its contract's envelope, and nothing is done", async (t) => {
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
    body: { title: "Not made" },
  });
  const { body } = await send("GET", "/rest/v1/user/stats", { headers: { authorization: `Bearer ${key}` } });
  t.equal(Object(body).items.length, 6);

  const start = performance.now();
  t.equal((await users("slow=120")).status, 200);
  t.ok(performance.now() - start >= 119);
  for (const wrong of ["418", "slow=20001", "constructor", "slow=-1", "slow", ""])
    t.equal((await users(wrong)).status, 400, wrong);
});

t.test("without the flag there is no test mode", async (t) => {
  const { send } = await openApp(t);
  for (const path of ["/__test__/reset", "/__test__/story"]) {
    for (const method of ["POST", "GET"]) t.equal((await send(method, path)).status, 404);
  }
  for (const fault of ["429", "500", "503", "slow=60000", "nonsense"]) {
    t.equal((await send("GET", "/api/products", { headers: { "x-test-fault": fault } })).status, 200);
  }
});

t.test("start --ephemeral: tells its story, and touches no database that there is", async (t) => {
  const folder = t.testdir();
  const server = await startServer(t, { DATABASE_URL: `sqlite:${folder}/real.db` }, ["--ephemeral"]);
  const send = sender(server.base);
  const { key } = Object((await send("GET", "/__test__/story")).body).accounts.administrator;
  t.equal((await send("GET", "/api/v1/users/4.json", { key })).status, 200);
  t.equal((await send("POST", "/__test__/reset")).status, 204);
  t.notOk(existsSync(`${folder}/real.db`));
});

t.test("resets at the same time as each other and as writers leave the story whole", async (t) => {
  const { base, fixtures } = await triptych(t);
  const send = sender(base);
  const headers = { authorization: `Bearer ${fixtures.accounts.administrator.key}` };
  const items = Array.from({ length: 100 }, () => ({ link: "https://other.example/" }));
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

t.test("a test of Node's own runner may use it too", async (t) => {
  const { base } = await triptych({ after: (close) => t.teardown(close) });
  t.equal((await fetch(`${base}/api/products`)).status, 200);
});

t.test("whoever starts it is warned where other machines may reach it", async (t) => {
  const hosts = ["127.0.0.1", "::1", "localhost", "0.0.0.0", "192.0.2.1"];
  t.same(
    hosts.map((HOST) => isPublic(readConfigInMemory({ HOST }))),
    [false, false, false, true, true],
  );
});

t.test("settings that are not valid are refused", async (t) => {
  await t.rejects(triptych(t, { RATE_LIMIT_PER_HOUR: "many" }), { message: /RATE_LIMIT_PER_HOUR/ });
});
