import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import t from "tap";
import type { UnreadResponses } from "../src/server/unread-responses.ts";
import { PetHandlers, servePets } from "./support/pets.ts";
import { connectTo } from "./support/raw.ts";

// The kernel buffers some megabytes of an unread response, so the responses here are longer.

const MIB = 1024 * 1024;
const REQUEST = "GET /pets/dogs HTTP/1.1\r\nHost: x\r\n\r\n";

/** A name of 1 MiB. */
const NAME = "x".repeat(MIB);

/** Handlers whose `listDogs` returns 16 MiB, or one short name if `limit` is 1. */
class LargeHandlers extends PetHandlers {
  override async listDogs({ query }: Parameters<PetHandlers["listDogs"]>[0]): Promise<unknown> {
    const count = query.limit ?? 16;
    return { status: 200, body: Array.from({ length: count }, (_, id) => ({ id, name: count === 1 ? "Rex" : NAME })) };
  }
}

/** Waits until the counted bytes meet a condition. */
async function until(unread: UnreadResponses, isMet: (bytes: number) => boolean): Promise<void> {
  while (!isMet(unread.bytes)) await setTimeout(1);
}

t.test("a response that would exceed the limit of unread bytes becomes a 503; short ones are sent", async (t) => {
  const { base, unreadResponses, violations } = await servePets(t, {
    handlers: new LargeHandlers(),
    maxUnread: 24 * MIB,
  });
  const reader = connectTo(t, base);
  reader.write(REQUEST);
  await until(unreadResponses, (bytes) => bytes > 16 * MIB);

  const refused = await fetch(`${base}/pets/dogs`);
  t.equal(refused.status, 503);
  t.equal(refused.headers.get("retry-after"), "5");
  t.equal(refused.headers.get("etag"), null);
  t.equal(refused.headers.get("connection"), "close", "its pipelined requests are not handled");
  t.same(await refused.json(), { wrong: "Too many responses are waiting for their clients. Try again in a moment." });
  t.equal((await fetch(`${base}/pets/dogs?limit=1`)).status, 200, "a short response");
  t.equal((await fetch(`${base}/pets/dogs`, { method: "HEAD" })).status, 200, "a response without content");

  reader.resume();
  await until(unreadResponses, (bytes) => bytes === 0);
  t.equal(
    (await (await fetch(`${base}/pets/dogs`)).text()).length > 16 * MIB,
    true,
    "after the client has read its response",
  );
  await until(unreadResponses, (bytes) => bytes === 0);
  t.same(violations, []);
});

t.test("a client that disconnects frees its unread bytes", async (t) => {
  const { base, unreadResponses } = await servePets(t, { handlers: new LargeHandlers() });
  const reader = connectTo(t, base);
  reader.write(REQUEST);
  await until(unreadResponses, (bytes) => bytes > 0);
  reader.destroy();
  await until(unreadResponses, (bytes) => bytes === 0);
  t.pass("freed");
});

t.test("pipelined requests are handled one after the other, so that only one response is in memory", async (t) => {
  const { base, unreadResponses, server } = await servePets(t, { handlers: new LargeHandlers() });
  let started = 0;
  let sent = 0;
  server.server.on("request", (_request, response) => {
    started += 1;
    response.once("finish", () => {
      sent += 1;
    });
  });
  const reader = connectTo(t, base);
  reader.write(REQUEST.repeat(3));
  await until(unreadResponses, (bytes) => bytes > 0);
  t.equal(started, 3, "Node has parsed all three requests");
  let most = 0;
  reader.resume();
  while (sent < 3) {
    most = Math.max(most, unreadResponses.bytes);
    await setTimeout(1);
  }
  t.ok(most < 17 * MIB, `at most ${most} bytes`);
});

t.test("a client that pipelines more than 100 requests after one in progress is disconnected", async (t) => {
  // While `release` is empty, a call of `listDogs` adds a function to it, and waits until that is called.
  const release: (() => void)[] = [];
  class WaitingHandlers extends PetHandlers {
    override async listDogs(call: Parameters<PetHandlers["listDogs"]>[0]): Promise<unknown> {
      if (release.length === 0) await new Promise<void>((resolve) => release.push(resolve));
      return super.listDogs(call);
    }
  }
  const { base, calls } = await servePets(t, { handlers: new WaitingHandlers() });
  const client = connectTo(t, base).resume();
  client.write(REQUEST.repeat(101));
  let received = "";
  client.on("data", (data) => {
    received += data;
  });
  while (release.length === 0) await setTimeout(1);
  release.shift()?.();
  release.push(() => {}); // so that the other calls do not wait
  while (received.split("HTTP/1.1 200").length < 102) await setTimeout(1);
  t.equal(calls.length, 101, "100 may wait");

  release.length = 0;
  const other = connectTo(t, base).resume();
  other.write(REQUEST.repeat(102));
  await once(other, "close");
  t.equal(calls.length, 101, "none of the waiting requests was handled");
  release[0]?.();
});

t.test("a stream counts its chunks in memory, and produces no more while its client reads nothing", async (t) => {
  let produced = 0;
  class EndlessHandlers extends PetHandlers {
    override async listDogs(): Promise<unknown> {
      return { status: 200, body: this.#dogs() };
    }

    async *#dogs() {
      for (;;) {
        produced += 1;
        yield [{ id: 1, name: NAME }];
      }
    }
  }
  const change = { conformance: { share: 0, report: () => {} } };
  const { base, unreadResponses } = await servePets(t, { handlers: new EndlessHandlers(), maxUnread: 3 * MIB, change });
  const reader = connectTo(t, base);
  reader.write(REQUEST);
  await until(unreadResponses, (bytes) => bytes > 3 * MIB);
  t.ok(unreadResponses.bytes < 3.1 * MIB, "three chunks");
  t.equal((await fetch(`${base}/pets/dogs`)).status, 503, "another stream");
  // The kernel's buffers hold far fewer than 100 chunks.
  t.ok(produced < 100, `${produced} chunks`);
  reader.destroy();
  await until(unreadResponses, (bytes) => bytes === 0);
});
