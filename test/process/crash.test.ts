import { randomUUID } from "node:crypto";
import Sqlite from "better-sqlite3";
import t from "tap";
import { isRecord } from "#contract/record";
import { sender } from "../support/app.ts";
import { engine, migratedDatabaseUrl } from "../support/databases.ts";
import { registerAndLogIn } from "../support/people.ts";
import { type ServerProcess, startServer } from "../support/process.ts";

const CRASHES = 20;

/**
 * Creates products on four connections, and items on four others, until the server is killed; calls `onCreated` after
 * each response, with the id of the product or the link of the item.
 */
async function writeUntilKilled(
  { base }: ServerProcess,
  token: string,
  onCreated: (name: string) => void,
): Promise<void> {
  const send = sender(base);
  const addProduct = async () => {
    const { status, headers } = await send("POST", "/api/products", { token, body: { name: "Lamp", price: 1 } });
    if (status !== 201) throw new Error(`A write returned ${status}.`);
    onCreated(headers.get("location")?.split("/").at(-1) ?? "");
  };
  const addItem = async () => {
    const link = `https://example.com/${randomUUID()}`;
    const headers = { authorization: `Bearer ${token}` };
    const { status } = await send("POST", "/rest/v1/raindrop", { headers, body: { link } });
    if (status !== 200) throw new Error(`A write returned ${status}.`);
    onCreated(link);
  };
  const repeat = async (write: () => Promise<void>) => {
    for (;;) await write();
  };
  await Promise.allSettled(Array.from({ length: 8 }, (_, index) => repeat(index % 2 === 0 ? addProduct : addItem)));
}

/** The ids of all products, and the links of all items. */
async function storedIn(server: ServerProcess, token: string): Promise<Set<string>> {
  const stored = await idsIn(server);
  for (let page = 0; ; page++) {
    const headers = { authorization: `Bearer ${token}` };
    const { body } = await sender(server.base)("GET", `/rest/v1/raindrops/-1?perpage=50&page=${page}`, { headers });
    const items = isRecord(body) && Array.isArray(body.items) ? body.items : [];
    for (const { link } of items) {
      if (stored.has(link)) throw new Error("An item is stored twice.");
      stored.add(link);
    }
    if (items.length < 50) return stored;
  }
}

async function idsIn({ base }: ServerProcess): Promise<Set<string>> {
  const { body } = await sender(base)("GET", "/api/products");
  return new Set(Array.isArray(body) ? body.map(({ id }) => id) : []);
}

t.test(`no acknowledged write is lost when the server is killed during writes, ${CRASHES} times`, async (t) => {
  const url = await migratedDatabaseUrl(t);
  const acknowledged = new Set<string>();
  let server = await startServer(t, { DATABASE_URL: url });
  const { token } = await registerAndLogIn(sender(server.base), "Ann");

  for (let crash = 1; crash <= CRASHES; crash++) {
    const before = acknowledged.size;
    const writing = writeUntilKilled(server, token, (name) => acknowledged.add(name));
    while (acknowledged.size < before + 20) await new Promise((resolve) => setTimeout(resolve, Math.random() * 10));
    await server.stop("SIGKILL");
    await writing;
    if (url.startsWith("sqlite:")) {
      const file = new Sqlite(url.slice("sqlite:".length));
      t.equal(file.pragma("integrity_check", { simple: true }), "ok", `integrity after crash ${crash}`);
      file.close();
    }
    server = await startServer(t, { DATABASE_URL: url });
    const stored = await storedIn(server, token);
    t.same(
      [...acknowledged].filter((id) => !stored.has(id)),
      [],
      `all acknowledged products and items exist after crash ${crash}`,
    );
  }
  t.ok(acknowledged.size >= CRASHES * 20);
});

t.test("200 concurrent creates get 200 different ids, and all products survive a crash", async (t) => {
  const url = await migratedDatabaseUrl(t);
  const server = await startServer(t, { DATABASE_URL: url });
  const send = sender(server.base);
  const { token } = await registerAndLogIn(send, "Ann");
  const responses = await Promise.all(
    Array.from({ length: 200 }, (_, price) => send("POST", "/api/products", { token, body: { name: "Lamp", price } })),
  );
  const created = new Set(responses.map(({ headers }) => headers.get("location")?.split("/").at(-1) ?? ""));
  t.equal(created.size, 200);
  await server.stop("SIGKILL");
  t.same(await idsIn(await startServer(t, { DATABASE_URL: url })), created, `on ${engine}`);
});
