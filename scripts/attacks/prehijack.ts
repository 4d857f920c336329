import { once } from "node:events";
import { createServer } from "node:http";
import { setTimeout } from "node:timers/promises";
import { openPageClient, type PageClient, signIn } from "../../harness/page-client.ts";
import * as accounts from "../../src/accounts/accounts.ts";
import * as links from "../../src/accounts/links/one-time-links.ts";
import { type Database, openDatabase } from "../../src/database/database.ts";
import { createCollection, fieldOf, type Person, registerAndLogIn, send, sendOrThrow } from "./account.ts";
import type { Attack } from "./attack.ts";

const NEW_PASSWORD = "the new password of the owner";

/** The password that the attacker tries to set while the owner resets it. */
const STOLEN_PASSWORD = "the next password of the attacker";

/** How long the check waits for events that webhooks must not get. */
const DELIVERY_MS = 2_000;

/** What the attacker has in an account that it has registered with the address of somebody else. */
interface Hijacked {
  readonly person: Person;
  readonly id: number;
  readonly key: string;
  readonly browser: PageClient;
  /** A collection of the account, which an accomplice may use, and the token of an invitation to it. */
  readonly collection: number;
  readonly token: string;
}

export const PREHIJACK: Attack = {
  title: "accounts registered with the addresses of others, who then reset the password",
  loops: 2,
  // So that the limits of requests hide no hole.
  settings: {
    COLLECTIONS_LIMIT_PER_MINUTE: "1000000",
    RATE_LIMIT_PER_HOUR: "1000000",
    REGISTRATIONS_PER_HOUR: "1000000",
    WEBHOOK_PRIVATE_NETWORKS: "allow",
  },
  async prepare({ base, databaseUrl, attacker }) {
    const database = openDatabase(databaseUrl);
    const accomplice = await registerAndLogIn(base, "accomplice");
    const receiver = await openReceiver();
    const successes: string[] = [];
    let count = 0;
    return {
      async attackOnce() {
        count += 1;
        const name = `owner${count}`;
        const hijacked = await hijack(base, name, accomplice, `${receiver.url}${name}`);
        await recover(base, database, hijacked);
        successes.push(...(await tryAll(base, hijacked, attacker, accomplice)));
        return 200;
      },
      async check() {
        await setTimeout(DELIVERY_MS);
        await database.destroy();
        if (count === 0) return "the attack did not run";
        const all = [...successes, ...receiver.paths.map(() => "webhook")];
        return all.length === 0 ? undefined : `${all.length} times: ${[...new Set(all)].join(", ")}`;
      },
    };
  },
};

/** Starts a receiver of webhooks that counts what it gets. */
async function openReceiver() {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url ?? "");
    response.writeHead(204).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The receiver has no port.");
  return { url: `http://127.0.0.1:${address.port}/`, paths };
}

/** Registers an account, and makes everything that gives access to it. */
async function hijack(base: string, name: string, accomplice: Person, webhookUrl: string): Promise<Hijacked> {
  const person = await registerAndLogIn(base, name);
  const id = Number(fieldOf(fieldOf(await sendOrThrow(base, "GET", "/rest/v1/user", person), "user"), "_id"));
  const browser = await signIn(base, person, { keep: "1" });
  await browser.get("/account/api-keys");
  await browser.post("/account/api-keys", { name: "Backdoor", expires: "", access: "" });
  const { text } = await browser.get("/account/api-keys");
  const [key] = /trip_[0-9a-v]{39}/.exec(text) ?? [];
  if (key === undefined) throw new Error("The page shows no key.");
  await browser.get("/account/webhooks");
  const made = await browser.post("/account/webhooks", { url: webhookUrl, "item.created": "1" });
  if (made.status !== 303) throw new Error(`Creating a webhook returned ${made.status}.`);
  const collection = await createCollection(base, person, true);
  const path = `/rest/v1/collection/${collection}`;
  const body = { role: "member" };
  const token = String(fieldOf(await sendOrThrow(base, "POST", `${path}/sharing`, { ...person, body }), "token"));
  await sendOrThrow(base, "POST", `${path}/join`, { token: accomplice.token, body: { token } });
  return { person, id, key, browser, collection, token };
}

/** The owner of the address resets the password with a mailed link, while the attacker makes requests. */
async function recover(base: string, database: Database, hijacked: Hijacked): Promise<void> {
  const { person, id, browser, collection } = hijacked;
  const email = (await accounts.get(database, id)).email;
  // The mail that the owner asked for contains this token.
  const token = await links.create(database, Date.now(), { accountId: id, purpose: "reset", email });
  const owner = openPageClient(base);
  await owner.get(`/account/reset-password?token=${token}`);
  const passwords = { password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD };
  const [reset] = await Promise.all([
    owner.post("/account/reset-password", { token: token ?? "", ...passwords }),
    browser.post("/account/api-keys", { name: "Late", expires: "", access: "" }),
    setPassword(base, hijacked),
    send(base, "POST", `/rest/v1/collection/${collection}/sharing`, { ...person, body: { role: "viewer" } }),
  ]);
  if (reset.status !== 303) throw new Error(`The reset returned ${reset.status}.`);
}

async function setPassword(base: string, { id, key }: Hijacked): Promise<number> {
  const response = await fetch(`${base}/api/v1/users/${id}.json`, {
    method: "PATCH",
    headers: { "content-type": "application/json", "x-auth-token": key },
    body: JSON.stringify({ password: STOLEN_PASSWORD, password_confirmation: STOLEN_PASSWORD }),
  });
  await response.text();
  return response.status;
}

/** Tries everything that the attacker has, and returns the names of what still works. */
async function tryAll(
  base: string,
  hijacked: Hijacked,
  attacker: Person,
  accomplice: Person,
): Promise<readonly string[]> {
  const { person, id, key, browser, collection, token } = hijacked;
  const path = `/rest/v1/collection/${collection}`;
  // From so many networks that failed logins do not slow down any of them.
  const logIn = (password: string, network = `192.0.2.${id % 250}`) =>
    send(base, "POST", "/api/user/login", { body: { email: person.email, password }, network });
  const owner = fieldOf((await logIn(NEW_PASSWORD, `198.51.100.${id % 250}`)).body, "data");
  if (typeof owner !== "string") return ["lockout of the owner"];
  // An event that no webhook must get.
  await sendOrThrow(base, "POST", "/rest/v1/raindrop", { token: owner, body: { link: "https://example.com/" } });
  const attempts: readonly (readonly [string, () => Promise<number>])[] = [
    ["password", async () => (await logIn(person.password)).status],
    ["new password", async () => (await logIn(STOLEN_PASSWORD)).status],
    ["token", async () => (await send(base, "GET", "/rest/v1/user", person)).status],
    ["session", async () => (await browser.get("/account/profile")).status],
    ["key", async () => (await send(base, "GET", "/rest/v1/user", { token: key })).status],
    ["password by key", () => setPassword(base, hijacked)],
    ["collaborator", async () => (await send(base, "GET", path, accomplice)).status],
    ["invitation", async () => (await send(base, "POST", `${path}/join`, { ...attacker, body: { token } })).status],
    ["public collection", async () => (await send(base, "GET", path)).status],
  ];
  const working: string[] = [];
  for (const [name, attempt] of attempts) if ((await attempt()) === 200) working.push(name);
  return working;
}
