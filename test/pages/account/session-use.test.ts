import t from "tap";
import { signIn } from "../../../harness/page-client.ts";
import * as sessionList from "../../../src/accounts/session-list.ts";
import * as sessions from "../../../src/accounts/sessions.ts";
import { openApp } from "../../support/app.ts";
import { createPerson } from "../../support/people.ts";

t.test("a page records when and from where the browser was last used, and not once it is signed out", async (t) => {
  const app = await openApp(t);
  const { database, clock, sessionUses } = app.context;
  const ann = await createPerson(app, "Ann");
  const client = await signIn(app.base, ann);
  app.advanceClock(90_000);
  await client.get("/account/api-keys", { "user-agent": "Laptop" });
  await sessionUses.close();
  const user = await sessions.find(database, clock, client.jar.get("triptych_session") ?? "");
  t.ok(user);
  if (user === undefined) return;
  const [browser, ...others] = await sessionList.list(database, clock, user);
  t.same(others, []);
  t.match(browser, { network: "127.0.0.1", userAgent: "Laptop", isCurrent: true });
  t.equal((browser?.lastUsedAt ?? 0) - (browser?.signedInAt ?? 0), 60_000, "to the minute");
  await sessionList.end(database, ann.id, browser?.id ?? "");
  t.match(await client.get("/account/api-keys"), { status: 303, location: /^\/account\/sign-in/ });
});
