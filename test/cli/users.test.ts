import t from "tap";
import { openAdministration } from "../support/command-runner.ts";
import { failLogin } from "../support/failed-logins.ts";
import { createKey, createPerson, logIn, setLevel } from "../support/people.ts";

t.test("user list: lists accounts by id, with filters, in text and JSON", async (t) => {
  const app = await openAdministration(t);
  for (const name of ["Ann", "Bob", "Cleo"]) await createPerson(app, name);
  await setLevel(app, 3, 4);
  await app.succeed("user", "deactivate", "--email", "bob@example.com", "--yes");
  const names = (text: string) => JSON.parse(text).map(({ name }: { name: string }) => name);

  const [heading, ...lines] = (await app.succeed("user", "list")).trimEnd().split("\n");
  t.equal(heading, "id\te-mail\tlevel\tstatus\tcreated\tname");
  t.equal(lines.length, 3);
  t.match(lines[1], /^2\tbob@example\.com\t1\tinactive\t20.+Z\tBob$/);

  t.same(names(await app.succeed("user", "list", "--json")), ["Ann", "Bob", "Cleo"]);
  t.same(names(await app.succeed("user", "list", "--json", "--level", "4")), ["Cleo"]);
  t.same(names(await app.succeed("user", "list", "--json", "--status", "inactive")), ["Bob"]);
  t.same(names(await app.succeed("user", "list", "--json", "--search", "ANN@")), ["Ann"]);
  t.same(names(await app.succeed("user", "list", "--json", "--limit", "2")), ["Ann", "Bob"]);
  t.same(names(await app.succeed("user", "list", "--json", "--search", "nobody")), []);
  t.equal(await app.succeed("user", "list", "--search", "nobody"), `${heading}\n`);
});

t.test("user list: prints every account once when there are more than it reads at a time", async (t) => {
  const app = await openAdministration(t);
  const now = Date.now();
  const row = { locale: "en", password_hash: "x", registered_at: now, created_at: now, updated_at: now } as const;
  const rows = Array.from({ length: 450 }, (_, index) => {
    const email = `${index}@example.com`;
    return { ...row, email, email_key: email, name: index % 2 === 0 ? "Even" : "Odd", deleted_at: null };
  });
  await app.context.database.insertInto("accounts").values(rows).execute();
  const ids = async (...args: string[]) =>
    JSON.parse(await app.succeed("user", "list", "--json", ...args)).map(({ id }: { id: number }) => id);
  t.same(
    await ids(),
    Array.from({ length: 450 }, (_, index) => index + 1),
  );
  t.same(
    await ids("--search", "odd"),
    Array.from({ length: 225 }, (_, index) => 2 * index + 2),
  );
  t.equal((await ids("--limit", "401")).length, 401);
  t.equal((await app.succeed("user", "list")).split("\n").length, 452, "the heading, the accounts, and the end");
});

t.test("user show: shows an account, what it stores, and its credentials", async (t) => {
  const app = await openAdministration(t);
  const ann = await createPerson(app, "Ann");
  await logIn(app.send, ann);
  await createKey(app, ann.id);
  await app.send("POST", "/rest/v1/collection", {
    headers: { authorization: `Bearer ${ann.token}` },
    body: { title: "Books" },
  });
  const attempt = { emailKey: ann.email, network: "192.0.2.1", fromKnown: false };
  await failLogin(app.context.database, attempt);
  const shown = JSON.parse(await app.succeed("user", "show", "--email", "ANN@example.com", "--json"));
  t.match(shown, { id: 1, email: ann.email, name: "Ann", user_level: 1, active: true, created_at: /^20.+Z$/ });
  t.match(shown, { failed_logins: 1, api_keys: 1, browsers: 0, collection_count: 1, item_count: 0 });
  t.match(shown.last_login_at, /^20.+Z$/);
  t.match(await app.succeed("user", "show", "--email", ann.email), /^status\tactive\n/m);
  t.match(await app.fail("user", "show", "--email", "bob@example.com"), /There is no account/);
});

