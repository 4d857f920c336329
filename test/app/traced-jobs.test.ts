import t from "tap";
import { BackupSchedule } from "../../src/maintenance/backup/schedule.ts";
import { openTestDatabase } from "../support/databases.ts";
import { openReceiver, openTracedApp } from "../support/otlp.ts";
import { createPerson } from "../support/people.ts";
import { openReceiver as openWebhookReceiver } from "../support/webhook-receiver.ts";
import { createWebhook } from "../support/webhooks.ts";

/** The name of a span in protobuf: the tag of the field, the length and the text. */
function spanNamed(name: string): string {
  return `*${String.fromCharCode(name.length)}${name}`;
}

for (const [status, found] of [
  [204, "http.response.status_code"],
  [500, "error.type"],
] as const) {
  t.test(`an attempt to deliver an event is traced: status ${status}`, async (t) => {
    const receiver = await openReceiver(t);
    const app = await openTracedApp(t, receiver.url, { settings: { WEBHOOK_PRIVATE_NETWORKS: "allow" } });
    const { id, token } = await createPerson(app, "Ann");
    const webhookReceiver = await openWebhookReceiver(t, (_event, response) => void response.writeHead(status).end());
    await createWebhook(app, id, webhookReceiver.url);
    const headers = { authorization: `Bearer ${token}` };
    await app.send("POST", "/rest/v1/raindrop", { body: { link: "https://canary.example/" }, headers });
    const [event] = await webhookReceiver.received(1);
    await receiver.until(spanNamed("webhook"));
    await receiver.until(String(event?.headers["webhook-id"]));
    t.match(receiver.text(), found);
    for (const secret of [webhookReceiver.url, "canary", event?.text ?? "?"]) t.notMatch(receiver.text(), secret);
  });
}

t.test("a backup of the server is traced", async (t) => {
  const receiver = await openReceiver(t);
  await openTracedApp(t, receiver.url);
  const schedule = new BackupSchedule({
    database: await openTestDatabase(t),
    clock: Date.now,
    target: "/backups",
    every: 3_600_000,
    run: async () => {},
    onError: (error) => t.fail(String(error)),
  });
  t.teardown(() => schedule.close());
  schedule.start();
  await receiver.until(spanNamed("backup"));
  t.pass("it has a span");
});
