import process from "node:process";
import { setTimeout } from "node:timers/promises";
import { Client, Counts } from "./client.ts";
import { Ledger } from "./ledger.ts";
import { readBatches, readProducts, type Stored } from "./stored.ts";
import { batchWriter, productWriter, reader, type Writer } from "./writers.ts";

/** Number of concurrent writers of products, and of batches. */
const WRITERS = 4;

/** Duration of the load before a fault, and after it. */
const LOAD_MS = 2_000;

/** Time after a fault and its load within which every server must be ready. */
const READY_TIMEOUT_MS = 45_000;

/** What happens while clients write. */
export interface Episode {
  /** The URLs to which clients send requests, in turn. */
  readonly bases: readonly string[];
  /** Causes a fault, and ends it. */
  readonly cause: () => Promise<void>;
  /** Throws if the database is damaged. */
  readonly assertIntact?: () => void;
  /** Whether writers repeat creations that failed; true unless given. */
  readonly retries?: boolean;
  /** Number of clients that read meanwhile. */
  readonly readers?: number;
  /** The pause of each client after a request, in milliseconds. */
  readonly pause?: number;
}

/** The outcome of one fault. */
export interface Result {
  readonly requests: number;
  /** Requests without a 2xx response. */
  readonly failed: number;
  readonly hangs: number;
  /** The longest time, in milliseconds, in which no write was acknowledged. */
  readonly longestPause: number;
  readonly acknowledged: number;
  /** Acknowledged writes that are not stored. */
  readonly lost: readonly string[];
  /** Names of products stored twice, and of batches stored in part. */
  readonly inconsistent: readonly string[];
}

/** Causes a fault while clients write, then compares stored data with acknowledged writes. */
export async function runEpisode({ bases, cause, readers = 0, ...episode }: Episode): Promise<Result> {
  const counts = new Counts();
  const products = new Ledger();
  const batchClients = await Promise.all(Array.from({ length: WRITERS }, () => register(bases, counts)));
  const productClient = await register(bases, counts);
  const ledgers = batchClients.map(() => new Ledger());
  const writers = [
    ...Array.from({ length: WRITERS }, () => productWriter(productClient, products)),
    ...batchClients.map((client, index) => batchWriter(client, ledgers[index] ?? new Ledger())),
    ...Array.from({ length: readers }, () => reader(productClient)),
  ];

  await underLoad(writers, cause, episode);
  const { requests, failed, hangs, longestPause } = counts;
  await untilReady(bases);
  episode.assertIntact?.();
  const compared = [await compare(products, readProducts(productClient))];
  for (const [index, client] of batchClients.entries()) {
    compared.push(await compare(ledgers[index] ?? new Ledger(), readBatches(client)));
  }
  return {
    requests,
    failed,
    hangs,
    longestPause,
    acknowledged: [products, ...ledgers].reduce((sum, ledger) => sum + ledger.acknowledged, 0),
    lost: compared.flatMap(({ lost }) => lost),
    inconsistent: compared.flatMap(({ inconsistent }) => inconsistent),
  };
}

let registered = 0;

async function register(bases: readonly string[], counts: Counts): Promise<Client> {
  registered += 1;
  const client = new Client(bases, counts, `load-${process.pid}-${registered}`);
  await client.register();
  return client;
}

async function underLoad(
  writers: readonly Writer[],
  cause: Episode["cause"],
  { retries = true, pause }: Pick<Episode, "retries" | "pause">,
): Promise<void> {
  let isOver = false;
  const load = writers.map(async ({ write }) => {
    while (!isOver) {
      await write(retries);
      if (pause !== undefined) await setTimeout(pause);
    }
  });
  try {
    await setTimeout(LOAD_MS);
    await cause();
    await setTimeout(LOAD_MS);
  } finally {
    isOver = true;
    await Promise.all(load);
  }
}

async function untilReady(bases: readonly string[]): Promise<void> {
  const deadline = performance.now() + READY_TIMEOUT_MS;
  for (const base of bases) {
    while (!(await isReady(base))) {
      if (performance.now() > deadline) throw new Error(`${base} was not ready within ${READY_TIMEOUT_MS} ms.`);
      await setTimeout(100);
    }
  }
}

async function isReady(base: string): Promise<boolean> {
  return fetch(`${base}/health/ready`, { signal: AbortSignal.timeout(5_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function compare(ledger: Ledger, reading: Promise<Stored>) {
  const { states, inconsistent } = await reading;
  const lost = ledger
    .compare(states)
    .map(({ name, expected, found }) => `${name}: expected ${expected.join(" or ")}, found ${found}`);
  return { lost, inconsistent };
}
