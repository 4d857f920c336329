import type { Test } from "tap";
import { signIn } from "../../harness/page-client.ts";
import { toEvent } from "../../src/audit/event.ts";
import type { Database } from "../../src/database/database.ts";
import { openApp, type TestApp } from "./app.ts";
import { createKey, createPerson, setLevel } from "./people.ts";

/** The events of the audit log after one with this id, oldest first. */
async function eventsAfter(database: Database, id = 0) {
  const rows = await database.selectFrom("audit_events").selectAll().where("id", ">", id).orderBy("id").execute();
  return rows.map((row) => {
    const { details, personal, ...event } = toEvent(row);
    return { ...event, details: JSON.parse(details), personal: personal === null ? null : JSON.parse(personal) };
  });
}

/** The id of the last event of the audit log; 0 if there is none. */
async function lastEventId(database: Database): Promise<number> {
  return (await eventsAfter(database)).at(-1)?.id ?? 0;
}

/** The events that `work` causes, oldest first. */
export async function eventsOf({ context: { database } }: Pick<TestApp, "context">, work: () => Promise<unknown>) {
  const before = await lastEventId(database);
  await work();
  return eventsAfter(database, before);
}

/** Ann, an administrator, with an API key and a browser, and Bob. */
export async function openAdministration(t: Test) {
  const app = await openApp(t);
  const [ann, bob] = [await createPerson(app, "Ann"), await createPerson(app, "Bob")];
  await setLevel(app, ann.id, 4);
  const key = await createKey(app, ann.id);
  return {
    app,
    ann,
    bob,
    key,
    browser: await signIn(app.base, ann),
    /** Sends a request to the users API with Ann's key. */
    send: (method: string, path: string, body?: unknown) =>
      app.send(method, `/api/v1${path}`, { key, body, headers: { "user-agent": "audit test" } }),
  };
}