t.test("user set-level: the account has the rights of its new level", async (t) => {
  const app = await openAdministration(t);
  const ann = await createPerson(app, "Ann");
  const key = await createKey(app, ann.id);
  const list = async () => (await app.send("GET", "/api/v1/users.json", { key })).status;
  t.equal(await list(), 403);
  t.equal(
    await app.succeed("user", "set-level", "--email", ann.email, "--level", "4"),
    "ann@example.com has level 4.\n",
  );
  t.equal(await list(), 200);
});

t.test("user deactivate: tokens and keys stop working at once, and activate brings back logins and keys", async (t) => {
  const app = await openAdministration(t);
  const ann = await createPerson(app, "Ann");
  const key = await createKey(app, ann.id);
  const withToken = async () =>
    (await app.send("POST", "/api/products", { token: ann.token, body: { name: "Lamp", price: 1 } })).status;
  const withKey = async () => (await app.send("GET", "/api/v1/users/1.json", { key })).status;
  t.same([await withToken(), await withKey()], [201, 200]);
  await app.succeed("user", "deactivate", "--email", ann.email, "--yes");
  t.same([await withToken(), await withKey()], [401, 401]);
  await app.succeed("user", "activate", "--email", ann.email);
  t.same([await withToken(), await withKey()], [401, 200]);
  t.ok(await logIn(app.send, ann));
});

t.test("user delete: the account is gone, and its e-mail address is free", async (t) => {
  const app = await openAdministration(t);
  const ann = await createPerson(app, "Ann");
  const key = await createKey(app, ann.id);
  t.equal(
    await app.succeed("user", "delete", "--email", ann.email, "--yes"),
    "Account 1 of ann@example.com is deleted.\n",
  );
  t.equal((await app.send("GET", "/api/v1/users/1.json", { key })).status, 401);
  t.match(await app.fail("user", "delete", "--email", ann.email, "--yes"), /There is no account/);
  t.match(await createPerson(app, "Ann"), { id: 2 });
});

t.test("the last active administrator can't be deleted, deactivated or lowered", async (t) => {
  const app = await openAdministration(t);
  await createPerson(app, "Ann");
  await setLevel(app, 1, 4);
  const ann = ["--email", "ann@example.com"];
  for (const command of [
    ["delete", ...ann, "--yes"],
    ["deactivate", ...ann, "--yes"],
    ["set-level", ...ann, "--level", "3"],
  ])
    t.match(
      await app.fail("user", ...command),
      /^triptych: This is the last active administrator\./,
      command.join(" "),
    );
  t.match(JSON.parse(await app.succeed("user", "list", "--json")), [{ active: true, user_level: 4 }]);
});

t.test(
  "user set-password --generate: prints only a password that works, and ends the old one and its tokens",
  async (t) => {
    const app = await openAdministration(t);
    const ann = await createPerson(app, "Ann");
    const printed = await app.succeed("user", "set-password", "--email", ann.email, "--generate", "--yes");
    t.match(printed, /^[\w-]{24}\n$/);
    t.ok(await logIn(app.send, { ...ann, password: printed.trim() }));
    const { status } = await app.send("POST", "/api/user/login", {
      body: { email: ann.email, password: ann.password },
    });
    t.equal(status, 401);
    t.equal((await app.send("POST", "/api/products", { token: ann.token, body: { name: "A", price: 1 } })).status, 401);
  },
);

t.test("key list --json has times as text, and no secret", async (t) => {
  const app = await openAdministration(t);
  const ann = await createPerson(app, "Ann");
  const key = await createKey(app, ann.id, "Sync");
  const printed = await app.succeed("key", "list", "--email", ann.email, "--json");
  t.match(JSON.parse(printed), [{ name: "Sync", prefix: key.slice(0, 13), created_at: /^20.+Z$/, expires_at: null }]);
  t.notMatch(printed, key);
});
