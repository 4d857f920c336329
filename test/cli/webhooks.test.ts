import t from "tap";
import { EVENT_TYPES } from "../../src/library/events/event-types.ts";
import * as webhooks from "../../src/webhooks/webhooks.ts";
import { openAdministration, run } from "../support/command-runner.ts";
import { createPerson } from "../support/people.ts";
import { openReceiver } from "../support/webhook-receiver.ts";

const URL = "https://example.com/hook";
const PRIVATE = { WEBHOOK_PRIVATE_NETWORKS: "allow" };

/** A server with Ann and Bob, and functions that run a command about a webhook of Ann's. */
async function openWithAnn(
  t: Parameters<typeof openAdministration>[0],
  settings: Readonly<Record<string, string>> = {},
) {
  const app = await openAdministration(t, settings);
  const ann = await createPerson(app, "Ann");
  const bob = await createPerson(app, "Bob");
  const argsFor = (command: string, args: readonly string[]) => ["webhook", command, "--email", ann.email, ...args];
  return {
    ...app,
    ann,
    bob,
    webhook: (command: string, ...args: string[]) => app.succeed(...argsFor(command, args)),
    failedWebhook: (command: string, ...args: string[]) => app.fail(...argsFor(command, args)),
    get: (id: number) => webhooks.get(app.context.database, ann.id, id),
  };
}

t.test("webhook create: prints the id and the secret; webhook list shows the webhook without it", async (t) => {
  const { webhook, get } = await openWithAnn(t);
  const [id, secret = ""] = (await webhook("create", "--url", URL)).trim().split("\t");
  t.match(secret, /^whsec_/);
  t.match(await get(Number(id)), { url: URL, types: EVENT_TYPES, disabled_reason: null });
  const created = JSON.parse(
    await webhook("create", "--url", URL, "--event", "item.created", "--event", "item.deleted", "--json"),
  );
  t.match(created, { id: Number(id) + 1, secret: /^whsec_/ });
  t.match(await get(created.id), { types: ["item.created", "item.deleted"] });

  t.equal(
    await webhook("list"),
    `id\tstatus\twaiting\tlast success\tevents\turl\n${id}\tenabled\t0\tnever\t${EVENT_TYPES.join(",")}\t${URL}\n${created.id}\tenabled\t0\tnever\titem.created,item.deleted\t${URL}\n`,
  );
  const json = await webhook("list", "--json");
  t.match(JSON.parse(json), [{ id: Number(id), url: URL, created_at: /^20.+Z$/ }, { id: created.id }]);
  t.notMatch(json, secret);
});

t.test(
  "webhook create: rejects a private URL, unknown types, an unknown account, and an eleventh webhook",
  async (t) => {
    const { webhook, failedWebhook, url, fail } = await openWithAnn(t);
    t.match(await failedWebhook("create", "--url", "https://127.0.0.1/"), /must not be in a private network/);
    t.match(await fail("webhook", "create", "--email", "nobody@example.com", "--url", URL), /nobody@example.com/);
    const args = ["webhook", "create", "--email", "ann@example.com", "--url", URL, "--event", "item.seen"];
    t.match(await run(args, { DATABASE_URL: url }), { code: 2, stderr: /item.created/ });
    t.equal(await webhook("list", "--json"), "[]\n");
    for (let number = 0; number < webhooks.MAX_WEBHOOKS; number++) await webhook("create", "--url", URL);
    t.match(await failedWebhook("create", "--url", URL), /limit of 10 webhooks/);
  },
);

t.test("webhook disable, enable, rotate-secret and delete", async (t) => {
  const { webhook, failedWebhook, get, context } = await openWithAnn(t);
  const [id = "", secret] = (await webhook("create", "--url", URL)).trim().split("\t");
  t.equal(await webhook("disable", "--id", id), `The webhook ${id} is disabled.\n`);
  t.match(await get(Number(id)), { disabled_reason: "owner" });
  t.match(await webhook("list"), /\tdisabled: owner\t/);
  t.equal(await webhook("enable", "--id", id), `The webhook ${id} is enabled.\n`);
  t.match(await get(Number(id)), { disabled_reason: null });

  const replaced = (await webhook("rotate-secret", "--id", id, "--yes")).trim();
  t.match(await context.database.selectFrom("webhooks").select(["secret", "old_secret"]).execute(), [
    { secret: replaced, old_secret: secret },
  ]);

  t.equal(await webhook("delete", "--id", id, "--yes"), `The webhook ${id} is deleted.\n`);
  for (const command of ["enable", "disable", "rotate-secret", "test", "deliveries"]) {
    t.match(await failedWebhook(command, "--id", id), /You have no webhook with this id/, command);
  }
  t.match(await failedWebhook("delete", "--id", id, "--yes"), /You have no webhook with this id/);
});

t.test("webhook delete and rotate-secret: need --yes without a terminal", async (t) => {
  const { webhook, context, url, ann } = await openWithAnn(t);
  const [id = "", secret = ""] = (await webhook("create", "--url", URL)).trim().split("\t");
  for (const command of ["delete", "rotate-secret"]) {
    const outcome = await run(["webhook", command, "--email", ann.email, "--id", id], { DATABASE_URL: url });
    t.match(outcome, { code: 2, stderr: /There is no terminal to ask for confirmation\. Use --yes\./ });
  }
  t.match(await context.database.selectFrom("webhooks").select(["secret", "old_secret"]).execute(), [
    { secret, old_secret: null },
  ]);
});

t.test("webhook commands change only webhooks of the account of --email", async (t) => {
  const { webhook, fail, bob, get } = await openWithAnn(t);
  const [id = ""] = (await webhook("create", "--url", URL)).split("\t");
  const before = await get(Number(id));
  for (const [command, ...more] of [
    ["enable"],
    ["disable"],
    ["rotate-secret"],
    ["test"],
    ["delete", "--yes"],
  ] as const) {
    const error = await fail("webhook", command, "--email", bob.email, "--id", id, ...more);
    t.match(error, /You have no webhook with this id/, command);
  }
  t.same(await get(Number(id)), before);
});

t.test(
  "webhook test: sends an event even if the webhook is disabled; webhook deliveries lists the others",
  async (t) => {
    const { webhook, failedWebhook, context, send, ann } = await openWithAnn(t, PRIVATE);
    const receiver = await openReceiver(t, (_event, response, number) => {
      response.writeHead(number === 2 ? 503 : 204).end();
    });
    const [id = ""] = (await webhook("create", "--url", receiver.url)).split("\t");
    t.equal(await webhook("deliveries", "--id", id, "--json"), "[]\n");
    await webhook("disable", "--id", id);
    t.equal(await webhook("test", "--id", id), "The test event was accepted: status 204.\n");
    t.match(await receiver.received(1), [{ type: "webhook.test" }]);
    t.match(await failedWebhook("test", "--id", id), /The test event was not accepted: status 503\./);

    await webhook("enable", "--id", id);
    const headers = { authorization: `Bearer ${ann.token}` };
    await send("POST", "/rest/v1/raindrop", { headers, body: { link: "https://example.com/" } });
    await receiver.received(3);
    await context.webhooks.settled();
    t.match(JSON.parse(await webhook("deliveries", "--id", id, "--json")), [
      { type: "item.created", state: "delivered", attempts: 1, status: 204, reason: null },
    ]);
    t.match(await webhook("deliveries", "--id", id), /^event\ttype\tcreated\tstate\tat\tattempts\tstatus\treason\n/);
  },
);
