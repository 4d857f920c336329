import t, { type Test } from "tap";
import { loadContracts } from "../../harness/contracts.ts";
import { FIXTURES } from "../../src/testing/fixtures.ts";
import { loadFixtures } from "../../src/testing/load-fixtures.ts";
import { resetCounters } from "../../src/testing/test-mode.ts";
import { openApp, stopWorkers, type TestApp } from "../support/app.ts";
import { recorder } from "../support/proof.ts";
import { type Endpoint, effectsOf, requestOf, signIn } from "./requests.ts";
import { RestorableDatabase } from "./restorable-database.ts";
import { type OperationEffects, type Sample, type Variation, withoutRandomness, withVariation } from "./sample.ts";

// Shows that each parameter and body field of the contracts has an effect: a request with another
// value of it gets another response, or leaves other data behind. Always runs on SQLite in memory. That each one has an
// entry is what `test/unit/declared-effects.test.ts` checks.

/**
 * Tables whose content differs between two equal requests. The audit log is random, and must not count anyway: an
 * input has an effect if it changes other data, not if it is only recorded.
 */
const VOLATILE_TABLES = [
  "migrations",
  "table_versions",
  "secrets",
  "leases",
  "request_counts",
  "stored_responses",
  "known_networks",
  "audit_events",
  "audit_head",
];

const VOLATILE = VOLATILE_TABLES.map((name) => `'${name}'`).join(", ");

/** All rows of the database as text. */
function stateOf({ stored }: Target): string {
  const tables = stored.rowsOf<{ name: string }>(`select name from pragma_table_list where schema = 'main'
    and type = 'table' and name not like 'sqlite%' and name not in (${VOLATILE}) order by name`);
  return withoutRandomness(JSON.stringify(tables.map(({ name }) => [name, stored.rowsOf(`select * from ${name}`)])));
}

interface Target extends Endpoint {
  readonly app: TestApp;
  /** The data of the server, saved with the fixtures. */
  readonly stored: RestorableDatabase;
  readonly credentials: Readonly<Record<string, string>>;
}

type Repetition = Pick<Variation, "times" | "followUp">;

/** Restores the fixtures, sends the requests, and returns the last responses and the data as text. */
async function outcomeOf(target: Target, sample: Sample, { times = 1, followUp }: Repetition): Promise<string> {
  const { app, stored, credentials } = target;
  await resetCounters(app.context);
  await stored.restore();
  const responses: unknown[] = [];
  for (let time = 0; time < times; time++) {
    const { status, headers, body } = await send(target, sample);
    responses.push(status, body, headers.get("idempotent-replayed"));
  }
  if (followUp !== undefined) {
    const { method, path, body } = followUp;
    responses.push((await app.send(method, path, { headers: credentials, body })).status);
  }
  return withoutRandomness(JSON.stringify(responses)) + stateOf(target);
}

async function send(target: Target, sample: Sample) {
  const [picture] = target.stored.rowsOf<{ id: string }>("select id from pictures");
  const { method, path, headers, body } = requestOf(target, sample, picture?.id ?? "");
  return target.app.send(method, path, { headers: { ...target.credentials, ...headers }, body });
}

async function openTarget(t: Test) {
  const stored = await RestorableDatabase.open();
  await loadFixtures(stored.database);
  stored.save();
  const app = await openApp(t, {}, { database: stored.database });
  await stopWorkers(app);
  return { app, stored, credentials: await signIn(app.send, FIXTURES.accounts.administrator) };
}

for (const contract of loadContracts()) {
  t.test(`every parameter and body field of ${contract.name} has an effect`, async (t) => {
    const file = `test/effects/${contract.name}.ts`;
    const target = await openTarget(t);
    for (const operation of contract.operations) {
      const { base, inputs } = effectsOf({ contract, operation });
      const withoutEffect = await inputsWithoutEffect({ ...target, contract, operation }, base, inputs);
      t.same(withoutEffect, [], `${operation.id}: each value in ${file} changes the response or the stored data`);
    }
  });
}

/** The outcome of a request. Throws if it differs when the request is repeated, which would look like an effect. */
async function deterministicOutcomeOf(target: Target, sample: Sample, repetition: Repetition): Promise<string> {
  const [outcome, again] = [await outcomeOf(target, sample, repetition), await outcomeOf(target, sample, repetition)];
  if (outcome === again) return outcome;
  const at = [...outcome].findIndex((character, index) => character !== again[index]);
  const excerpts = [outcome, again].map((text) => text.slice(Math.max(0, at - 60), at + 60));
  throw new Error(`Two equal requests to ${target.operation.id} differ: ${excerpts.join("\nand: ")}`);
}

/** Calls a function once per different argument. */
function cachedBy<Argument, Result>(call: (argument: Argument) => Result): (argument: Argument) => Result {
  const results = new Map<string, Result>();
  return (argument) => {
    const key = JSON.stringify(argument);
    const result = results.get(key) ?? call(argument);
    results.set(key, result);
    return result;
  };
}

async function inputsWithoutEffect(
  target: Target,
  operationBase: Sample,
  inputs: OperationEffects["inputs"],
): Promise<string[]> {
  const { contract, operation } = target;
  const without: string[] = [];
  const outcomeWithout = cachedBy(({ base, ...repetition }: Repetition & { readonly base: Sample }) =>
    deterministicOutcomeOf(target, base, repetition),
  );
  for (const [input, variation] of Object.entries(inputs)) {
    const { base = operationBase, times, followUp } = variation;
    const [before, after] = [
      await outcomeWithout({ base, times, followUp }),
      await outcomeOf(target, withVariation(base, input, variation), variation),
    ];
    if (before === after) without.push(input);
    else recorder.recordEffect(contract.name, operation.id, input);
  }
  return without;
}
