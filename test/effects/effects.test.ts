import t, { type Test } from "tap";
import { loadContracts } from "../../scripts/contracts.ts";
import { inputsOf } from "../../scripts/proof/inputs.ts";
import type { Contract, Operation } from "../../src/http/contract/types.ts";
import { FIXTURES, loadFixtures } from "../../src/testing/fixtures.ts";
import { resetCounters } from "../../src/testing/test-mode.ts";
import { openApp, type TestApp } from "../support/app.ts";
import { logIn } from "../support/people.ts";
import { recordPart } from "../support/proof.ts";
import { catalogue } from "./catalogue.ts";
import { collections } from "./collections.ts";
import { RestorableDatabase } from "./restorable-database.ts";
import { type OperationEffects, PICTURE, type Sample, type Variation, withInput } from "./sample.ts";
import { users } from "./users.ts";

// Shows that each parameter and body field of the contracts has an effect: a request with another
// value of it gets another response, or leaves other data behind. Always runs on SQLite in memory.

const EFFECTS: Readonly<Record<string, object>> = { catalogue, collections, users };

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

/** Replaces what is random: ids of products and pictures, hashes, tokens and request ids. */
function withoutRandomness(text: string): string {
  return text
    .replace(/(?!0{20})[0-9a-f]{24}/g, "<product>")
    .replace(/(picture:|cover\/|"(?:id|picture_id)":")[A-Za-z0-9_-]{22}\b/g, "$1<picture>")
    .replace(/\$argon2id\$[^"]+/g, "<hash>")
    .replace(/eyJ[\w.-]+/g, "<token>")
    .replace(/"last_used_at":(\d+|null)/g, "");
}

const VOLATILE = VOLATILE_TABLES.map((name) => `'${name}'`).join(", ");

/** All rows of the database as text. */
function stateOf({ stored }: Target): string {
  const tables = stored.rowsOf<{ name: string }>(`select name from pragma_table_list where schema = 'main'
    and type = 'table' and name not like 'sqlite%' and name not in (${VOLATILE}) order by name`);
  return withoutRandomness(JSON.stringify(tables.map(({ name }) => [name, stored.rowsOf(`select * from ${name}`)])));
}

interface Target {
  readonly app: TestApp;
  /** The data of the server, saved with the fixtures. */
  readonly stored: RestorableDatabase;
  readonly contract: Contract;
  readonly operation: Operation;
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

async function send({ app, stored, contract, operation, credentials }: Target, sample: Sample) {
  const [picture] = stored.rowsOf<{ id: string }>("select id from pictures");
  const path = operation.path.replace(/\{(\w+)\}/g, (_braces, name) =>
    String(sample.path?.[name] ?? "").replace(PICTURE, picture?.id ?? ""),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(sample.query ?? {})) query.append(name, String(value));
  return app.send(operation.method, `${contract.basePath}${path}${query.size > 0 ? "?" : ""}${query}`, {
    headers: { ...credentials, ...sample.headers },
    body: sample.body,
  });
}

async function openTarget(t: Test) {
  const stored = await RestorableDatabase.open();
  await loadFixtures(stored.database);
  stored.save();
  const app = await openApp(t, {}, { database: stored.database });
  // They would change the data at any time.
  await app.context.cleanup.close();
  await app.context.backups.close();
  await app.context.imports.close();
  const { administrator } = FIXTURES.accounts;
  const token = await logIn(app.send, administrator);
  const credentials = {
    "auth-token": token,
    authorization: `Bearer ${token}`,
    "x-auth-token": administrator.key,
    "user-agent": "tests",
  };
  return { app, stored, credentials };
}

for (const contract of loadContracts()) {
  t.test(`every parameter and body field of ${contract.name} has an effect`, async (t) => {
    const file = `test/effects/${contract.name}.ts`;
    const target = await openTarget(t);
    const effects = new Map(Object.entries(EFFECTS[contract.name] ?? {}));
    for (const operation of contract.operations) {
      const { base, inputs }: OperationEffects = effects.get(operation.id);
      t.same(
        Object.keys(inputs).sort(),
        inputsOf(operation).sort(),
        `${operation.id}: its entry in ${file} lists all parameters and body fields`,
      );
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
    const { value, also = {}, base = operationBase } = variation;
    let changed = withInput(base, input, value);
    for (const [other, otherValue] of Object.entries(also)) changed = withInput(changed, other, otherValue);
    const [before, after] = [
      await outcomeWithout({ base, times: variation.times, followUp: variation.followUp }),
      await outcomeOf(target, changed, variation),
    ];
    if (before === after) without.push(input);
    else recordPart(contract.name, operation.id, { kind: "effect", name: input });
  }
  return without;
}
