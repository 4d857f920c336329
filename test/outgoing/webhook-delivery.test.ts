import type { ServerResponse } from "node:http";
import { setTimeout } from "node:timers/promises";
import t from "tap";
import * as accounts from "../../src/accounts/accounts.ts";
import { MAX_WAITING, MAX_WAITING_BYTES } from "../../src/library/events/outbox.ts";
import * as deliveries from "../../src/webhooks/deliveries.ts";
import { sign } from "../../src/webhooks/signature.ts";
import * as webhooks from "../../src/webhooks/webhooks.ts";
import { WebhookWorker } from "../../src/webhooks/worker.ts";
import { openReceiver, type ReceivedEvent } from "../support/webhook-receiver.ts";
import { openWithWebhooks } from "../support/webhooks.ts";

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

/** Resolves when `check` returns a value other than undefined or false. Throws after a minute. */
async function until<T>(check: () => Promise<T | undefined | false>): Promise<T> {
  const timeout = AbortSignal.timeout(60_000);
  for (;;) {
    const value = await check();
    if (value !== undefined && value !== false) return value;
    if (timeout.aborted) throw new Error("The condition was not met within a minute.");
    await setTimeout(5);
  }
}

const respondWith = (status: number) => (_event: ReceivedEvent, response: ServerResponse) =>
  void response.writeHead(status).end();

t.test("a failed delivery is repeated with the same id, after 5 seconds at the earliest", async (t) => {
  const { app, ann, addWebhook, retryAfter } = await openWithWebhooks(t);
  const receiver = await openReceiver(t, (_event, response, number) => {
    response.writeHead(number < 3 ? 503 : 200).end();
  });
  const { id } = await addWebhook(ann, receiver.url);
  await ann.addItem();
  const [first] = await receiver.received(1);
  const { database } = app.context;
  const waiting = async () => (await deliveries.list(database, id)).find(({ state }) => state === "waiting");
  const { at, ...failed } = await until(waiting);
  t.match(failed, { type: "item.created", attempts: 1, status: 503, reason: "status" });
  t.ok(at >= app.context.clock() + 5_000 && at <= app.context.clock() + 6_000);
  await retryAfter(6_000);
  await receiver.received(2);
  await until(async () => (await waiting())?.attempts === 2);
  await retryAfter(12_000);
  const events = await receiver.received(3);
  for (const { headers, text } of events) {
    t.equal(headers["webhook-id"], first?.headers["webhook-id"]);
    t.equal(text, first?.text);
  }
  const done = await until(async () =>
    (await deliveries.list(database, id)).find(({ state }) => state === "delivered"),
  );
  t.match(done, { attempts: 3, status: 200, reason: null });
  t.match(await webhooks.get(database, ann.id, id), { failing_since: null, waiting_count: 0 });
  t.same(await database.selectFrom("webhook_deliveries").selectAll().execute(), [], "nothing is kept of the payload");
});

t.test("events of a collection wait for an earlier one that fails; those of others do not", async (t) => {
  const { ann, addWebhook, retryAfter } = await openWithWebhooks(t);
  const [{ _id: stuck }, { _id: free }] = [await ann.addCollection("Stuck"), await ann.addCollection("Free")];
  let isBroken = true;
  const delivered: string[] = [];
  const receiver = await openReceiver(t, ({ type, data }, response) => {
    const collections = JSON.stringify(data.collections);
    if (isBroken && collections === JSON.stringify([stuck])) return void response.writeHead(500).end();
    delivered.push(`${type} ${collections}`);
    response.writeHead(204).end();
  });
  await addWebhook(ann, receiver.url);
  const { _id: item } = await ann.addItem(stuck);
  await receiver.received(1);
  await ann.call("PUT", `/raindrop/${item}`, { title: "Changed" });
  await ann.call("PUT", `/raindrop/${item}`, { collection: { $id: free } });
  const { _id: other } = await ann.addItem(-1);
  await ann.call("DELETE", `/raindrop/${other}`);
  await receiver.received(3);
  t.same(delivered, ["item.created [-1]", "item.removed [-1]"]);
  isBroken = false;
  await retryAfter(6_000);
  await receiver.received(6);
  t.same(delivered.slice(2), [`item.created [${stuck}]`, `item.updated [${stuck}]`, `item.updated [${stuck},${free}]`]);
});

