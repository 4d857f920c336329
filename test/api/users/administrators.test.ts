import t from "tap";
import * as accounts from "../../../src/accounts/accounts.ts";
import { openApp, type TestApp } from "../../support/app.ts";
import { createKey, createPerson, setLevel } from "../../support/people.ts";

const LAST_ADMINISTRATOR = {
  status: { code: 409, message: "This is the last active administrator. Make another account an administrator first." },
};

/** Requests after which an account is no longer an active administrator. */
const REMOVALS = {
  lowering: ["PATCH", { user_level: 3 }],
  deactivating: ["PUT", { active: false }],
  both: ["PATCH", { user_level: 1, active: false, name: "x" }],
  deleting: ["DELETE", undefined],
} as const;

type Removal = keyof typeof REMOVALS;

/** Sends a request of `REMOVALS`. Returns the status. */
async function removeAdministrator({ send }: TestApp, removal: Removal, id: number, key: string): Promise<number> {
  const [method, body] = REMOVALS[removal];
  return (await send(method, `/api/v1/users/${id}.json`, { key, body })).status;
}

async function countAdministrators({ context }: TestApp): Promise<number> {
  const rows = await context.database
    .selectFrom("accounts")
    .select("id")
    .where("user_level", "=", 4)
    .where("active", "=", 1)
    .where("deleted_at", "is", null)
    .execute();
  return rows.length;
}

t.test(
  "putUser, patchUser, deleteUser: return 409 for the last active administrator, even when it is the caller",
  async (t) => {
    const app = await openApp(t);
    const { database, clock } = app.context;
    const [ann, bob, eve] = [
      await createPerson(app, "Ann"),
      await createPerson(app, "Bob"),
      await createPerson(app, "Eve"),
    ];
    for (const { id } of [ann, bob, eve]) await setLevel(app, id, 4);
    await accounts.update(database, clock, bob.id, { active: false });
    await accounts.remove(database, clock, eve.id);
    const key = await createKey(app, ann.id);
    const before = await accounts.get(database, ann.id);
    for (const removal of ["lowering", "deactivating", "both", "deleting"] as const) {
      const [method, body] = REMOVALS[removal];
      const response = await app.send(method, `/api/v1/users/${ann.id}.json`, { key, body });
      t.strictSame(
        { status: response.status, body: response.body },
        { status: 409, body: LAST_ADMINISTRATOR },
        removal,
      );
    }
    t.strictSame(await accounts.get(database, ann.id), before);
    for (const body of [
      { name: "Anna" },
      { user_level: 4, active: true },
      { password: "another one", password_confirmation: "another one" },
    ])
      t.equal(
        (await app.send("PATCH", `/api/v1/users/${ann.id}.json`, { key, body })).status,
        200,
        "other fields can be changed",
      );
  },
);

t.test("putUser, patchUser, deleteUser: remove an administrator if another active one remains", async (t) => {
  for (const removal of ["lowering", "deactivating", "both", "deleting"] as const) {
    const app = await openApp(t);
    const [ann, bob] = [await createPerson(app, "Ann"), await createPerson(app, "Bob")];
    for (const { id } of [ann, bob]) await setLevel(app, id, 4);
    t.equal(await removeAdministrator(app, removal, bob.id, await createKey(app, ann.id)), 200, removal);
    t.equal(await removeAdministrator(app, removal, ann.id, await createKey(app, ann.id, "second")), 409, removal);
  }
});

t.test("putUser, patchUser: one of two administrators remains when they demote each other in parallel", async (t) => {
  const app = await openApp(t);
  const { database, clock } = app.context;
  const [ann, bob] = [await createPerson(app, "Ann"), await createPerson(app, "Bob")];
  const keys = [await createKey(app, ann.id), await createKey(app, bob.id)];
  const removals = ["lowering", "deactivating", "both"] as const;
  for (let round = 0; round < 20; round++) {
    for (const { id } of [ann, bob]) await accounts.update(database, clock, id, { level: 4, active: true });
    const [one, other] = [removals[round % 3] ?? "both", removals[(round >> 1) % 3] ?? "both"];
    const statuses = await Promise.all([
      removeAdministrator(app, one, bob.id, keys[0] ?? ""),
      removeAdministrator(app, other, ann.id, keys[1] ?? ""),
      removeAdministrator(app, other, ann.id, keys[0] ?? ""),
    ]);
    t.equal(await countAdministrators(app), 1, `${one}, ${other}: ${statuses}`);
    for (const status of statuses) t.ok([200, 401, 403, 409].includes(status), `status ${status}`);
  }
});

t.test("deleteUser: one of two administrators remains when they delete each other in parallel", async (t) => {
  const app = await openApp(t);
  const { database, clock } = app.context;
  for (let round = 0; round < 5; round++) {
    const [ann, bob] = [await createPerson(app, `Ann${round}`), await createPerson(app, `Bob${round}`)];
    for (const { id } of [ann, bob]) await setLevel(app, id, 4);
    // Demotes the administrators that remain from earlier rounds. Ignores the failures for deleted accounts.
    const others = await database.selectFrom("accounts").select("id").where("id", "not in", [ann.id, bob.id]).execute();
    for (const { id } of others) await accounts.update(database, clock, id, { level: 1 }).catch(() => {});
    const keys = [await createKey(app, ann.id), await createKey(app, bob.id)];
    await Promise.all([
      removeAdministrator(app, "deleting", bob.id, keys[0] ?? ""),
      removeAdministrator(app, "deleting", ann.id, keys[1] ?? ""),
    ]);
    t.equal(await countAdministrators(app), 1, `round ${round}`);
  }
});

t.test("one of eight administrators remains when all are removed in parallel, without deadlock", async (t) => {
  const app = await openApp(t);
  const { database, clock } = app.context;
  const people = await Promise.all(Array.from({ length: 8 }, (_, number) => createPerson(app, `Person${number}`)));
  for (const { id } of people) await setLevel(app, id, 4);
  const outcomes = await Promise.allSettled(
    people.map(({ id }, number) =>
      number % 2 === 0 ? accounts.remove(database, clock, id) : accounts.update(database, clock, id, { level: 1 }),
    ),
  );
  t.equal(await countAdministrators(app), 1);
  const rejected = outcomes.filter(({ status }) => status === "rejected");
  t.match(rejected, [{ reason: { kind: "conflict" } }]);
  t.equal(rejected.length, 1);
});
