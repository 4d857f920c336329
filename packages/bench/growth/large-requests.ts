import { setTimeout } from "node:timers/promises";
import { PASSWORD } from "../dataset/fill.ts";
import { connect, type Request } from "../http-client.ts";
import { progress } from "../output.ts";
import { round } from "../statistics.ts";
import type { Data, Instance } from "./instance.ts";
import type { Engine, LargeRequestResult } from "./results.ts";
import { HOSTILE_SEARCHES, search } from "./searches.ts";
import { get, getLastUsers, postLogin } from "./workloads.ts";

const MAX_CLEANUP_MS = 10 * 60 * 1000;

/** A request (or several) that takes a server long, measured while other clients send requests. */
export interface LargeRequest {
  readonly name: string;
  readonly run: (instance: Instance) => Promise<unknown>;
}

/** In this order: each uses the data that the previous ones leave. */
export const LARGE_REQUESTS: readonly LargeRequest[] = [
  { name: "no large request, for 10 seconds", run: () => setTimeout(10_000) },
  requestOf("GET all products", () => ({ ...get("/api/products"), discardsBody: true })),
  { name: "50 logins at once", run: logIn50 },
  requestOf("GET the last page of users, while others write", getLastUsers),
  requestOf("GET the root collections", (data) => asLibrarian(data, "GET", "/collections")),
  requestOf("GET the nested collections", (data) => asLibrarian(data, "GET", "/collections/childrens")),
  requestOf("GET the statistics", (data) => asLibrarian(data, "GET", "/user/stats")),
  requestOf("GET the middle page of all items", (data) =>
    asLibrarian(data, "GET", `/raindrops/0?perpage=50&page=${Math.floor(data.rows / 500)}`),
  ),
  ...Object.entries(HOSTILE_SEARCHES).map(([what, query]) =>
    requestOf(`GET items, search: ${what}`, (data) => search(data, query)),
  ),
  requestOf("reorder all collections", (data) => asLibrarian(data, "PUT", "/collections", { sort: "title" })),
  requestOf("merge up to 100 collections", (data) => {
    const { collectionIds: ids } = data.librarian;
    const [, to, ...others] = ids.slice(Math.floor(ids.length / 2));
    return asLibrarian(data, "PUT", "/collections/merge", { to, ids: others.slice(0, 100) });
  }),
  { name: "… until the cleanup is done", run: untilCleanedUp },
  requestOf("DELETE half of the collections", (data) =>
    asLibrarian(data, "DELETE", `/collection/${data.librarian.halfRootId}`),
  ),
  requestOf("… GET the statistics before the cleanup", (data) => asLibrarian(data, "GET", "/user/stats")),
  requestOf("… GET the first page of the Trash before the cleanup", (data) =>
    asLibrarian(data, "GET", "/raindrops/-99"),
  ),
  { name: "… until that cleanup is done", run: untilCleanedUp },
  requestOf("empty the Trash", (data) => asLibrarian(data, "DELETE", "/collection/-99")),
  { name: "… until the Trash is cleaned up", run: untilCleanedUp },
];

/** Runs large requests one after the other, each while other clients read and write. */
export async function measureLargeRequests(
  engine: Engine,
  instance: Instance,
  requests: readonly LargeRequest[],
): Promise<LargeRequestResult[]> {
  const { server, data } = instance;
  // Creates the collection that the reading client lists, and warms up that request.
  const neighbour = connect(server.base);
  await neighbour.send({ ...postItem(data), path: "/rest/v1/collection", body: { title: "Mine" } });
  for (let time = 0; time < 100; time++) await neighbour.send(getCollections(data));
  neighbour.close();
  const results: LargeRequestResult[] = [];
  for (const { name, run } of requests) {
    progress(`${name} …`);
    await server.readMetrics(); // resets them
    const times = await runBesideClients(instance, () => run(instance));
    const { delay, memory } = await server.readMetrics();
    results.push({ engine, rows: data.rows, name, ...times, delay: round(delay ?? Number.NaN), memory: round(memory) });
  }
  progress("");
  return results;
}

/**
 * Runs work while one client reads and another writes. Returns the duration of the work, and that of
 * the longest request of each client, in milliseconds.
 */
async function runBesideClients({ server, data }: Instance, run: () => Promise<unknown>) {
  let isDone = false;
  const repeat = async (request: Request) => {
    const client = connect(server.base);
    let max = 0;
    while (!isDone) {
      max = Math.max(max, (await client.send(request)).ms);
      await setTimeout(1);
    }
    client.close();
    return round(max);
  };
  const runOnce = async () => {
    await setTimeout(50);
    const started = performance.now();
    await run();
    return round(performance.now() - started);
  };
  const running = runOnce().finally(() => {
    isDone = true;
  });
  const [ms, maxGet, maxPost] = await Promise.all([running, repeat(getCollections(data)), repeat(postItem(data))]);
  return { ms, maxGet, maxPost };
}

function requestOf(name: string, request: (data: Data) => Request): LargeRequest {
  return {
    name,
    async run({ server, data }) {
      const client = connect(server.base);
      await client.send({ ...request(data), discardsBody: true });
      client.close();
    },
  };
}

function asLibrarian({ librarian }: Data, method: Request["method"], path: string, body?: object): Request {
  return { method, path: `/rest/v1${path}`, headers: librarian.headers, ...(body && { body }), status: 200 };
}

function getCollections({ neighbour }: Data): Request {
  return get("/rest/v1/collections", neighbour.headers);
}

function postItem({ neighbour }: Data): Request {
  return {
    method: "POST",
    path: "/rest/v1/raindrop",
    headers: neighbour.headers,
    body: { link: "https://example.com/" },
    status: 200,
  };
}

async function logIn50({ server, data }: Instance): Promise<void> {
  const clients = Array.from({ length: 50 }, () => connect(server.base));
  await Promise.all(clients.map((client) => client.send(postLogin(data.neighbour.email, PASSWORD, 200))));
  for (const client of clients) client.close();
}

/**
 * Lets all undo steps expire, because items of removed collections stay where they are as long as the removal can be
 * reverted. Then waits until the server has moved or deleted these items.
 */
async function untilCleanedUp({ database }: Instance): Promise<void> {
  await database.updateTable("undo_steps").set({ expires_at: 0 }).execute();
  const movedShelves = () => database.selectFrom("shelves").select("id").where("moved", "=", 1).limit(1).execute();
  const deadline = performance.now() + MAX_CLEANUP_MS;
  while ((await movedShelves()).length > 0) {
    if (performance.now() > deadline) throw new Error("The cleanup takes longer than ten minutes.");
    await setTimeout(20);
  }
}
