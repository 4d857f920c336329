import { setImmediate } from "node:timers/promises";
import t from "tap";
import type { Failure } from "#contract/failure";
import type { KeyedRequest } from "#contract/request/keyed-request";
import { once } from "../../src/api/once.ts";
import { deleteExpired, ExpiryWorker } from "../../src/idempotency/expiry.ts";
import { find, LIFETIME_MS } from "../../src/idempotency/stored-responses.ts";
import { engine, openTestDatabase } from "../support/databases.ts";

const NOW = Date.UTC(2026, 0, 1, 12);
const clock = () => NOW;

function requestOf(key: string, accountId = 1): KeyedRequest {
  return { accountId, key, fingerprint: "same", formerFingerprint: async () => undefined };
}

/** A response whose JSON has this length, in bytes. */
function responseOf(length: number) {
  const empty = JSON.stringify({ status: 200, body: "" }).length;
  return { status: 200, body: "é".repeat(Math.floor((length - empty) / 2)) + "x".repeat((length - empty) % 2) };
}

t.test("once: without a key, calls `respond` with the database instead of a transaction", async (t) => {
  const database = await openTestDatabase(t);
  t.same(await once(database, clock, undefined, async (handle) => ({ status: 200, body: handle === database })), {
    status: 200,
    body: true,
  });
  t.same(await database.selectFrom("stored_responses").selectAll().execute(), []);
});

t.test("once: a second call with the key returns the response of the first", async (t) => {
  const database = await openTestDatabase(t);
  const request = requestOf("same key");
  await once(database, clock, request, async () => ({ status: 201, headers: { Location: "/1" }, body: { id: 1 } }));
  const second = await once(database, clock, request, async () => ({ status: 201, body: { id: 2 } }));
  t.same(second, { status: 201, headers: { Location: "/1", "Idempotent-Replayed": "true" }, body: { id: 1 } });
});

t.test("once: stores responses of up to 256 KiB; of longer ones, only that the request succeeded", async (t) => {
  const database = await openTestDatabase(t);
  const limit = 256 * 1024;
  await once(database, clock, requestOf("at the limit"), async () => responseOf(limit));
  t.same((await find(database, clock, requestOf("at the limit")))?.body, responseOf(limit).body);
  await once(database, clock, requestOf("beyond the limit"), async () => responseOf(limit + 1));
  await t.rejects(find(database, clock, requestOf("beyond the limit")), /not stored/);
});

t.test("once: keeps the newest 500 responses of an account", async (t) => {
  const database = await openTestDatabase(t);
  for (let count = 0; count <= 501; count++) {
    await once(database, clock, requestOf(`key ${count}`), async () => ({ status: 200, body: count }));
  }
  await once(database, clock, requestOf("other account", 2), async () => ({ status: 200, body: "other" }));
  for (const dropped of ["key 0", "key 1"]) await t.rejects(find(database, clock, requestOf(dropped)), /is not stored/);
  t.match(await find(database, clock, requestOf("key 2")), { body: 2 });
  t.match(await find(database, clock, requestOf("key 501")), { body: 501 });
  t.match(await find(database, clock, requestOf("other account", 2)), { body: "other" });
});

// SQLite runs one writing transaction at a time, so there is never another in progress.
if (engine === "postgres") {
  t.test("once: throws conflict while a transaction of another server carries out the request", async (t) => {
    const database = await openTestDatabase(t);
    const request = requestOf("in progress");
    let failure: Failure | undefined;
    await once(database, clock, request, async () => {
      failure = await once(database, clock, request, async () => ({ status: 200 })).then(
        () => undefined,
        (error) => error,
      );
      return { status: 200, body: "first" };
    });
    t.match(failure, { kind: "conflict", retryAfter: 1 });
    t.match(await find(database, clock, request), { body: "first" });
  });
}

t.test(
  "deleteExpired: deletes keys at least 24 hours old, or at least 24 hours in the future, in batches",
  async (t) => {
    const database = await openTestDatabase(t);
    const times = { old: -LIFETIME_MS, older: -LIFETIME_MS - 1, valid: 1 - LIFETIME_MS, new: 0, future: LIFETIME_MS };
    for (const [key, offset] of Object.entries(times)) {
      await once(
        database,
        () => NOW + offset,
        requestOf(key),
        async () => ({ status: 200 }),
      );
    }
    t.equal(await deleteExpired(database, clock, 2), true, "the first batch is full");
    t.equal(await deleteExpired(database, clock, 2), false);
    const left = await database.selectFrom("stored_responses").select("key").orderBy("key").execute();
    t.same(left, [{ key: "new" }, { key: "valid" }]);
  },
);

t.test("the worker deletes expired keys in batches, and continues after a failure", async (t) => {
  const database = await openTestDatabase(t);
  for (let count = 0; count < 250; count++) {
    await once(
      database,
      () => NOW - LIFETIME_MS,
      requestOf(`key ${count}`),
      async () => ({ status: 200 }),
    );
  }
  let calls = 0;
  const failingOnce = () => {
    calls += 1;
    if (calls === 1) throw new Error("the first run fails");
    return NOW;
  };
  const worker = new ExpiryWorker(database, failingOnce, 1);
  t.teardown(() => worker.close());
  const failures: unknown[] = [];
  worker.start((error) => failures.push(error));
  const isEmpty = async () => (await database.selectFrom("stored_responses").selectAll().execute()).length === 0;
  // The timers of the worker do not keep the process running; this loop does.
  while (!(await isEmpty())) await setImmediate();
  t.match(failures, [{ message: "the first run fails" }]);
  await worker.close();
  t.ok(calls >= 4, "three batches after the failed one");
});
