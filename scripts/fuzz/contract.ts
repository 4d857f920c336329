import { once } from "node:events";
import { text } from "node:stream/consumers";
import type { Contract } from "../../src/http/contract/types.ts";
import { temporaryDatabase } from "../server.ts";
import { createPeople, fillLibrary } from "./fixtures.ts";
import { startRun } from "./schemathesis.ts";
import { type FuzzedServer, startServer, type Tally } from "./server.ts";

/** How a contract is to be tested. */
export interface Task {
  /** Schemathesis. */
  readonly program: string;
  /** Until when, as `performance.now()` tells it. */
  readonly end: number;
  readonly seed: string | undefined;
  readonly tell: (output: string) => void;
  /** Is told how many requests there were so far. */
  readonly count: (requests: number) => void;
}

/** How often each operation has to be asked for. */
const LEAST = 100;

/** The part of all requests that has success where the caller may ask; the rest is wrong on purpose, or asks for what is not there. */
const SUCCESSFUL = 0.1;

/** How long links are followed at least, and from when on there is time for everything once more, in seconds. */
const LINKS = 40;
const MUCH = 120;

/** Tests one contract on a server and a database of its own. Gives back what went wrong, a sentence each. */
export async function fuzzContract(contract: Contract, task: Task): Promise<string[]> {
  const { url, remove } = await temporaryDatabase();
  try {
    const settings = { DATABASE_URL: url };
    await createPeople(url);
    const server = await startServer(settings, task.count);
    try {
      const picture = contract.name === "collections" ? await fillLibrary(server.base) : "";
      const runs = await runUntil(contract, task, server, { ...settings, FUZZ_PICTURE: picture });
      task.tell(tableOf(contract, server));
      return [...runs, ...(await problemsOf(contract, server))].map((problem) => `${contract.name}: ${problem}`);
    } finally {
      await server.stop();
    }
  } finally {
    await remove();
  }
}

/** Gives every operation all its examples, then follows the links until the time is over; where much time is left, all over again. */
async function runUntil(
  { name, basePath }: Contract,
  { program, end, seed, tell }: Task,
  server: FuzzedServer,
  settings: Readonly<Record<string, string>>,
): Promise<string[]> {
  const run = { program, contract: `openapi/${name}.yaml`, base: server.base + basePath, settings };
  const problems = await resultOf(startRun({ ...run, options: seed === undefined ? [] : ["--seed", seed] }), tell);
  if (problems.length > 0 || server.hasEnded()) return problems;
  const seconds = Math.max(LINKS, Math.round((end - performance.now()) / 1000));
  const phases = seconds < MUCH ? ["--phases", "stateful"] : [];
  return resultOf(startRun({ ...run, options: ["--max-time", String(seconds), ...phases] }), tell);
}

async function resultOf(run: ReturnType<typeof startRun>, tell: (output: string) => void): Promise<string[]> {
  const [output, errors, [code]] = await Promise.all([text(run.stdout), text(run.stderr), once(run, "close")]);
  tell(`\n${output}${errors}`);
  return code === 0 ? [] : [`Schemathesis ended with ${code}.`];
}

async function problemsOf({ operations }: Contract, server: FuzzedServer): Promise<string[]> {
  const logged = server.complaints.map((line) => `The server has logged ${line}`);
  if (server.hasEnded()) return [...logged, "The server has ended."];
  const { mismatches } = Object(await (await fetch(`${server.base}/health/ready`)).json());
  const idle = operations.filter(({ id }) => {
    const tally = server.tallies.get(id) ?? new Map();
    return sumOf(tally) < LEAST || successesOf(tally) === 0;
  });
  const tallies = [...server.tallies.values()];
  const successes = tallies.reduce((sum, tally) => sum + successesOf(tally), 0);
  const requests = tallies.reduce((sum, tally) => sum + sumOf(tally), 0);
  return [
    ...logged,
    ...(successes >= requests * SUCCESSFUL ? [] : ["Hardly any request had success: has the caller been locked out?"]),
    ...(mismatches === 0 ? [] : [`The server counted ${mismatches} answers that the contract does not allow.`]),
    ...idle.map(({ id }) => `${id} was asked for fewer than ${LEAST} times, or never with success.`),
  ];
}

function tableOf({ operations }: Contract, { tallies }: FuzzedServer): string {
  const rows = operations.map(({ id }) => {
    const tally = tallies.get(id) ?? new Map();
    const statuses = [...tally].toSorted().map(([status, times]) => `${status}: ${times}`);
    return `${id.padEnd(22)}${String(sumOf(tally)).padStart(6)} requests, ${successesOf(tally)} with success (${statuses.join(", ")})\n`;
  });
  return `\n${rows.join("")}`;
}

function sumOf(tally: Tally): number {
  return [...tally.values()].reduce((sum, times) => sum + times, 0);
}

function successesOf(tally: Tally): number {
  return sumOf(new Map([...tally].filter(([status]) => status < 400)));
}
