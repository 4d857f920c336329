import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import * as accounts from "../../src/accounts/accounts.ts";
import { openDatabase } from "../../src/database/database.ts";
import * as webhooks from "../../src/webhooks/webhooks.ts";
import { send } from "./account.ts";
import type { Attack } from "./attack.ts";

/** Informational responses in a packet. */
const HINTS = "HTTP/1.1 103 Early Hints\r\n\r\n".repeat(2_000);

/** Pause between two changes, which each send an event to every webhook: 120 a minute. */
const INTERVAL_MS = 500;

export const INFORMATIONAL: Attack = {
  title: "ten webhooks whose receivers send informational responses without end",
  loops: 1,
  settings: { WEBHOOK_PRIVATE_NETWORKS: "allow" },
  async prepare({ base, databaseUrl, attacker }) {
    await createWebhooks(databaseUrl, attacker.email, await openReceiver());
    return {
      async attackOnce() {
        await setTimeout(INTERVAL_MS);
        const body = { link: "https://example.com/" };
        return (await send(base, "POST", "/rest/v1/raindrop", { token: attacker.token, body })).status;
      },
    };
  },
};

/** Starts a receiver that never sends the head of a response, and returns its URL. */
async function openReceiver(): Promise<string> {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => flood(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The receiver has no port.");
  return `http://127.0.0.1:${address.port}/`;
}

function flood(socket: Socket): void {
  const write = () => {
    while (!socket.destroyed && socket.write(HINTS));
  };
  socket.on("drain", write);
  write();
}

async function createWebhooks(databaseUrl: string, email: string, url: string): Promise<void> {
  const database = openDatabase(databaseUrl);
  try {
    const account = await accounts.findByEmail(database, email);
    if (account === undefined) throw new Error(`There is no account ${email}.`);
    for (let count = 0; count < webhooks.MAX_WEBHOOKS; count++) {
      const webhook = { url, types: ["item.created"] } as const;
      await webhooks.create(database, Date.now, account.id, webhook, { allowsPrivate: true });
    }
  } finally {
    await database.destroy();
  }
}
