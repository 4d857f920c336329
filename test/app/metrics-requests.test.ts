import t from "tap";
import { sendRaw } from "#contract/test/raw";
import { openDatabaseFile, withFullQueue } from "../support/database-file.ts";
import { openMeasuredApp } from "../support/metrics.ts";
import { createPerson, registrationOf } from "../support/people.ts";

const GET_PRODUCT = 'api="catalogue",operation="getProduct"';

t.test("responses are counted by API, operation and status, with their durations", async (t) => {
  const { send, scrape } = await openMeasuredApp(t);
  await send("GET", `/api/products/${"0".repeat(24)}`);
  await send("GET", `/api/products/${"1".repeat(24)}`);
  await send("GET", "/api/products/x");
  const samples = await scrape();
  t.equal(samples.get(`triptych_http_requests_total{${GET_PRODUCT},status="404"}`), 2);
  t.equal(samples.get(`triptych_http_requests_total{${GET_PRODUCT},status="400"}`), 1);
  t.equal(samples.get(`triptych_http_request_duration_seconds_count{${GET_PRODUCT}}`), 3);
  t.equal(samples.get(`triptych_http_request_duration_seconds_bucket{${GET_PRODUCT},le="+Inf"}`), 3);
  t.ok((samples.get(`triptych_http_request_duration_seconds_sum{${GET_PRODUCT}}`) ?? 0) > 0);
  await send("GET", "/api/products/y");
  t.equal((await scrape()).get(`triptych_http_requests_total{${GET_PRODUCT},status="400"}`), 2, "a later scrape");
});

t.test("getUser is counted separately for the two APIs that have it", async (t) => {
  const { send, read } = await openMeasuredApp(t);
  await send("GET", "/api/v1/users/1.json", { headers: { "user-agent": "x" } });
  t.equal(await read('triptych_http_requests_total{api="users",operation="getUser",status="401"}'), 1);
  t.equal(await read('triptych_http_requests_total{api="collections",operation="getUser",status="401"}'), 0);
});

t.test("pages are counted by method and route, without what the client wrote into the URL", async (t) => {
  const { send, read, scrape } = await openMeasuredApp(t);
  await send("GET", "/account/sign-in?next=/secret");
  await send("GET", "/health/live");
  t.equal(await read('triptych_http_requests_total{api="other",operation="GET /account/sign-in",status="200"}'), 1);
  t.equal(await read('triptych_http_requests_total{api="other",operation="GET /health/live",status="200"}'), 1);
  t.notMatch([...(await scrape()).keys()].join(), /secret/);
});

t.test("unknown paths and methods share one operation, however many a client invents", async (t) => {
  const { send, read, scrape } = await openMeasuredApp(t);
  for (let number = 0; number < 20; number++) await send("GET", `/api/unknown-${number}`);
  await send("PATCH", "/api/products");
  await send("GET", '/rest/v1/"quoted"\\');
  t.equal(await read('triptych_http_requests_total{api="other",operation="unmatched",status="404"}'), 21);
  t.equal(await read('triptych_http_requests_total{api="other",operation="unmatched",status="405"}'), 1);
  t.notMatch([...(await scrape()).keys()].join(), /unknown-|quoted/);
});

t.test("what is not HTTP is counted as malformed, without a duration", async (t) => {
  const { base, read } = await openMeasuredApp(t);
  await sendRaw(base, "nonsense\r\n\r\n");
  t.equal(await read('triptych_http_requests_total{api="other",operation="malformed",status="400"}'), 1);
  t.equal(await read('triptych_http_request_duration_seconds_count{api="other",operation="malformed"}'), 0);
});

t.test("a streamed response is counted once it has been sent", async (t) => {
  const { send, until } = await openMeasuredApp(t);
  await send("GET", "/api/products");
  t.equal(
    await until('triptych_http_requests_total{api="catalogue",operation="listProducts",status="200"}', Boolean),
    1,
  );
});

