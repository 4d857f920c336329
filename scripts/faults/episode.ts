import process from "node:process";
import { setTimeout } from "node:timers/promises";
import { Client, type Counts } from "./client.ts";
import type { Fault } from "./faults.ts";
import { Ledger } from "./ledger.ts";
import type { Setup } from "./setups.ts";
import { readBatches, readProducts, type Stored } from "./stored.ts";
import { batchWriter, productWriter, type Writer } from "./writers.ts";

/** Number of concurrent writers of products, and of batches. */
const WRITERS = 4;

/** Duration of the load before a fault, and after it. */
const LOAD_MS = 2_000;

/** Time after a fault and its load within which every server must be ready. */
const READY_TIMEOUT_MS = 45_000;

/** The outcome of one fault. */
export interface Result extends Readonly<Counts> {
  readonly acknowledged: number;
  /** Acknowledged writes that are not stored. */
  readonly lost: readonly string[];
  /** Names of products stored twice, and of batches stored in part. */
  readonly inconsistent: readonly string[];
}

/** Causes a fault while clients write, then compares stored data with acknowledged writes. */
export async function runEpisode(setup: Setup, fault: Fault): Promise<Result> {
  const counts: Counts = { requests: 0, failed: 0, hangs: 0 };
  const products = new Ledger();
  const batchClients = await Promise.all(Array.from({ length: WRITERS }, () => register(setup, counts)));
  const productClient = await register(setup, counts);
  const ledgers = batchClients.map(() => new Ledger());
  const writers = [
    ...Array.from({ length: WRITERS }, () => productWriter(productClient, products)),
    ...batchClients.map((client, index) => batchWriter(client, ledgers[index] ?? new Ledger())),
  ];

  await underLoad(writers, fault, () => fault.cause(setup));
  await untilReady(setup);
  setup.assertIntact();
  const compared = [await compare(products, readProducts(productClient))];
  for (const [index, client] of batchClients.entries()) {
    compared.push(await compare(ledgers[index] ?? new Ledger(), readBatches(client)));
  }
  return {
    ...counts,
    acknowledged: [products, ...ledgers].reduce((sum, ledger) => sum + ledger.acknowledged, 0),
    lost: compared.flatMap(({ lost }) => lost),
    inconsistent: compared.flatMap(({ inconsistent }) => inconsistent),
  };
}

let registered = 0;

async function register({ servers }: Setup, counts: Counts): Promise<Client> {
  const bases = servers.map(({ base }) => base);
  registered += 1;
  const client = new Client(bases, counts, `load-${process.pid}-${registered}`);
  await client.register();
  return client;
}

async function underLoad(writers: readonly Writer[], fault: Fault, cause: () => Promise<void>): Promise<void> {
  let isOver = false;
  const load = writers.map(async ({ write }) => {
    while (!isOver) await write(fault.movesClock !== true);
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

async function untilReady({ servers }: Setup): Promise<void> {
  const deadline = performance.now() + READY_TIMEOUT_MS;
  for (const { base } of servers) {
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
