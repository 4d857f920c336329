import t, { type Test } from "tap";
import { failureOf } from "#contract/test/failures";
import { openSession } from "../../harness/sessions.ts";
import * as accounts from "../../src/accounts/accounts.ts";
import * as apiKeys from "../../src/accounts/api-keys.ts";
import { createLoginService } from "../../src/accounts/login/login-service.ts";
import * as ownAccount from "../../src/accounts/own-account.ts";
import * as sessions from "../../src/accounts/sessions.ts";
import * as passwordReset from "../../src/recovery/password-reset.ts";
import { openApp } from "../support/app.ts";
import { openTestDatabase } from "../support/databases.ts";
import { tokenIn } from "../support/mails.ts";
import { createKey, createPerson, setLevel } from "../support/people.ts";

const CLIENT = { address: "192.0.2.1", userAgent: "", referer: "" };

/** A server with Ann, and a function that deletes her account. */
async function openWithAnn(t: Test) {
  const app = await openApp(t);
  const { database, clock } = app.context;
  const ann = await createPerson(app, "Ann");
  const service = createLoginService({ clock, limitPerMinute: 1000 });
  const remove = (currentPassword: string) =>
    ownAccount.remove(database, service, ann.id, { currentPassword, client: CLIENT });
  return { app, database, clock, ann, remove };
}

t.test("remove: ends keys, sessions, tokens and links at once, and frees the address", async (t) => {
  const { app, database, clock, ann, remove } = await openWithAnn(t);
  const key = await createKey(app, ann.id);
  const session = await openSession(database, clock, { id: ann.id, credential_version: 1 });
  const link = await passwordReset.createLink(database, { clock, baseUrl: "" }, ann.id);
  await remove(ann.password);
  t.equal(await sessions.find(database, clock, session), undefined);
  for (const credential of [key, ann.token]) {
    const headers = { authorization: `Bearer ${credential}` };
    t.equal((await app.send("GET", "/rest/v1/user", { headers })).status, 401);
  }
  t.match(await failureOf(passwordReset.getLink(database, clock, tokenIn(link))), { kind: "invalid" });
  t.match(await failureOf(remove(ann.password)), { kind: "notFound" });
  t.ok(await createPerson(app, "Ann"));
});

t.test("remove: needs the current password, and slows down wrong ones", async (t) => {
  const { database, ann, remove } = await openWithAnn(t);
  const wrong = { kind: "unprocessable", details: [{ path: "/current_password", message: "is wrong" }] };
  for (let count = 0; count < 5; count++) t.match(await failureOf(remove("a wrong password")), wrong);
  t.match(await failureOf(remove(ann.password)), { kind: "tooMany" });
  t.ok(await accounts.find(database, ann.id));
});

t.test("remove: throws conflict for the last active administrator", async (t) => {
  const { app, ann, remove } = await openWithAnn(t);
  await setLevel(app, ann.id, 4);
  t.match(await failureOf(remove(ann.password)), { kind: "conflict" });
  const bob = await createPerson(app, "Bob");
  await setLevel(app, bob.id, 4);
  await remove(ann.password);
});

t.test("remove: leaves other accounts as they are", async (t) => {
  const database = await openTestDatabase(t);
  const clock = () => Date.UTC(2026, 0, 1);
  const bob = await accounts.createWithHash(database, clock, { email: "bob@example.com", name: "Bob" }, "hash");
  await apiKeys.create(database, clock, bob.id, { name: "Script", expiresAt: null });
  const ann = { email: "ann@example.com", name: "Ann", password: "a long password" };
  const { id } = await accounts.create(database, clock, ann);
  const service = createLoginService({ clock, limitPerMinute: 1000 });
  await ownAccount.remove(database, service, id, { currentPassword: ann.password, client: CLIENT });
  t.match(await accounts.get(database, bob.id), { version: 1 });
  t.equal((await apiKeys.list(database, bob.id)).length, 1);
});
