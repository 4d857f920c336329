import { connect } from "node:net";
import { setTimeout } from "node:timers/promises";
import { createCollection, send, sendOrThrow } from "./account.ts";
import type { Attack } from "./attack.ts";

/** These never slow down other clients: they are refused before any work. */
const LIMITS = { reads: 50 };

/** Attacks that send as much as they can, or as slowly as they can. */
export const FLOODS: Readonly<Record<string, Attack>> = {
  "unread-items": {
    title: "pages of large items, 3 MB a page, that are never read",
    loops: 50,
    limits: LIMITS,
    async prepare({ base, attacker }) {
      const id = await createCollection(base, attacker, true);
      // 57 KB each; the limit is 64 KiB.
      const items = Array.from({ length: 10 }, () => ({
        link: "https://example.com/",
        note: "n".repeat(9_000),
        media: Array.from({ length: 25 }, (_, index) => ({
          link: `https://example.com/${index}/${"m".repeat(1_900)}`,
        })),
        collection: { $id: id },
      }));
      for (let round = 0; round < 5; round++) {
        await sendOrThrow(base, "POST", "/rest/v1/raindrops", { token: attacker.token, body: { items } });
      }
      return { attackOnce: () => readNothing(base, `/rest/v1/raindrops/${id}?perpage=50`) };
    },
  },
  "unread-products": {
    title: "the whole catalogue, 36 MB, that is never read",
    loops: 140,
    limits: LIMITS,
    async prepare({ base, attacker }) {
      // JSON escapes each of these characters in six bytes.
      const description = "\u0001".repeat(9_900);
      for (let count = 0; count < 600; count++) {
        const body = { name: `Product ${count}`, description, price: 1 };
        await sendOrThrow(base, "POST", "/api/products", { token: attacker.token, body });
      }
      return { attackOnce: () => readNothing(base, "/api/products") };
    },
  },
  "bulk-growth": {
    title: "bulk changes that add 47 KB to each of 300 items, and remove it again",
    loops: 2,
    limits: LIMITS,
    async prepare({ base, attacker }) {
      const { token } = attacker;
      const id = await createCollection(base, attacker, false);
      const items = Array.from({ length: 100 }, () => ({ link: "https://example.com/", collection: { $id: id } }));
      for (let round = 0; round < 3; round++)
        await sendOrThrow(base, "POST", "/rest/v1/raindrops", { token, body: { items } });
      const media = Array.from({ length: 25 }, (_, index) => ({
        link: `https://example.com/${index}/${"m".repeat(1_850)}`,
      }));
      // 300 items grow by 14 MB together; the limit of a bulk change is 16 MiB.
      let isAdded = false;
      const attackOnce = async () => {
        isAdded = !isAdded;
        const body = { media: isAdded ? media : [] };
        return (await send(base, "PUT", `/rest/v1/raindrops/${id}`, { token, body })).status;
      };
      return { attackOnce };
    },
  },
  "dripping-uploads": {
    title: "uploads that send a byte every 5 seconds",
    loops: 20,
    limits: LIMITS,
    async prepare({ base, attacker }) {
      const id = await createCollection(base, attacker, false);
      const head =
        `PUT /rest/v1/collection/${id}/cover HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${attacker.token}\r\n` +
        "Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 1000000\r\n\r\n" +
        '--x\r\nContent-Disposition: form-data; name="cover"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n';
      return { attackOnce: () => drip(base, head) };
    },
  },
  "dripping-heads": {
    title: "request heads that send a byte every 5 seconds",
    loops: 200,
    limits: LIMITS,
    async prepare({ base }) {
      return { attackOnce: () => drip(base, "GET /api/products HTTP/1.1\r\nX-Slow: ") };
    },
  },
  "invalid-entries": {
    title: "bodies of 1 MB with 500,000 invalid entries or 85,000 unknown fields",
    loops: 4,
    limits: LIMITS,
    async prepare({ base, attacker: { token } }) {
      const entries = `[${Array(500_000).fill("1").join()}]`;
      const unknown = Array.from({ length: 85_000 }, (_, index) => `"k${index}":1`).join();
      const bodies = [`{"items":${entries}}`, `{"media":${entries}}`, `{"tags":${entries}}`, `{${unknown}}`];
      let next = 0;
      const attackOnce = async () => {
        const body = bodies[next++ % bodies.length];
        // `next` is one ahead, so 1 stands for the first body: only the bulk operation has `items`.
        return (await send(base, "POST", next % 4 === 1 ? "/rest/v1/raindrops" : "/rest/v1/raindrop", { token, body }))
          .status;
      };
      return { attackOnce };
    },
  },
  registrations: {
    title: "registrations as fast as possible",
    loops: 32,
    limits: LIMITS,
    async prepare({ base }) {
      let count = 0;
      const attackOnce = async () => {
        count += 1;
        const body = { name: "Flood", email: `flood${count}@example.com`, password: `a long password ${count}` };
        return (await send(base, "POST", "/api/user/register", { body, network: "192.0.2.66" })).status;
      };
      return { attackOnce };
    },
  },
  logins: {
    title: "correct logins as fast as possible",
    loops: 32,
    limits: LIMITS,
    async prepare({ base, attacker: { email, password } }) {
      const options = { body: { email, password }, network: "192.0.2.66" };
      return { attackOnce: async () => (await send(base, "POST", "/api/user/login", options)).status };
    },
  },
  guesses: {
    title: "wrong passwords for another user's account, from ten networks",
    loops: 10,
    limits: LIMITS,
    async prepare({ base, victim: { email } }) {
      let count = 0;
      const attackOnce = async () => {
        count += 1;
        const body = { email, password: `a wrong password ${count}` };
        return (await send(base, "POST", "/api/user/login", { body, network: `198.51.100.${count % 10}` })).status;
      };
      return { attackOnce };
    },
  },
};

/** Sends three pipelined requests and never reads a response. Resolves to 0 after at most 35 s. */
function readNothing(base: string, path: string): Promise<number> {
  return new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port: Number(new URL(base).port) });
    socket.pause();
    socket.once("error", () => {}).once("close", () => resolve(0));
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(3));
    // The server disconnects after 30 to 35 s. A paused socket does not notice that, so a timer closes it.
    void setTimeout(35_000, undefined, { ref: false }).then(() => socket.destroy());
  });
}

/** Sends the beginning of a request, then a byte every 5 s. Resolves to 0 when the server closes the connection. */
export function drip(base: string, beginning: string): Promise<number> {
  return new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port: Number(new URL(base).port) });
    const timer = setInterval(() => socket.write("x"), 5_000);
    socket.resume().once("error", () => {});
    socket.once("close", () => {
      clearInterval(timer);
      resolve(0);
    });
    socket.write(beginning);
  });
}