t.test("a delivery that ends while the worker reads what is due is not repeated", async (t) => {
  const { app, ann, addWebhook } = await openWithWebhooks(t);
  const { database, clock } = app.context;
  await app.context.webhooks.close();
  const answer = Promise.withResolvers<void>();
  const receiver = await openReceiver(t, async (_event, response, number) => {
    if (number === 2) await answer.promise;
    response.writeHead(204).end();
  });
  const { id } = await addWebhook(ann, receiver.url);
  const isDelivered = async () => (await webhooks.get(database, ann.id, id)).waiting_count === 0;
  let isHeld = false;
  const read = Promise.withResolvers<void>();
  const settled = Promise.withResolvers<void>();
  const worker = new WebhookWorker({
    database: database.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (isHeld && result.rows.some((row) => "message_id" in row)) {
          read.resolve();
          await settled.promise;
        }
        return result;
      },
    }),
    clock,
    allowsPrivate: true,
  });
  t.teardown(() => worker.close());
  // The second event is sent while the webhook is fast: only then are two of its deliveries attempted at a time.
  await ann.addItem();
  worker.start((error) => t.error(error));
  await until(isDelivered);
  await ann.addItem();
  worker.wake();
  await receiver.received(2);
  isHeld = true;
  worker.wake();
  await read.promise;
  isHeld = false;
  answer.resolve();
  await until(isDelivered);
  await worker.settled();
  settled.resolve();
  await ann.addItem();
  worker.wake();
  await until(isDelivered);
  t.equal(new Set(receiver.events.map(({ headers }) => headers["webhook-id"])).size, receiver.events.length);
  t.equal(receiver.events.length, 3);
});

t.test("an event of very many collections comes after all earlier ones, and before all later ones", async (t) => {
  const { ann, addWebhook, retryAfter } = await openWithWebhooks(t);
  const ids: number[] = [];
  for (let number = 0; number < 12; number++) ids.push((await ann.addCollection(`${number}`))._id);
  let isBroken = true;
  const delivered: string[] = [];
  const receiver = await openReceiver(t, ({ type }, response) => {
    if (isBroken) return void response.writeHead(500).end();
    delivered.push(type);
    response.writeHead(204).end();
  });
  await addWebhook(ann, receiver.url);
  await ann.addItem(ids[0]);
  await receiver.received(1);
  await ann.call("DELETE", "/collections", { ids });
  await ann.addItem(-1);
  await ann.addItem(-1);
  isBroken = false;
  await retryAfter(6_000);
  await receiver.received(5);
  t.same(delivered, ["item.created", "collection.removed", "item.created", "item.created"]);
});

t.test("a receiver that hangs does not delay another one, nor the end of the server", async (t) => {
  const { app, ann, bob, addWebhook } = await openWithWebhooks(t);
  const hanging = await openReceiver(t, () => {});
  const healthy = await openReceiver(t);
  await addWebhook(ann, hanging.url);
  await addWebhook(ann, healthy.url);
  await addWebhook(bob, healthy.url);
  for (let number = 0; number < 5; number++) await ann.addItem();
  await bob.addItem();
  await healthy.received(6);
  t.equal(hanging.events.length, 1, "one attempt at a time");
  const { database, clock } = app.context;
  // The last event may have arrived while its response is still on the way.
  await until(async () => (await webhooks.list(database, ann.id))[1]?.waiting_count === 0);
  await app.context.webhooks.close();
  t.match(await webhooks.list(database, ann.id), [{ waiting_count: 5, failing_since: null }, { waiting_count: 0 }]);
  const next = new WebhookWorker({ database, clock, allowsPrivate: true });
  next.start((error) => t.error(error));
  await hanging.received(2);
  await next.close();
  const [first, second] = hanging.events;
  t.equal(second?.text, first?.text, "an attempt that was cut short is made again");
});

