import { openDatabase } from "../../../src/database/database.ts";
import { SEARCHES, search } from "../growth/searches.ts";
import { connect, type Request } from "../http-client.ts";
import { invalidateResponses } from "../invalidation.ts";
import { progress } from "../output.ts";
import { median, round, spreadOf } from "../statistics.ts";
import type { Data } from "./data.ts";
import type { ListResult, SearchResult } from "./results.ts";
import { ITEMS_PER_PAGE, itemsPage, USERS_PER_PAGE, usersPage } from "./workloads.ts";

// Requests to Triptych alone, one at a time on one connection, for targets that are times and not rates.

export interface LatencyBench {
  /** The URL of the server, and of its database. */
  readonly base: string;
  readonly url: string;
  readonly data: Data;
  readonly rounds: number;
  /** Requests of each kind in a round. */
  readonly requests: number;
}

/** A list, and its requests by the position of the page. */
interface List {
  readonly name: ListResult["name"];
  readonly title: string;
  readonly pages: number;
  readonly request: (page: number) => Request;
}

/** Unmeasured requests of each kind. */
const WARM_UP = 40;

/** Measures the first, the middle and the last page of the longest lists in turn. */
export async function measureLists(bench: LatencyBench): Promise<ListResult[]> {
  const { size } = bench.data;
  const lists: readonly List[] = [
    {
      name: "items",
      title: `${size.kept.toLocaleString("en")} items`,
      pages: size.kept / ITEMS_PER_PAGE,
      request: (page) => itemsPage(bench.data.keeper, page),
    },
    {
      name: "users",
      title: `${size.accounts.toLocaleString("en")} users`,
      pages: size.accounts / USERS_PER_PAGE,
      request: (page) => usersPage(bench.data, page + 1),
    },
  ];
  return withClient(bench, async (measureOne) => {
    const results: ListResult[] = [];
    for (const { name, title, pages, request } of lists) {
      const [first, middle, last] = [request(0), request(Math.floor(pages / 2)), request(pages - 1)];
      const rounds = await measureInTurn(bench, `pages of ${name}`, [first, middle, last], measureOne);
      results.push({
        name,
        title,
        first: spreadOf(rounds.map(([ms = Number.NaN]) => ms)),
        middle: spreadOf(rounds.map(([, ms = Number.NaN]) => ms)),
        last: spreadOf(rounds.map(([, , ms = Number.NaN]) => ms)),
        ratio: spreadOf(rounds.map(([one = Number.NaN, , other = Number.NaN]) => other / one)),
      });
    }
    return results;
  });
}

/** Measures searches in an account of `size.searched` items. */
export async function measureSearches(bench: LatencyBench): Promise<SearchResult[]> {
  return withClient(bench, async (measureOne) => {
    const requests = Object.values(SEARCHES).map((query) => search(bench.data, query));
    const rounds = await measureInTurn(bench, "searches", requests, measureOne);
    return Object.keys(SEARCHES).map((title, index) => ({
      title,
      ms: spreadOf(rounds.map((times) => times[index] ?? Number.NaN)),
    }));
  });
}

/** The median time of each request in each round, in milliseconds. */
async function measureInTurn(
  { rounds, requests: count }: LatencyBench,
  name: string,
  requests: readonly Request[],
  measureOne: (request: Request) => Promise<number>,
): Promise<number[][]> {
  const runOnce = async (count: number): Promise<number[]> => {
    const times: number[][] = requests.map(() => []);
    for (let time = 0; time < count; time++)
      for (const [index, request] of requests.entries()) times[index]?.push(await measureOne(request));
    return times.map((measured) => round(median(measured)));
  };
  const measured: number[][] = [];
  progress(`${name}: warming up …`);
  await runOnce(Math.min(WARM_UP, count));
  for (let index = 0; index < rounds; index++) {
    progress(`${name}: round ${index + 1} of ${rounds} …`);
    measured.push(await runOnce(count));
  }
  progress("");
  return measured;
}

/** Passes `work` a function that sends a request and returns its time. No response comes from a cache. */
async function withClient<T>(
  { base, url, data }: LatencyBench,
  work: (measureOne: (request: Request) => Promise<number>) => Promise<T>,
): Promise<T> {
  const client = connect(base);
  const database = openDatabase(url);
  try {
    return await work(async (request) => {
      await invalidateResponses(database, data.reader.id);
      return (await client.send(request)).ms;
    });
  } finally {
    client.close();
    await database.destroy();
  }
}
