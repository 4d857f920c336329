import { connect } from "node:net";
import { setTimeout } from "node:timers/promises";
import { createCollection, fieldOf, type Person, send } from "./account.ts";

/** The server that is attacked, and accounts on it. */
export interface Target {
  readonly base: string;
  readonly attacker: Person;
  /** The account whose password is guessed. */
  readonly victim: Person;
}

/** An attack: prepared once, then repeated by several concurrent loops until the time is over. */
export interface Attack {
  readonly title: string;
  /** Number of concurrent loops. */
  readonly loops: number;
  /** Returns the function that a loop repeats; it resolves to a status, or 0 without a response. */
  readonly prepare: (target: Target) => Promise<() => Promise<number>>;
}

export const ATTACKS: Readonly<Record<string, Attack>> = {
  "unread-items": {
    title: "pages of large items that are never read",
    loops: 50,
    async prepare({ base, attacker }) {
      const id = await createCollection(base, attacker, true);
      const items = Array.from({ length: 10 }, () => ({
        link: "https://example.com/",
        note: "n".repeat(9_000),
        media: Array.from({ length: 25 }, (_, index) => ({
          link: `https://example.com/${index}/${"m".repeat(1_900)}`,
        })),
        collection: { $id: id },
      }));
      for (let round = 0; round < 5; round++) {
        await send(base, "POST", "/rest/v1/raindrops", { token: attacker.token, body: { items } });
      }
      return () => readNothing(base, `/rest/v1/raindrops/${id}?perpage=50`);
    },
  },
  "slow-products": {
    title: "the whole catalogue, read slowly",
    loops: 140,
    async prepare({ base, attacker }) {
      const description = "\u0001".repeat(9_900);
      for (let count = 0; count < 600; count++) {
        const body = { name: `Product ${count}`, description, price: 1 };
        await send(base, "POST", "/api/products", { token: attacker.token, body });
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
        await send(base, "POST", "/rest/v1/raindrops", { token, body: { items } });
      const media = Array.from({ length: 25 }, (_, index) => ({
        link: `https://example.com/${index}/${"m".repeat(1_850)}`,
      }));
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
    title: "request heads that arrive byte by byte",
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
    title: "wrong passwords of another's account, from ten networks",
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

/** Sends a request and never reads the response. Ends when the server closes the connection. */
function readNothing(base: string, path: string): Promise<number> {
  return new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port: Number(new URL(base).port) });
    socket.pause();
    socket.once("error", () => {}).once("close", () => resolve(0));
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(3));
    // A paused socket does not notice that the server closed the connection, so a timer ends it.
    void setTimeout(35_000, undefined, { ref: false }).then(() => socket.destroy());
  });
}

/** Sends the beginning of a request, then a byte every 5 s until the connection is closed. */
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

/** Number of responses by status, as an attacking process reports them when it ends. */
export type Statuses = Readonly<Record<string, number>>;

/** The statuses in the message of an attacking process. */
export function statusesIn(message: unknown): Statuses {
  const found: Record<string, number> = {};
  for (const status of Object.keys(typeof message === "object" && message !== null ? message : {})) {
    found[status] = Number(fieldOf(message, status));
  }
  return found;
}
