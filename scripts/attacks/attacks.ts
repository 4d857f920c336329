import { connect } from "node:net";
import { setTimeout } from "node:timers/promises";
import { createCollection, fieldOf, type Person, send, sendOrThrow } from "./account.ts";

/** The server that is attacked, and accounts on it. */
export interface Target {
  /** The URL of the server, without a trailing slash. */
  readonly base: string;
  /** The account that the attack uses. */
  readonly attacker: Person;
  /** The account whose password is guessed. */
  readonly victim: Person;
}

/** An attack: prepared once, then repeated by several concurrent loops until the time is over. */
export interface Attack {
  readonly title: string;
  /** Number of concurrent loops. */
  readonly loops: number;
  /**
   * Returns the function that all loops repeat. It resolves to the status of the response, or to 0 if
   * it got none.
   */
  readonly prepare: (target: Target) => Promise<() => Promise<number>>;
}

/** All attacks by name. Responses to their preparation are not checked. */
export const ATTACKS: Readonly<Record<string, Attack>> = {
  "unread-items": {
    title: "pages of large items, 3 MB a page, that are never read",
    loops: 50,
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
      return () => readNothing(base, `/rest/v1/raindrops/${id}?perpage=50`);
    },
  },
  "unread-products": {
    title: "the whole catalogue, 36 MB, that is never read",
    loops: 140,
    async prepare({ base, attacker }) {
      // JSON escapes each of these characters in six bytes.
      const description = "\u0001".repeat(9_900);
      for (let count = 0; count < 600; count++) {
        const body = { name: `Product ${count}`, description, price: 1 };
        await sendOrThrow(base, "POST", "/api/products", { token: attacker.token, body });
      }
      return () => readNothing(base, "/api/products");
    },
  },
  "bulk-growth": {
    title: "bulk changes that add 47 KB to each of 300 items, and remove it again",
    loops: 2,
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
      return async () => {
        isAdded = !isAdded;
        const body = { media: isAdded ? media : [] };
        return (await send(base, "PUT", `/rest/v1/raindrops/${id}`, { token, body })).status;
      };
    },
  },
  "dripping-uploads": {
    title: "uploads that send a byte every 5 seconds",
    loops: 20,
    async prepare({ base, attacker }) {
      const id = await createCollection(base, attacker, false);
      const head =
        `PUT /rest/v1/collection/${id}/cover HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${attacker.token}\r\n` +
        "Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 1000000\r\n\r\n" +
        '--x\r\nContent-Disposition: form-data; name="cover"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n';
      return () => drip(base, head);
    },
  },
  "dripping-heads": {
    title: "request heads that send a byte every 5 seconds",
    loops: 200,
    prepare:
      async ({ base }) =>
      () =>
        drip(base, "GET /api/products HTTP/1.1\r\nX-Slow: "),
  },
  "invalid-entries": {
    title: "bodies of 1 MB with 500,000 invalid entries or 85,000 unknown fields",
    loops: 4,
    async prepare({ base, attacker: { token } }) {
      const entries = `[${Array(500_000).fill("1").join()}]`;
      const unknown = Array.from({ length: 85_000 }, (_, index) => `"k${index}":1`).join();
      const bodies = [`{"items":${entries}}`, `{"media":${entries}}`, `{"tags":${entries}}`, `{${unknown}}`];
      let next = 0;
      return async () => {
        const body = bodies[next++ % bodies.length];
        // `next` is one ahead, so 1 stands for the first body: only the bulk operation has `items`.
        return (await send(base, "POST", next % 4 === 1 ? "/rest/v1/raindrops" : "/rest/v1/raindrop", { token, body }))
          .status;
      };
    },
  },
  registrations: {
    title: "registrations as fast as possible",
    loops: 32,
    async prepare({ base }) {
      let count = 0;
      return async () => {
        count += 1;
        const body = { name: "Flood", email: `flood${count}@example.com`, password: `a long password ${count}` };
        return (await send(base, "POST", "/api/user/register", { body, network: "192.0.2.66" })).status;
      };
    },
  },
  logins: {
    title: "correct logins as fast as possible",
    loops: 32,
    prepare:
      async ({ base, attacker: { email, password } }) =>
      async () =>
        (await send(base, "POST", "/api/user/login", { body: { email, password }, network: "192.0.2.66" })).status,
  },
  guesses: {
    title: "wrong passwords for another user's account, from ten networks",
    loops: 10,
    async prepare({ base, victim: { email } }) {
      let count = 0;
      return async () => {
        count += 1;
        const body = { email, password: `a wrong password ${count}` };
        return (await send(base, "POST", "/api/user/login", { body, network: `198.51.100.${count % 10}` })).status;
      };
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
function drip(base: string, beginning: string): Promise<number> {
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

/** The attack with this name. Throws if there is none. */
export function attackNamed(name: string): Attack {
  const attack = new Map(Object.entries(ATTACKS)).get(name);
  if (attack === undefined) throw new Error(`There is no attack named ${name}.`);
  return attack;
}

/** Number of responses to the attacker by status; 0 stands for requests without a response. */
export type Statuses = Readonly<Record<string, number>>;

/** Reads the `Statuses` that `attacker.ts` sent to its parent process. */
export function statusesIn(message: unknown): Statuses {
  const found: Record<string, number> = {};
  for (const status of Object.keys(typeof message === "object" && message !== null ? message : {})) {
    found[status] = Number(fieldOf(message, status));
  }
  return found;
}
