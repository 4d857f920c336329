import t from "tap";
import * as accounts from "../../src/accounts/accounts.ts";
import { openDatabase } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import { openApp } from "../support/app.ts";
import { migratedDatabaseUrl } from "../support/databases.ts";
import { logIn } from "../support/people.ts";
import { type Reply, runOnTerminal } from "../support/terminal.ts";

const EMAIL = "ann@example.com";
const PASSWORD = "correct horse battery";
const CREATE = ["user", "create", "--email", EMAIL, "--name", "Ann"];
const DELETE = ["user", "delete", "--email", EMAIL];

/** A server on a new database, and a function that runs commands on it in a terminal. */
async function openWithTerminal(t: Parameters<typeof openApp>[0]) {
  const url = await migratedDatabaseUrl(t);
  const database = openDatabase(url);
  t.teardown(() => database.destroy());
  await migrate(database, url);
  const app = await openApp(t, {}, { database, clock: Date.now });
  return {
    ...app,
    database,
    run: (args: readonly string[], ...replies: Reply[]) => runOnTerminal(args, { DATABASE_URL: url }, replies),
    find: () => accounts.findByEmail(database, EMAIL),
  };
}

t.test("a password is asked for twice, and is not shown", async (t) => {
  const { send, run, find } = await openWithTerminal(t);
  const different = await run(CREATE, ["Password", `${PASSWORD}\r`], ["Confirm password", "another password\r"]);
  t.match(different, { code: 1, shown: "triptych: The passwords do not match. Nothing was changed." });
  t.match(await run(CREATE, ["Password", "\x03"]), { code: 1 }, "Ctrl+C");
  t.equal(await find(), undefined);

  const created = await run(CREATE, ["Password", `${PASSWORD}\r`], ["Confirm password", `${PASSWORD}\r`]);
  t.match(created, { code: 0, shown: `Account 1 of level 1 was created for ${EMAIL}.` });
  t.notMatch(created.shown, PASSWORD);
  t.ok(await logIn(send, { email: EMAIL, password: PASSWORD }));
});

t.test("a dangerous command asks for confirmation, and does nothing unless the reply is yes", async (t) => {
  const { database, run, find } = await openWithTerminal(t);
  await accounts.createWithHash(database, Date.now, { email: EMAIL, name: "Ann" }, "hash");
  for (const [reply, code] of [
    ["n\r", 0],
    ["\r", 0],
    ["yess\r", 0],
    ["\x03", 1],
    ["\x04", 1],
  ] as const) {
    const { shown, ...outcome } = await run(DELETE, ["[y/N]", reply]);
    t.match(outcome, { code }, JSON.stringify(reply));
    t.notMatch(shown, "is deleted");
  }
  t.ok(await find());
  t.match(await run(DELETE, [`Delete the account 1 of ${EMAIL}? [y/N]`, "Y\r"]), {
    code: 0,
    shown: `Account 1 of ${EMAIL} is deleted.`,
  });
  t.equal(await find(), undefined);
});

t.test("user erase: asks for the e-mail address of an account that is in use", async (t) => {
  const { database, run, find } = await openWithTerminal(t);
  await accounts.createWithHash(database, Date.now, { email: EMAIL, name: "Ann" }, "hash");
  const erase = (reply: string) =>
    run(["user", "erase", "--email", EMAIL], ["Type its e-mail address to erase it:", `${reply}\r`]);
  for (const reply of ["", "y", "bob@example.com"]) {
    t.match(await erase(reply), { code: 0, shown: "Nothing was erased." }, reply);
  }
  t.ok(await find());
  t.match(await erase(EMAIL), { code: 0, shown: "Account 1 is erased." });
  t.equal(await find(), undefined);
});

t.test("lists are tables on a terminal", async (t) => {
  const { database, run } = await openWithTerminal(t);
  await accounts.createWithHash(database, Date.now, { email: EMAIL, name: "Ann" }, "hash");
  const { shown } = await run(["user", "list"]);
  t.match(shown, /^id {2,}/);
  t.notMatch(shown, "\t");
});
