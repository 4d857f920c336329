import { setTimeout } from "node:timers/promises";
import t, { type Test } from "tap";
import { type Database, inTransaction } from "../../src/database/database.ts";
import { append, MAX_WAITING, type NewEvent } from "../../src/library/events/outbox.ts";
import * as webhooks from "../../src/webhooks/webhooks.ts";
import { openSmtpServer } from "../support/smtp.ts";
import { openReceiver } from "../support/webhook-receiver.ts";
import { openWithWebhooks } from "../support/webhooks.ts";

/** Writes events like a change of many items. */
async function appendEvents(database: Database, accountId: number, count: number): Promise<void> {
  const event: NewEvent = { type: "item.created", createdAt: 0, count: 1, items: [1], collections: new Set([-1]) };
  await inTransaction(database, (transaction) => append(transaction, accountId, Array(count).fill(event)));
}

async function openWithMails(t: Test) {
  const server = await openSmtpServer(t);
  const opened = await openWithWebhooks(t, server.settings);
  const receiver = await openReceiver(t, (_event, response) => void response.writeHead(500).end());
  const { database, clock } = opened.app.context;
  await database.updateTable("accounts").set({ email_confirmed_at: clock() }).execute();
  const { id } = await opened.addWebhook(opened.ann, receiver.url);
  return { ...opened, database, id, server, get: () => webhooks.get(database, opened.ann.id, id) };
}

t.test("10,000 events wait for a webhook; one more disables it, drops them and sends a mail", async (t) => {
  const { ann, database, get, id, retryAfter, server } = await openWithMails(t);
  t.equal(MAX_WAITING, 10_000);
  await appendEvents(database, ann.id, 9_999);
  await ann.addItem();
  t.match(await get(), { disabled_reason: null, waiting_count: 10_000 });
  await ann.addItem();
  t.match(await get(), { disabled_reason: "backlog", waiting_count: 0 });
  const isEmpty = async () => (await database.selectFrom("webhook_deliveries").select("id").execute()).length === 0;
  await retryAfter(61_000);
  while (server.mails.length === 0) await setTimeout(5);
  t.match(server.mails, [{ to: [ann.email], text: new RegExp(`/account/webhooks/${id}`) }]);
  t.ok(await isEmpty());
  await webhooks.enable(database, ann.id, id);
  await ann.addItem();
  t.match(await get(), { disabled_reason: null, waiting_count: 1 });
});

t.test("a change of too many events disables a webhook and stores none of them", async (t) => {
  const { ann, database, get } = await openWithMails(t);
  await appendEvents(database, ann.id, 10_001);
  t.match(await get(), { disabled_reason: "backlog", waiting_count: 0 });
  const stored = await database.selectFrom("webhook_deliveries").select("id").execute();
  t.equal(stored.length, 0);
});
