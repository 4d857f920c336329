import { setTimeout } from "node:timers/promises";
import t from "tap";
import { trackSecrets } from "../../harness/canary.ts";
import { sender } from "../support/app.ts";
import { temporaryDatabaseUrl } from "../support/databases.ts";
import { registerAndLogIn } from "../support/people.ts";
import { runCommand, startServer } from "../support/process.ts";
import { scaled } from "../support/scale.ts";
import { openReceiver, type ReceivedEvent } from "../support/webhook-receiver.ts";

const COLLECTIONS = scaled(250, 1_000);
const EVENTS = scaled(500, 10_000);
const KILLS = scaled(4, 20);

/** Requests that are sent at a time. */
const CONCURRENCY = 4;

/** How long the deliveries after the last kill may take, in milliseconds. */
const TIMEOUT = scaled(3, 20) * 60_000;

t.test(
  `${EVENTS} events reach a receiver that fails a third of the time, in order, over ${KILLS} kills of the server`,
  { timeout: 2 * TIMEOUT },
  async (t) => {
    const settings = {
      DATABASE_URL: await temporaryDatabaseUrl(t),
      WEBHOOK_PRIVATE_NETWORKS: "allow",
      COLLECTIONS_LIMIT_PER_MINUTE: "1000000000",
    };
    /** The first successful delivery of each event, by `webhook-id`. */
    const accepted = new Map<string, ReceivedEvent>();
    const seen = new Set<string>();
    const receiver = await openReceiver(t, (event, response) => {
      const id = String(event.headers["webhook-id"]);
      const isNew = !seen.has(id);
      seen.add(id);
      // Failing the first attempt of every second event fails a third of all attempts.
      if (isNew && seen.size % 4 === 0) return void response.destroy();
      if (isNew && seen.size % 2 === 0) return void response.writeHead(500).end();
      if (!accepted.has(id)) accepted.set(id, event);
      response.writeHead(204).end();
    });
    let server = await startServer(t, settings);
    const { email, token } = await registerAndLogIn(sender(server.base), "Ann");
    const { stdout } = await runCommand(
      ["webhook", "create", "--email", email, "--url", receiver.url, "--json"],
      settings,
    );
    trackSecrets(JSON.parse(stdout).secret);

    const created: { collection: number; item?: number }[] = [];
    const post = async (path: string, body: object): Promise<number | undefined> => {
      try {
        const headers = { authorization: `Bearer ${token}` };
        const response = await sender(server.base)("POST", `/rest/v1${path}`, { headers, body });
        if (response.status !== 200) return undefined;
        const { item } = response.body as { item: { _id: number } };
        return item._id;
      } catch {
        // The server was killed before it responded.
        return undefined;
      }
    };
    const write = async () => {
      while (created.length < EVENTS) {
        if (created.length < COLLECTIONS) {
          const collection = await post("/collection", { title: "Events" });
          if (collection !== undefined) created.push({ collection });
          else await setTimeout(10);
          continue;
        }
        const { collection } = created[created.length % COLLECTIONS] ?? { collection: 0 };
        const item = await post("/raindrop", { link: "https://example.com/", collection: { $id: collection } });
        if (item !== undefined) created.push({ collection, item });
        else await setTimeout(10);
      }
    };
    const writing = Promise.all(Array.from({ length: CONCURRENCY }, write));
    for (let kill = 1; kill <= KILLS; kill++) {
      // After a kill another server waits until the lease of the first one has expired.
      const before = accepted.size;
      while (accepted.size < Math.min(before + 20, EVENTS)) await setTimeout(5);
      await server.stop("SIGKILL");
      server = await startServer(t, settings);
    }
    await writing;
    const missing = () => {
      const keys = new Set([...accepted.values()].map(({ data }) => keyOf(data.collections, data.items)));
      return created.filter(({ collection, item }) => !keys.has(keyOf([collection], item && [item])));
    };
    const deadline = AbortSignal.timeout(TIMEOUT);
    while (missing().length > 0 && !deadline.aborted) await setTimeout(100);
    t.same(missing(), [], "every event of an acknowledged change was delivered");
    t.ok(accepted.size >= EVENTS, `${accepted.size} events in ${receiver.events.length} requests`);
    t.same(outOfOrder([...accepted.values()]), [], "the events of each collection arrived in their order");
  },
);

function keyOf(collections: unknown, items: unknown): string {
  return JSON.stringify([collections, items]);
}

/** The collections whose events were not first the collection itself, then its items in the order of their ids. */
function outOfOrder(events: readonly ReceivedEvent[]): string[] {
  const keys = events.map(({ type, data: { collections, items } }) => {
    const order = type === "collection.created" ? 0 : (items as number[])[0];
    return { collection: JSON.stringify(collections), order: order ?? Number.NaN };
  });
  const byCollection = Map.groupBy(keys, ({ collection }) => collection);
  return [...byCollection]
    .filter(([, own]) => own[0]?.order !== 0 || own.some(({ order }, index) => order < (own[index - 1]?.order ?? 0)))
    .map(([collection]) => collection);
}
