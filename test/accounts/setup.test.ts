import t, { type Test } from "tap";
import { failureOf } from "#contract/test/failures";
import * as accounts from "../../src/accounts/accounts.ts";
import * as setup from "../../src/setup/setup.ts";
import { openApp } from "../support/app.ts";
import { tokenIn } from "../support/mails.ts";
import { registrationOf } from "../support/people.ts";

const ANN = { ...registrationOf("Ann"), isRegistrationOpen: true, address: "192.0.2.1" };
const INVALID = { kind: "invalid", reason: "link-invalid" };

/** An empty server, and functions that create and use setup links. */
async function openEmpty(t: Test, settings: Readonly<Record<string, string>> = {}) {
  const app = await openApp(t, settings);
  const { database, clock } = app.context;
  const create = () => setup.createLink(database, { clock, baseUrl: "https://triptych.example" });
  const complete = (token: string, changes: Partial<setup.Setup> = {}) =>
    setup.complete(database, clock, { ...ANN, ...changes, token });
  const register = (name: string) => app.send("POST", "/api/user/register", { body: registrationOf(name) });
  return { ...app, database, clock, create, complete, register };
}

t.test("createLink, complete: the link creates the first administrator, once", async (t) => {
  const { database, clock, send, create, complete } = await openEmpty(t);
  const link = await create();
  t.match(link, /^https:\/\/triptych\.example\/setup#[\w-]{27}$/);
  const token = tokenIn(link);
  t.notOk(JSON.stringify(await database.selectFrom("setup_links").selectAll().execute()).includes(token));
  await setup.assertValid(database, clock, token);
  t.match(await complete(token), { name: "Ann", email: ANN.email, user_level: 4, active: 1 });
  t.equal((await send("POST", "/api/user/login", { body: ANN })).status, 200);
  t.match(await failureOf(complete(token, { email: "bob@example.com" })), INVALID);
  t.match(await failureOf(setup.assertValid(database, clock, token)), INVALID);
  t.equal(await create(), undefined, "there is an administrator");
});

t.test("complete: stores whether anybody may register", async (t) => {
  for (const isRegistrationOpen of [true, false]) {
    const { create, complete, register } = await openEmpty(t);
    await complete(tokenIn(await create()), { isRegistrationOpen });
    const { status, body } = await register("Bob");
    t.equal(status, isRegistrationOpen ? 201 : 403);
    if (!isRegistrationOpen) t.same(body, { error: "Registration is closed on this server." });
  }
});

t.test("registerUser: REGISTRATION takes precedence over the stored choice", async (t) => {
  for (const [REGISTRATION, isRegistrationOpen, status] of [
    ["open", false, 201],
    ["closed", true, 403],
  ] as const) {
    const { create, complete, register } = await openEmpty(t, { REGISTRATION });
    await complete(tokenIn(await create()), { isRegistrationOpen });
    t.equal((await register("Bob")).status, status, REGISTRATION);
  }
});

t.test("registerUser: a closed registration is reported before the body is read", async (t) => {
  const { send, create, complete } = await openEmpty(t);
  await complete(tokenIn(await create()), { isRegistrationOpen: false });
  t.equal((await send("POST", "/api/user/register", { body: "{" })).status, 403);
  const token = (await send("POST", "/api/user/login", { body: ANN })).headers.get("auth-token") ?? "";
  t.equal((await send("POST", "/api/user/register", { token, body: "{" })).status, 403);
});

t.test("complete: of several calls, with the same or different links, one succeeds", async (t) => {
  const { database, create, complete } = await openEmpty(t);
  const [one, other] = [tokenIn(await create()), tokenIn(await create())];
  const outcomes = await Promise.allSettled(
    [one, other, one].map((token, index) => complete(token, { email: `ann${index}@example.com` })),
  );
  t.same(outcomes.map(({ status }) => status).sort(), ["fulfilled", "rejected", "rejected"]);
  t.equal((await database.selectFrom("accounts").select("id").execute()).length, 1);
});

t.test("complete: a link is valid for an hour, and until there is an administrator", async (t) => {
  const { database, clock, create, complete, register, advanceClock } = await openEmpty(t);
  const first = tokenIn(await create());
  advanceClock(setup.LIFETIME_MS);
  t.match(await failureOf(complete(first)), INVALID);
  const second = tokenIn(await create());
  advanceClock(-120_000);
  t.match(await failureOf(complete(second)), INVALID, "created while the clock was ahead");
  advanceClock(120_000);
  t.match(await failureOf(complete("unknown")), INVALID);
  await register("Bob");
  const third = tokenIn(await create());
  const [bob] = await database.selectFrom("accounts").select("id").execute();
  await accounts.update(database, clock, bob?.id ?? 0, { level: 4 });
  for (const token of [second, third]) t.match(await failureOf(complete(token)), INVALID);
  t.equal(await create(), undefined);
});

t.test("complete: a stranger who registers first does not end the setup", async (t) => {
  const { database, create, complete, register } = await openEmpty(t);
  const before = tokenIn(await create());
  await register("Mallory");
  await database.updateTable("accounts").set({ user_level: 3 }).execute();
  const after = await create();
  t.ok(after, "each start prints a link");
  t.match(await failureOf(complete(before, { email: "mallory@example.com" })), { kind: "taken" });
  t.match(await complete(before), { email: ANN.email, user_level: 4 });
  t.match(await failureOf(complete(tokenIn(after), { email: "bob@example.com" })), INVALID);
});

t.test("complete: rejects a password that is easy to guess, and the link stays valid", async (t) => {
  const { create, complete } = await openEmpty(t);
  const token = tokenIn(await create());
  t.match(await failureOf(complete(token, { password: "password" })), { details: [{ path: "/password" }] });
  t.ok(await complete(token));
});
