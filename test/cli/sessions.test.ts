import t from "tap";
import * as sessions from "../../src/accounts/sessions.ts";
import { type Administration, openAdministration } from "../support/command-runner.ts";
import { createKey, createPerson } from "../support/people.ts";

const CLIENT = { address: "192.0.2.7", userAgent: "Firefox\u001b[31m" };

/** Opens a session of account 1; returns a function that says whether it is signed in. */
async function signIn({ context: { database, clock } }: Administration, isKept: boolean) {
  const account = await database
    .selectFrom("accounts")
    .select(["id", "credential_version"])
    .where("id", "=", 1)
    .executeTakeFirstOrThrow();
  const tokens = await sessions.signIn(database, clock, account, { client: CLIENT, isKept });
  return async () => (await sessions.find(database, clock, tokens.session)) !== undefined;
}

t.test(
  "session list: shows the browsers in which somebody is signed in, and session end ends one of them",
  async (t) => {
    const app = await openAdministration(t);
    const { email } = await createPerson(app, "Ann");
    const isFirstSignedIn = await signIn(app, false);
    const isSecondSignedIn = await signIn(app, true);
    const listed = JSON.parse(await app.succeed("session", "list", "--email", email, "--json"));
    t.match(listed, [
      { network: "192.0.2.7", user_agent: CLIENT.userAgent, signed_in_at: /^20.+Z$/, expires_at: /^20.+Z$/ },
      { network: "192.0.2.7" },
    ]);
    const kept = listed.find((browser: { kept_signed_in: boolean }) => browser.kept_signed_in);
    t.match(await app.succeed("session", "list", "--email", email), /\t192\.0\.2\.7\tFirefox\ufffd\[31m\n/);

    t.equal(
      await app.succeed("session", "end", "--email", email, "--id", kept.id),
      `ann@example.com is signed out of the browser ${kept.id}.\n`,
    );
    t.same([await isFirstSignedIn(), await isSecondSignedIn()], [true, false]);
    t.match(await app.fail("session", "end", "--email", email, "--id", kept.id), /not signed in any more/);
  },
);

t.test("session end --all: ends all sessions and login tokens, but no keys", async (t) => {
  const app = await openAdministration(t);
  const ann = await createPerson(app, "Ann");
  const key = await createKey(app, ann.id);
  const isSignedIn = await signIn(app, true);
  const withToken = async () =>
    (await app.send("POST", "/api/products", { token: ann.token, body: { name: "Lamp", price: 1 } })).status;
  t.same([await isSignedIn(), await withToken()], [true, 201]);
  t.equal(
    await app.succeed("session", "end", "--email", ann.email, "--all", "--yes"),
    "ann@example.com is signed out everywhere.\n",
  );
  t.same([await isSignedIn(), await withToken()], [false, 401]);
  t.equal((await app.send("GET", "/api/v1/users/1.json", { key })).status, 200);
  t.equal(await app.succeed("session", "list", "--email", ann.email, "--json"), "[]\n");
});