t.test("after a day without a success a webhook is disabled, and gets nothing until it is enabled", async (t) => {
  const { app, ann, addWebhook, retryAfter } = await openWithWebhooks(t);
  let status = 500;
  const receiver = await openReceiver(t, (event, response) => respondWith(status)(event, response));
  const { id } = await addWebhook(ann, receiver.url);
  const { database } = app.context;
  await ann.addItem();
  let attempts = 0;
  const state = () => webhooks.get(database, ann.id, id);
  while ((await state()).disabled_reason === null) {
    attempts += 1;
    await receiver.received(attempts);
    await app.context.webhooks.settled();
    await retryAfter(2.5 * HOUR);
    if (attempts > 20) throw new Error("still enabled");
  }
  t.match(await state(), { disabled_reason: "failing", waiting_count: 0 });
  t.ok(attempts >= 10, `${attempts} attempts in a day`);
  t.match(await deliveries.list(database, id), [{ state: "failed", attempts, status: 500 }]);
  await ann.addItem();
  status = 204;
  await webhooks.enable(database, ann.id, id);
  const { _id } = await ann.addCollection("Later");
  const [last] = (await receiver.received(attempts + 1)).slice(attempts);
  t.match(last, { type: "collection.created", data: { collections: [_id] } });
});

t.test("a receiver that responds 410 gets nothing more", async (t) => {
  const { app, ann, addWebhook } = await openWithWebhooks(t);
  const receiver = await openReceiver(t, respondWith(410));
  const { id } = await addWebhook(ann, receiver.url);
  const { database } = app.context;
  await ann.addItem();
  await until(async () => (await webhooks.get(database, ann.id, id)).disabled_reason === "gone");
  await ann.addItem();
  t.match(await deliveries.list(database, id), [{ state: "failed", status: 410 }]);
  await app.context.webhooks.settled();
  t.equal(receiver.events.length, 1);
});

t.test("redirects are failures with a reason", async (t) => {
  const { app, ann, addWebhook } = await openWithWebhooks(t);
  const receiver = await openReceiver(t, (_event, response) => void response.writeHead(301, { location: "/" }).end());
  const { id } = await addWebhook(ann, receiver.url);
  await ann.addItem();
  const [failed] = await until(async () => {
    const list = await deliveries.list(app.context.database, id);
    return list.length > 0 && list;
  });
  t.match(failed, { state: "waiting", status: 301, reason: "redirect" });
});

for (const kind of ["deactivated", "deleted"] as const) {
  t.test(`webhooks of a ${kind} account are disabled`, async (t) => {
    const { app, ann, addWebhook, retryAfter } = await openWithWebhooks(t);
    const receiver = await openReceiver(t, respondWith(500));
    const { id } = await addWebhook(ann, receiver.url);
    const { database, clock } = app.context;
    await ann.addItem();
    await until(async () => (await deliveries.list(database, id)).length > 0);
    if (kind === "deleted") await accounts.remove(database, clock, ann.id);
    else await accounts.update(database, clock, ann.id, { active: false });
    await retryAfter(6_000);
    await until(async () => (await webhooks.get(database, ann.id, id)).disabled_reason === "account");
    t.equal(receiver.events.length, 1);
  });
}

