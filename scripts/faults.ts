import { argv, exit, stderr, stdout } from "node:process";
import { parseArgs } from "node:util";
import { type Result, runEpisode } from "./faults/episode.ts";
import { FAULTS, type Fault } from "./faults/faults.ts";
import { createPostgresSetup, createSqliteSetup, type Setup } from "./faults/setups.ts";

const HELP = `Causes faults while clients write, then compares what is stored with what was acknowledged.

Usage: npm run faults -- [--minutes N] [--only TEXT]

  --minutes N   how long to run; a fault in progress is completed (default: 3)
  --only TEXT   only faults whose name contains the text

Runs on SQLite, and on PostgreSQL with Redis, in random order. The faults:

${FAULTS.map(({ name }) => `  - ${name}`).join("\n")}

Starts servers, PostgreSQL and Redis of its own, on free ports. Needs the Debian packages postgresql, redis-server,
procps, strace and faketime, and may have to run as root, so that strace may attach to the servers.

Prints, for each fault, the requests that failed (failed connections, and any status outside 2xx), the acknowledged
writes that are lost, and what is inconsistent: products stored twice, and batches of items stored in part.

Exits with 1 if anything is lost or inconsistent, or a request or a server hangs.
`;

if (argv.includes("--help")) {
  stdout.write(HELP);
  exit(0);
}

const { values } = parseArgs({
  options: { minutes: { type: "string", default: "3" }, only: { type: "string", default: "" } },
});
const minutes = Number(values.minutes);
const faults = FAULTS.filter(({ name }) => name.includes(values.only));
if (!(minutes > 0) || faults.length === 0) {
  stderr.write("--minutes must be a number above 0, and --only part of the name of a fault. See --help.\n");
  exit(2);
}
exit((await main()) ? 0 : 1);

/** Causes faults until the time is over. Returns whether nothing was lost or inconsistent, hung or threw. */
async function main(): Promise<boolean> {
  const deadline = performance.now() + minutes * 60_000;
  const results: Result[] = [];
  const setups = [await createSqliteSetup(), await createPostgresSetup()];
  try {
    for (const { setup, fault } of rounds(setups)) {
      if (performance.now() > deadline) break;
      const result = await runEpisode({
        bases: setup.servers.map(({ base }) => base),
        cause: () => fault.cause(setup),
        assertIntact: setup.assertIntact,
        retries: fault.movesClock !== true,
      });
      results.push(result);
      stdout.write(`${setup.name}: ${fault.name}: ${summaryOf(result)}\n`);
      for (const problem of [...result.lost, ...result.inconsistent]) stdout.write(`  ${problem}\n`);
    }
  } catch (error) {
    stderr.write(`${error instanceof Error ? error.message : error}\n`);
    return false;
  } finally {
    for (const setup of setups) await setup.remove();
  }
  const sum = (count: (result: Result) => number) => results.reduce((total, result) => total + count(result), 0);
  const totals = [
    sum(({ lost }) => lost.length),
    sum(({ inconsistent }) => inconsistent.length),
    sum(({ hangs }) => hangs),
  ];
  stdout.write(
    `${results.length} faults, ${sum(({ acknowledged }) => acknowledged)} acknowledged writes: ` +
      `${totals[0]} lost, ${totals[1]} inconsistent, ${totals[2]} hangs\n`,
  );
  return totals.every((count) => count === 0);
}

/** Yields every setup with every fault that fits it, in random order, again and again. */
function* rounds(setups: readonly Setup[]): Iterable<{ setup: Setup; fault: Fault }> {
  for (;;) {
    const pairs = setups.flatMap((setup) =>
      faults.filter((fault) => fault.fits(setup)).map((fault) => ({ setup, fault })),
    );
    yield* pairs
      .map((pair) => ({ pair, key: Math.random() }))
      .sort((one, other) => one.key - other.key)
      .map(({ pair }) => pair);
  }
}

function summaryOf({ requests, failed, acknowledged, lost, inconsistent, hangs }: Result): string {
  return (
    `${requests} requests, ${failed} failed, ${acknowledged} writes acknowledged, ` +
    `${lost.length} lost, ${inconsistent.length} inconsistent, ${hangs} hangs`
  );
}
