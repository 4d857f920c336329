import type { Test } from "tap";
import * as tokens from "../../src/accounts/tokens.ts";
import { addOwner as addAccount } from "../library/library.ts";
import { openApp, type SendOptions, stopWorkers, type TestApp } from "../support/app.ts";
import { openSeparateDatabase } from "../support/databases.ts";
import { createKey, createPerson, logIn, type Person, setLevel } from "../support/people.ts";
import { insertSeedData } from "./seed-data.ts";

/** A server with seed data and without background work. */
export interface SeededApp extends TestApp {
  /** An administrator. She has sent requests, so that the extra cost of first requests is not measured. */
  readonly ann: Person;
  readonly annsKey: string;
  /** Issues a login token for an account. */
  readonly tokenOf: (accountId: number) => string;
  /** Saves the buffered counts of the rate limits, so that they are not saved during a measurement. */
  readonly flush: () => Promise<void>;
}

/** A new account for one request, so that no request affects the cost of another. */
export interface Owner {
  readonly id: number;
  readonly token: string;
  /** Returns the parsed body; throws when the request fails. */
  readonly send: <Body>(method: string, path: string, sending?: SendOptions) => Promise<Body>;
}

/** Opens a server on a database with `size` rows per table. */
export async function openSeededApp(t: Test, size: number): Promise<SeededApp> {
  const database = await openSeparateDatabase(t);
  await insertSeedData(database, size);
  const settings = { RATE_LIMIT_PER_HOUR: "1000000", REGISTRATIONS_PER_HOUR: "20" };
  // Counts are saved by `flush` only, however long a request takes.
  const app = await openApp(t, settings, { database, countSaveDelay: 2 ** 30 });
  await stopWorkers(app);
  const ann = await createPerson(app, "Ann");
  await logIn(app.send, ann);
  await setLevel(app, ann.id, 4);
  const annsKey = await createKey(app, ann.id);
  await app.send("GET", "/api/v1/users/1.json", { key: annsKey });
  // PostgreSQL: the first statement that is executed a third time opens connections.
  for (let times = 0; times < 2; times++) await app.context.serverFacts.reread();
  return {
    ...app,
    ann,
    annsKey,
    tokenOf(id) {
      return tokens.issue(app.tokens, { id, credential_version: 1 });
    },
    async flush() {
      for (const counter of app.context.counters) await counter.close();
    },
  };
}

let owners = 0;

/** Adds an account that owns nothing. */
export async function addOwner({ context, send, tokenOf }: SeededApp): Promise<Owner> {
  owners += 1;
  const id = await addAccount(context.database, `owner${1_000 + owners}`);
  const token = tokenOf(id);
  return {
    id,
    token,
    async send<Body>(method: string, path: string, sending: SendOptions = {}) {
      const authorized = { "auth-token": token, authorization: `Bearer ${token}`, ...sending.headers };
      const { status, body } = await send(method, path, { ...sending, headers: authorized });
      if (status >= 300) throw new Error(`${method} ${path} failed with status ${status}: ${JSON.stringify(body)}`);
      // The server checks responses against the contract, and callers name only fields of the contract in `Body`.
      return body as Body;
    },
  };
}