t.test("too many waiting events, or bytes, disable a webhook; what waits is deleted in the background", async (t) => {
  for (const full of [{ waiting_count: MAX_WAITING }, { waiting_bytes: MAX_WAITING_BYTES }]) {
    const { app, ann, addWebhook, retryAfter } = await openWithWebhooks(t);
    const receiver = await openReceiver(t, respondWith(500));
    const { id } = await addWebhook(ann, receiver.url);
    const { database } = app.context;
    await ann.addItem();
    await until(async () => (await deliveries.list(database, id)).length > 0);
    await database.updateTable("webhooks").set(full).where("id", "=", id).execute();
    await ann.addItem();
    t.match(await webhooks.get(database, ann.id, id), { disabled_reason: "backlog", waiting_count: 0 });
    await retryAfter(61_000);
    await until(async () => (await database.selectFrom("webhook_deliveries").select("id").execute()).length === 0);
    t.same(await database.selectFrom("webhook_lanes").selectAll().execute(), []);
  }
});

t.test("for 24 hours after a rotation both secrets sign, then the old one is deleted", async (t) => {
  const { app, ann, addWebhook, advanceClock } = await openWithWebhooks(t);
  const receiver = await openReceiver(t);
  const { id, secret: old } = await addWebhook(ann, receiver.url);
  const { database, clock } = app.context;
  const secret = await webhooks.rotateSecret(database, clock, ann.id, id);
  await ann.addItem();
  await receiver.received(1);
  advanceClock(DAY);
  await ann.addItem();
  const [during, after] = await receiver.received(2);
  t.equal(during?.headers["webhook-signature"], signatureOf([secret, old], during));
  t.equal(after?.headers["webhook-signature"], signatureOf([secret], after));
  const stored = async () => database.selectFrom("webhooks").select("old_secret").executeTakeFirst();
  await until(async () => (await stored())?.old_secret === null);
  t.match(await webhooks.get(database, ann.id, id), { old_secret_ends_at: null });
});

function signatureOf(secrets: readonly string[], event: ReceivedEvent | undefined): string {
  const timestamp = Number(event?.headers["webhook-timestamp"]);
  return sign(secrets, { messageId: String(event?.headers["webhook-id"]), timestamp, body: event?.text ?? "" });
}

t.test("the last 100 results are kept for 7 days", async (t) => {
  const { app, ann, addWebhook, retryAfter } = await openWithWebhooks(t);
  const receiver = await openReceiver(t);
  const { id } = await addWebhook(ann, receiver.url);
  const { database } = app.context;
  for (let number = 0; number < 105; number++) await ann.addItem();
  await receiver.received(105);
  await until(async () => (await webhooks.get(database, ann.id, id)).waiting_count === 0);
  const count = async () => (await database.selectFrom("webhook_results").select("id").execute()).length;
  t.equal(await count(), 100);
  await retryAfter(7 * DAY + 1);
  await until(async () => (await count()) === 0);
});

t.test("a clock that was set back does not delay a delivery", async (t) => {
  const { app, ann, addWebhook, retryAfter } = await openWithWebhooks(t);
  const receiver = await openReceiver(
    t,
    (_event, response, number) => void response.writeHead(number === 1 ? 500 : 204).end(),
  );
  const { id } = await addWebhook(ann, receiver.url);
  await ann.addItem();
  await receiver.received(1);
  await until(async () => (await deliveries.list(app.context.database, id)).length > 0);
  await retryAfter(-30 * DAY);
  await receiver.received(2);
});

t.test("deleting a webhook deletes what waits, its results and its secret", async (t) => {
  const { app, ann, bob, addWebhook } = await openWithWebhooks(t);
  const receiver = await openReceiver(t, respondWith(500));
  const { id } = await addWebhook(ann, receiver.url);
  const { database } = app.context;
  await ann.addItem();
  await until(async () => (await deliveries.list(database, id)).length > 0);
  await t.rejects(webhooks.remove(database, bob.id, id), { message: "You have no webhook with this id." });
  await webhooks.remove(database, ann.id, id);
  for (const table of ["webhooks", "webhook_deliveries", "webhook_lanes", "webhook_results"] as const) {
    t.same(await database.selectFrom(table).selectAll().execute(), [], table);
  }
  t.match(await database.selectFrom("libraries").select("webhook_count").where("account_id", "=", ann.id).execute(), [
    { webhook_count: 0 },
  ]);
});
