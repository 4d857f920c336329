import type { FastifyInstance } from "fastify";
import type { Test } from "tap";
import * as tokens from "../../src/accounts/tokens.ts";
import { addOwner } from "../collections/library.ts";
import { openApp, type Sending, type TestApp } from "../support/app.ts";
import { openTestDatabase } from "../support/databases.ts";
import { join, keyOf, type Person, raise } from "../support/people.ts";
import { addCrowd } from "./crowd.ts";

/** A server among whose users is a crowd, at rest: it does nothing of its own accord. */
export interface World extends TestApp {
  /** An administrator, who has asked before. */
  readonly ann: Person;
  readonly annsKey: string;
  /** A login token of an account. */
  readonly tokenOf: (accountId: number) => string;
  /** Lets what the server holds back be written, so that it is not written in the midst of something else. */
  readonly rest: () => Promise<void>;
}

/** Somebody new, and what they have: each thing made for one request, so that no request changes what another one costs. */
export interface Owner {
  readonly id: number;
  readonly token: string;
  readonly send: (method: string, path: string, sending?: Sending) => Promise<unknown>;
}

/** Opens a server on a database with so many rows of everything. */
export async function openWorld(t: Test, size: number): Promise<World> {
  const database = await openTestDatabase(t);
  await addCrowd(database, size);
  let signer: tokens.Signer | undefined;
  const extend = (app: FastifyInstance) => {
    app.addHook("onReady", async () => {
      signer = app.jwt;
    });
  };
  const app = await openApp(t, { RATE_LIMIT_PER_HOUR: "1000000" }, { database, extend });
  await app.context.cleanup.close();
  const ann = await join(app, "Ann");
  await raise(app, ann.id, 4);
  const annsKey = await keyOf(app, ann.id);
  await app.send("GET", "/api/v1/users/1.json", { key: annsKey });
  return {
    ...app,
    ann,
    annsKey,
    tokenOf(id) {
      if (signer === undefined) throw new Error("The server is not ready.");
      return tokens.issue({ signer, clock: app.context.clock, lifetime: 86_400 }, { id, credential_version: 1 });
    },
    rest: () => app.context.requestCounter.close(),
  };
}

let owners = 0;

/** Somebody new, who has nothing. */
export async function addPerson({ context, send, tokenOf }: World): Promise<Owner> {
  owners += 1;
  const id = await addOwner(context.database, `owner${1_000 + owners}`);
  const token = tokenOf(id);
  return {
    id,
    token,
    async send(method, path, sending = {}) {
      const authorized = { "auth-token": token, authorization: `Bearer ${token}`, ...sending.headers };
      const { status, body } = await send(method, path, { ...sending, headers: authorized });
      if (status >= 300) throw new Error(`${method} ${path} was answered ${status}: ${JSON.stringify(body)}`);
      return body;
    },
  };
}
