import t from "tap";
import { verifyWebhook, WebhookError, type WebhookEvent } from "../../packages/sdk/src/triptych.ts";
import type { EventType, TEST_TYPE } from "../../src/library/events/event-types.ts";
import { newSecret, sign } from "../../src/webhooks/signature.ts";
import { openReceiver } from "../support/webhook-receiver.ts";
import { openWithWebhooks } from "../support/webhooks.ts";

/** Compiles only if the SDK has the types of events that the server sends, and no others. */
type Equal<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
const hasAllTypes: Equal<WebhookEvent["type"], EventType | typeof TEST_TYPE> = true;

const body =
  '{"type":"item.created","timestamp":"2026-01-01T12:00:00.000Z","data":{"count":1,"items":[5],"collections":[7]}}';

function headersWith(secrets: readonly string[], { now = Date.now(), messageId = "msg_1" } = {}) {
  const timestamp = Math.floor(now / 1000);
  return {
    "webhook-id": messageId,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": sign(secrets, { messageId, timestamp, body }),
  };
}

t.test("verifyWebhook returns the event of a request that the server signed", async (t) => {
  t.ok(hasAllTypes);
  const secret = newSecret();
  for (const headers of [
    headersWith([secret]),
    headersWith([newSecret(), secret]),
    headersWith([secret, newSecret()]),
  ]) {
    t.strictSame(await verifyWebhook(secret, headers, body), JSON.parse(body));
    t.strictSame(await verifyWebhook(secret, new Headers(headers), body), JSON.parse(body));
  }
  const event = await verifyWebhook(secret, headersWith([secret]), body);
  t.same(event.type === "item.created" && event.data.items, [5], "the type of an event has those of its data");
});

t.test("verifyWebhook rejects requests that the server did not sign, or long ago", async (t) => {
  const secret = newSecret();
  const valid = headersWith([secret]);
  const late = Date.now() - 5 * 60_000 - 1000;
  const rejected = {
    "another secret": { headers: headersWith([newSecret()]), text: body },
    "another body": { headers: valid, text: body.replace("5", "6") },
    "another id": { headers: { ...valid, "webhook-id": "msg_2" }, text: body },
    "another time": {
      headers: { ...valid, "webhook-timestamp": String(Math.floor(Date.now() / 1000) - 9) },
      text: body,
    },
    "no time": { headers: { ...valid, "webhook-timestamp": "" }, text: body },
    "no number": { headers: { ...valid, "webhook-timestamp": "1e9" }, text: body },
    old: { headers: headersWith([secret], { now: late }), text: body },
    "from the future": { headers: headersWith([secret], { now: Date.now() + 5 * 60_000 + 2000 }), text: body },
    "no signature": { headers: { ...valid, "webhook-signature": undefined }, text: body },
    "an empty signature": { headers: { ...valid, "webhook-signature": "v1," }, text: body },
    "no base64": { headers: { ...valid, "webhook-signature": "v1,*" }, text: body },
    "another scheme": {
      headers: { ...valid, "webhook-signature": valid["webhook-signature"].replace("v1", "v1a") },
      text: body,
    },
  };
  for (const [name, { headers, text }] of Object.entries(rejected))
    await t.rejects(verifyWebhook(secret, headers, text), WebhookError, name);
});

t.test("verifyWebhook says what a secret looks like", async (t) => {
  for (const secret of ["", "whsec_", "whsec_*", newSecret().slice(6)])
    await t.rejects(
      verifyWebhook(secret, headersWith([newSecret()]), body),
      new TypeError("A secret is whsec_ and base64."),
    );
});

t.test("verifyWebhook accepts what a server sends", async (t) => {
  const { app, ann, addWebhook } = await openWithWebhooks(t);
  const receiver = await openReceiver(t);
  const { secret } = await addWebhook(ann, receiver.url);
  const { _id } = await ann.addCollection("Reading");
  const [sent] = await receiver.received(1);
  const { now } = Date;
  t.teardown(() => {
    Date.now = now;
  });
  Date.now = app.context.clock;
  t.match(await verifyWebhook(secret, sent?.headers ?? {}, sent?.text ?? ""), {
    type: "collection.created",
    data: { count: 1, collections: [_id] },
  });
});