t.test("cached responses are counted like others, and as cache hits", async (t) => {
  const { database } = await openDatabaseFile(t);
  const app = await openMeasuredApp(t, {}, { database });
  const { token } = await createPerson(app, "Ann");
  await app.send("POST", "/api/products", { token, body: { name: "Lamp", price: 1 } });
  const before = await app.scrape();
  for (let time = 0; time < 5; time++) await app.send("GET", "/api/products?limit=1");
  const after = await app.scrape();
  const increase = (sample: string) => (after.get(sample) ?? 0) - (before.get(sample) ?? 0);
  t.equal(increase('triptych_http_requests_total{api="catalogue",operation="listProducts",status="200"}'), 5);
  t.equal(increase('triptych_response_cache_requests_total{result="miss"}'), 2, "the second one is cached");
  t.equal(increase('triptych_response_cache_requests_total{result="hit"}'), 3);
  t.ok((after.get("triptych_response_cache_bytes") ?? 0) > 0);
});

t.test("a response that violates its contract is counted", async (t) => {
  const app = await openMeasuredApp(
    t,
    {},
    {
      extend: (server) =>
        server.addHook("onSend", (_request, reply, _payload, done) => {
          reply.header("x-unlisted", "1");
          done();
        }),
    },
  );
  t.equal(await app.read("triptych_contract_mismatches_total"), 0);
  await app.send("GET", "/api/products?limit=1");
  t.equal(await app.read("triptych_contract_mismatches_total"), app.violations.splice(0).length);
});

const refused = (reason: string) => `triptych_refused_requests_total{reason="${reason}"}`;

t.test("refused requests are counted by reason: rate limits, registrations, and logins on API and page", async (t) => {
  const { send, scrape } = await openMeasuredApp(t, {
    RATE_LIMIT_PER_HOUR: "1",
    COLLECTIONS_LIMIT_PER_MINUTE: "1",
    REGISTRATIONS_PER_HOUR: "1",
    LOGIN_LIMIT_PER_MINUTE: "1",
  });
  for (let time = 0; time < 3; time++) await send("GET", "/api/v1/users.json", { headers: { "user-agent": "x" } });
  for (let time = 0; time < 2; time++) await send("GET", "/rest/v1/collections");
  for (const name of ["Ann", "Bob"]) await send("POST", "/api/user/register", { body: registrationOf(name) });
  const wrong = { email: "ann@example.com", password: "not her password" };
  for (let time = 0; time < 2; time++) await send("POST", "/api/user/login", { body: wrong });
  const samples = await scrape();
  t.equal(samples.get(refused("rate")), 3);
  t.equal(samples.get(refused("registrations")), 1);
  t.equal(samples.get(refused("logins")), 1);
  t.equal(samples.get(refused("quota")), 0, "listed before it happens, so that the first one is an increase");
});

t.test("refused requests are counted by reason: writes beyond the queue", async (t) => {
  const { database } = await openDatabaseFile(t);
  const app = await openMeasuredApp(t, {}, { database });
  const { token } = await createPerson(app, "Ann");
  const create = () => app.send("POST", "/api/products", { token, body: { name: "Lamp", price: 1 } });
  const { result, outcomes } = await withFullQueue(database, async () => {
    const { status } = await create();
    return { status, queued: await app.read('triptych_queue_length{queue="writes"}') };
  });
  await outcomes;
  t.equal(result.status, 503);
  t.ok(result.queued >= (await app.read('triptych_queue_limit{queue="writes"}')), `${result.queued} writes`);
  t.equal(await app.read(refused("writes")), 1);
  t.equal(await app.until('triptych_queue_length{queue="writes"}', (length) => length === 0), 0);
});

t.test("refused requests are counted by reason: a database that is unavailable", async (t) => {
  const { database, other } = await openDatabaseFile(t, { lockTimeout: 1 });
  const app = await openMeasuredApp(t, {}, { database });
  const { token } = await createPerson(app, "Ann");
  other.exec("begin exclusive");
  t.equal((await app.send("POST", "/api/products", { token, body: { name: "Lamp", price: 1 } })).status, 503);
  other.exec("rollback");
  t.equal(await app.read(refused("dependency")), 1);
});
