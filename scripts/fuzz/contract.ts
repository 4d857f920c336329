import { once } from "node:events";
import { text } from "node:stream/consumers";
import type { Contract } from "#contract/contract";
import { countViolations, temporaryDatabase } from "../../harness/server.ts";
import { createAccounts, fillLibrary } from "./fixtures.ts";
import { startRun } from "./schemathesis.ts";
import { type FuzzedServer, startFuzzedServer, type Tally } from "./server.ts";

export interface Task {
  /** The path of Schemathesis's executable. */
  readonly program: string;
  /** When to end, on the clock of `performance.now()`. */
  readonly deadline: number;
  readonly seed: string | undefined;
  readonly print: (output: string) => void;
  /** Called after each response with the number of responses so far. */
  readonly onResponse: (count: number) => void;
}

const MIN_REQUESTS_PER_OPERATION = 100;

/**
 * Minimum share of requests that must succeed; with less, the caller was probably locked out. Most
 * requests fail as they should: they are invalid on purpose, or name missing objects.
 */
const MIN_SUCCESS_SHARE = 0.1;

/** With less time left there is no second run. */
const MIN_RERUN_SECONDS = 40;

/**
 * With at least this much time left the second run has all phases of Schemathesis; with less, only `stateful`:
 * sequences of requests that follow the contract's links.
 */
const FULL_RERUN_SECONDS = 120;

/** Tests one contract on a server and a database of its own. Returns a sentence for each problem. */
export async function fuzzContract(contract: Contract, task: Task): Promise<string[]> {
  const { url, remove } = await temporaryDatabase();
  try {
    const settings = { DATABASE_URL: url };
    await createAccounts(url);
    const server = await startFuzzedServer(settings, task.onResponse);
    try {
      const names = contract.name === "collections" ? await fillLibrary(server.base) : undefined;
      const ofHooks = {
        FUZZ_PICTURE: names?.picture ?? "",
        FUZZ_BACKUP: names?.backup ?? "",
        FUZZ_INVITATION: names?.invitation ?? "",
      };
      const failures = await runUntilDeadline(contract, task, server, { ...settings, ...ofHooks });
      task.print(tableOf(contract, server));
      return [...failures, ...(await problemsOf(contract, server))].map((problem) => `${contract.name}: ${problem}`);
    } finally {
      await server.stop("SIGKILL");
    }
  } finally {
    await remove();
  }
}

/**
 * Runs every phase of Schemathesis once. If nothing failed and at least 40 seconds are left, then runs every phase
 * again, or only `stateful`, until the deadline.
 */
async function runUntilDeadline(
  { name, basePath }: Contract,
  { program, deadline, seed, print }: Task,
  server: FuzzedServer,
  settings: Readonly<Record<string, string>>,
): Promise<string[]> {
  const run = { program, contract: `generated/${name}.openapi.yaml`, base: server.base + basePath, settings };
  const seeded = seed === undefined ? [] : ["--seed", seed];
  const failures = await resultOf(startRun({ ...run, options: seeded }), print);
  const seconds = Math.round((deadline - performance.now()) / 1000);
  if (failures.length > 0 || server.hasExited() || seconds < MIN_RERUN_SECONDS) return failures;
  const phases = seconds < FULL_RERUN_SECONDS ? ["--phases", "stateful"] : [];
  return resultOf(startRun({ ...run, options: [...seeded, "--max-time", String(seconds), ...phases] }), print);
}

/** Prints the output of a run that passed; the output of one that failed is a part of the returned problem. */
async function resultOf(run: ReturnType<typeof startRun>, print: Task["print"]): Promise<string[]> {
  const [output, errors, [code]] = await Promise.all([text(run.stdout), text(run.stderr), once(run, "close")]);
  if (code !== 0) return [`Schemathesis exited with ${code}.\n${output}${errors}`];
  print(`\n${output}${errors}`);
  return [];
}

async function problemsOf({ operations }: Contract, server: FuzzedServer): Promise<string[]> {
  const logged = server.errors.map((line) => `The server logged ${line}`);
  if (server.hasExited()) return [...logged, "The server has exited."];
  const violations = await countViolations(server.base);
  const untested = operations.filter(({ id }) => {
    const tally = server.tallies.get(id) ?? new Map();
    return countIn(tally) < MIN_REQUESTS_PER_OPERATION || successesIn(tally) === 0;
  });
  const tallies = [...server.tallies.values()];
  const successes = tallies.reduce((sum, tally) => sum + successesIn(tally), 0);
  const requests = tallies.reduce((sum, tally) => sum + countIn(tally), 0);
  return [
    ...logged,
    ...(successes >= requests * MIN_SUCCESS_SHARE ? [] : ["Few requests succeeded: was the caller locked out?"]),
    ...(violations === 0 ? [] : [`The server counted ${violations} responses that violate the contract.`]),
    ...untested.map(({ id }) => `${id} had fewer than ${MIN_REQUESTS_PER_OPERATION} requests, or no success.`),
  ];
}

function tableOf({ operations }: Contract, { tallies }: FuzzedServer): string {
  const rows = operations.map(({ id }) => {
    const tally = tallies.get(id) ?? new Map();
    const statuses = [...tally].toSorted().map(([status, count]) => `${status}: ${count}`);
    const requests = `${String(countIn(tally)).padStart(6)} requests`;
    return `${id.padEnd(22)}${requests}, ${successesIn(tally)} successful (${statuses.join(", ")})\n`;
  });
  return `\n${rows.join("")}`;
}

function countIn(tally: Tally): number {
  return [...tally.values()].reduce((sum, count) => sum + count, 0);
}

function successesIn(tally: Tally): number {
  return countIn(new Map([...tally].filter(([status]) => status < 400)));
}
