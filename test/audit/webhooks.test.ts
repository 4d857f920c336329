import t from "tap";
import { runAs } from "../../src/audit/origin.ts";
import * as webhooks from "../../src/webhooks/webhooks.ts";
import { eventsOf } from "../support/audit.ts";
import { openWithWebhooks } from "../support/webhooks.ts";

t.test("changes of webhooks are recorded, without secrets and paths of URLs", async (t) => {
  const { app, ann, addWebhook } = await openWithWebhooks(t);
  const { database, clock } = app.context;
  const origin = {
    actor: "account",
    accountId: ann.id,
    credentialVersion: null,
    via: "test",
    credential: null,
    client: null,
    clock,
  } as const;
  const recorded = (work: () => Promise<unknown>) => eventsOf(app, () => runAs(origin, work));
  let id = 0;
  const created = await recorded(async () => {
    ({ id } = await addWebhook(ann, "https://receiver.example/secret-path?token=hidden"));
  });
  const by = { actorId: ann.id, accountId: ann.id, targetKind: "webhook", targetId: `${id}` };
  t.match(created, [{ ...by, action: "webhook.create", details: { host: "receiver.example" } }]);
  t.notMatch(JSON.stringify(created), /secret-path|hidden|whsec_/);
  t.match(await recorded(() => webhooks.rotateSecret(database, clock, ann.id, id)), [
    { ...by, action: "webhook.rotate-secret", details: {} },
  ]);
  t.same(await recorded(() => webhooks.enable(database, ann.id, id)), [], "it was enabled");
  t.match(await recorded(() => webhooks.disable(database, ann.id, id)), [{ ...by, action: "webhook.disable" }]);
  t.same(await recorded(() => webhooks.disable(database, ann.id, id)), [], "it was disabled");
  t.match(await recorded(() => webhooks.enable(database, ann.id, id)), [{ ...by, action: "webhook.enable" }]);
  const deleted = await recorded(() => webhooks.remove(database, ann.id, id));
  t.match(deleted, [{ ...by, action: "webhook.delete" }]);
  t.equal(deleted.length, 1);
});
