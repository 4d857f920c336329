import { setImmediate } from "node:timers/promises";
import t from "tap";
import { closeOf, open } from "#contract/test/raw";
import { signIn } from "../../harness/page-client.ts";
import type { Slots } from "../../src/base/slots.ts";
import { openLibrary } from "../support/library.ts";

/** Requests of which only a few are worked on at a time. `:id` stands for a public collection of Ann. */
const REQUESTS: readonly (readonly [keyof Slots, path: string])[] = [
  ["lists", "/rest/v1/raindrops/:id"],
  ["searches", "/rest/v1/raindrops/:id?search=lamp"],
  ["lists", "/rest/v1/collections"],
  ["lists", "/rest/v1/collections/childrens"],
  ["lists", "/rest/v1/filters/:id"],
  ["searches", "/rest/v1/filters/:id?search=lamp"],
  ["lists", "/rest/v1/tags"],
  ["lists", "/rest/v1/tags/:id"],
  ["products", "/api/products"],
  ["products", "/api/products?limit=10"],
  ["searches", "/api/products?q=lamp"],
  ["lists", "/bookmarks"],
  ["searches", "/bookmarks?search=lamp"],
  ["lists", "/bookmarks/:id"],
  ["searches", "/bookmarks/:id?search=lamp"],
  ["lists", "/public/:id"],
  ["lists", "/public/:id/feed.xml"],
  ["lists", "/public/:id/feed.json"],
  ["products", "/products"],
  ["searches", "/products?q=lamp"],
];

t.test(
  "a request with a long response waits while other callers hold all slots, unless its client disconnects",
  async (t) => {
    const { ann, app } = await openLibrary(t);
    const { item } = await ann.call("POST", "/collection", { title: "Lamps", public: true });
    // The server checked the body against the contract, which has this shape for 200.
    const { _id: id } = item as { _id: number };
    const client = await signIn(app.base, ann);
    const cookie = [...client.jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { authorization: `Bearer ${ann.token}`, cookie, accept: "text/html" };
    for (const [name, each] of REQUESTS) {
      const path = each.replace(":id", String(id));
      const slots = app.context.slots[name];
      const others = Array.from({ length: slots.options.slots }, (_, number) => `account:${1000 + number}`);
      for (const other of others) t.ok(slots.tryTake(other));
      const socket = open(app.base);
      const head = Object.entries(headers).map(([field, value]) => `${field}: ${value}\r\n`);
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n${head.join("")}\r\n`);
      while (slots.waiting === 0) await setImmediate();
      socket.destroy();
      await closeOf(socket);
      while (slots.waiting === 1) await setImmediate();
      const response = app.send("GET", path, { headers });
      while (slots.waiting === 0) await setImmediate();
      for (const other of others) slots.release(other);
      const { status } = await response;
      t.ok(status === 200 || status === 301, `${path}: ${status}`);
      t.equal(slots.taken, 0, path);
    }
  },
);
