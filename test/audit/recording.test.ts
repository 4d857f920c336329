import t from "tap";
import { openApp } from "../support/app.ts";
import { eventsOf, openAdministration } from "../support/audit.ts";
import { BASE } from "../support/library.ts";
import { createPerson } from "../support/people.ts";

const ADDRESS = "127.0.0.1";

t.test("registerUser: an anonymous client creates an account", async (t) => {
  const app = await openApp(t);
  const body = { name: "Ann", email: "ann@example.com", password: "a long pass phrase" };
  const register = () => app.send("POST", "/api/user/register", { body, headers: { "user-agent": "phone" } });
  t.match(await eventsOf(app, register), [
    {
      id: 1,
      occurredAt: app.context.clock(),
      actor: "anonymous",
      actorId: null,
      via: "catalogue registerUser",
      credential: null,
      action: "account.create",
      accountId: 1,
      targetKind: "account",
      targetId: "1",
      details: { level: 1, active: true, locale: "en" },
      personal: { name: "Ann", email: "ann@example.com" },
      address: ADDRESS,
      userAgent: "phone",
    },
  ]);
  t.same(await eventsOf(app, register), [], "a registration that fails");
});

t.test(
  "createUser, patchUser and deleteUser: with the key of the administrator, an event for each change",
  async (t) => {
    const { app, ann, key, send } = await openAdministration(t);
    const eve = {
      email_address: "eve@example.com",
      name: "Eve",
      password: "a long pass phrase",
      locale: "en",
      active: true,
    };
    const created = await eventsOf(app, () =>
      send("POST", "/users.json", { ...eve, password_confirmation: eve.password, user_level: 2 }),
    );
    const by = {
      actor: "account",
      actorId: ann.id,
      credential: key.slice(0, 13),
      address: ADDRESS,
      userAgent: "audit test",
    };
    t.match(created, [{ ...by, via: "users createUser", action: "account.create", details: { level: 2 } }]);
    t.equal(created.length, 1);
    const id = created[0]?.accountId ?? 0;
    const about = { ...by, accountId: id, targetKind: "account", targetId: `${id}` };

    const change = { name: "Eva", email_address: "eva@example.com", user_level: 3, active: false };
    const changed = await eventsOf(app, () => send("PATCH", `/users/${id}.json`, change));
    t.match(changed, [
      { ...about, via: "users patchUser", action: "account.update", personal: { name: { from: "Eve", to: "Eva" } } },
      {
        ...about,
        action: "account.email.change",
        personal: { email: { from: "eve@example.com", to: "eva@example.com" } },
      },
      { ...about, action: "account.level.change", details: { level: { from: 2, to: 3 } }, personal: null },
      { ...about, action: "account.deactivate", details: {}, personal: null },
    ]);
    t.equal(changed.length, 4);

    t.same(await eventsOf(app, () => send("PATCH", `/users/${id}.json`, change)), [], "the same values again");
    t.same(await eventsOf(app, () => send("PATCH", `/users/${id}.json`, {})), [], "no values");
    const passwords = { password: "another pass phrase", password_confirmation: "another pass phrase" };
    const others = await eventsOf(app, () =>
      send("PUT", `/users/${id}.json`, { ...passwords, active: true, locale: "sv" }),
    );
    t.match(others, [
      { ...about, via: "users putUser", action: "account.update", details: { locale: { from: "en", to: "sv" } } },
      { ...about, action: "account.password.change", details: {}, personal: null },
      { ...about, action: "account.activate" },
    ]);
    t.notMatch(JSON.stringify(others), /phrase|argon/);
    t.match(await eventsOf(app, () => send("DELETE", `/users/${id}.json`)), [
      { ...about, via: "users deleteUser", action: "account.delete" },
    ]);
  },
);

t.test("changes that fail are not recorded", async (t) => {
  const { app, ann, bob, send } = await openAdministration(t);
  const failures = [
    () => send("PATCH", `/users/${bob.id}.json`, { name: "Bobby", email_address: ann.email }),
    () => send("PATCH", `/users/${ann.id}.json`, { name: "Anna", user_level: 1 }),
    () => send("DELETE", `/users/${ann.id}.json`),
    () => send("PATCH", "/users/99.json", { name: "Nobody" }),
    () => app.send("PATCH", `${BASE}/user`, { body: { email: "new@example.com" }, token: bob.token }),
  ];
  for (const fail of failures) {
    const events = await eventsOf(app, async () => t.ok((await fail()).status >= 400));
    t.same(events, []);
  }
});

t.test("createUser with an Idempotency-Key: a replayed response is recorded once", async (t) => {
  const { app, key } = await openAdministration(t);
  const password = "a long pass phrase";
  const body = {
    email_address: "eve@example.com",
    name: "Eve",
    password,
    password_confirmation: password,
    locale: "en",
  };
  const create = () =>
    app.send("POST", "/api/v1/users.json", {
      key,
      body: { ...body, active: true, user_level: 1 },
      headers: { "idempotency-key": "eve-eve-eve" },
    });
  const events = await eventsOf(app, async () => {
    t.equal((await create()).status, 201);
    t.equal((await create()).headers.get("idempotent-replayed"), "true");
  });
  t.match(events, [{ action: "account.create" }]);
  t.equal(events.length, 1);
});

t.test("updateAccount: the owner changes name, e-mail address and password", async (t) => {
  const app = await openApp(t);
  const bob = await createPerson(app, "Bob");
  const newpassword = "Bob's new pass phrase";
  const body = { fullName: "Robert", email: "robert@example.com", newpassword, oldpassword: bob.password };
  const events = await eventsOf(app, () =>
    app.send("PUT", `${BASE}/user`, { body, headers: { authorization: `Bearer ${bob.token}` } }),
  );
  const by = {
    actor: "account",
    actorId: bob.id,
    accountId: bob.id,
    via: "collections updateAccount",
    credential: null,
  };
  t.match(events, [
    { ...by, action: "account.update" },
    { ...by, action: "account.email.change" },
    { ...by, action: "account.password.change" },
  ]);
  t.equal(events.length, 3);
});

t.test("no event contains a password, a token or a key", async (t) => {
  const { app, ann, key, browser } = await openAdministration(t);
  await browser.get("/account/api-keys");
  await browser.post("/account/api-keys", { name: "Sync", expires: "" });
  const log = JSON.stringify(await app.context.database.selectFrom("audit_events").selectAll().execute());
  for (const secret of [ann.password, ann.token, key, ...browser.jar.values()]) t.notOk(log.includes(secret));
});
