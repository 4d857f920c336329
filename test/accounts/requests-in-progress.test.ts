import t, { type Test } from "tap";
import { openPageClient, signIn } from "../../harness/page-client.ts";
import * as accounts from "../../src/accounts/accounts.ts";
import * as passwordReset from "../../src/recovery/password-reset.ts";
import { openLibrary } from "../support/library.ts";
import { tokenIn } from "../support/mails.ts";
import { createKey, logIn } from "../support/people.ts";

const NEW_PASSWORD = "another long password";

/** Ann, whose requests wait after their authentication while `hold` has been called and `release` has not. */
async function openHeld(t: Test) {
  let held: PromiseWithResolvers<void> | undefined;
  let arrived = Promise.withResolvers<void>();
  const library = await openLibrary(
    t,
    { WEBHOOK_PRIVATE_NETWORKS: "allow" },
    {
      extend: (app) =>
        app.addHook("preHandler", async (request) => {
          if (request.headers["x-held"] === undefined) return;
          arrived.resolve();
          await held?.promise;
        }),
    },
  );
  const { app, ann, bob } = library;
  const own = (await ann.addCollection("Own"))._id;
  const others = (await bob.addCollection("Of Bob"))._id;
  const { token } = await bob.call("POST", `/collection/${others}/sharing`, { role: "member" });
  /** Sends a request, resets Ann's password while the request waits, and returns the status of its response. */
  const resetDuring = async (send: () => Promise<{ readonly status: number }>): Promise<number> => {
    held = Promise.withResolvers<void>();
    arrived = Promise.withResolvers<void>();
    const response = send();
    await arrived.promise;
    const { database, clock } = app.context;
    const link = await passwordReset.createLink(database, { clock, baseUrl: app.base }, ann.id);
    await passwordReset.complete(database, clock, {
      token: tokenIn(link),
      password: NEW_PASSWORD,
      address: "192.0.2.1",
    });
    held.resolve();
    return (await response).status;
  };
  return { ...library, own, others, token, resetDuring };
}

type Held = Awaited<ReturnType<typeof openHeld>>;

const HELD = { "x-held": "1" };

/** A form that Ann sends from a browser. */
async function submit({ app, ann }: Held, path: string, fields: Readonly<Record<string, string>>) {
  const browser = await signIn(app.base, ann);
  await browser.get(path);
  return () => browser.post(path, fields, HELD);
}

/** Each request that would give somebody lasting access. */
const REQUESTS: Readonly<Record<string, (held: Held) => Promise<() => Promise<{ readonly status: number }>>>> = {
  "the page that creates a key": (held) => submit(held, "/account/api-keys", { name: "Kept", expires: "", access: "" }),
  "the page that creates a webhook": (held) =>
    submit(held, "/account/webhooks", { url: "http://127.0.0.1:1/", "item.created": "1" }),
  "patchUser: another password, with a key": async ({ app, ann }) => {
    const key = await createKey(app, ann.id);
    const password = "the password of a stranger";
    const body = { password, password_confirmation: password };
    return () => app.send("PATCH", `/api/v1/users/${ann.id}.json`, { key, body, headers: HELD });
  },
  "patchUser: another address, with a key": async ({ app, ann }) => {
    const key = await createKey(app, ann.id);
    const body = { email_address: "stranger@example.com" };
    return () => app.send("PATCH", `/api/v1/users/${ann.id}.json`, { key, body, headers: HELD });
  },
  "updateAccount: another password": async ({ ann }) => {
    const body = { newpassword: "the password of a stranger", oldpassword: ann.password };
    return () => ann.request("PUT", "/user", body, HELD);
  },
  "inviteCollaborators: a link": async ({ ann, own }) => {
    return () => ann.request("POST", `/collection/${own}/sharing`, { role: "member" }, HELD);
  },
  "joinCollection: a collection of another account": async ({ ann, others, token }) => {
    return () => ann.request("POST", `/collection/${others}/join`, { token }, HELD);
  },
  "updateCollection: public": async ({ ann, own }) => {
    return () => ann.request("PUT", `/collection/${own}`, { public: true }, HELD);
  },
};

for (const [name, prepare] of Object.entries(REQUESTS)) {
  t.test(`${name}: changes nothing if the password is reset while it is in progress`, async (t) => {
    const held = await openHeld(t);
    const { app, ann, resetDuring } = held;
    const status = await resetDuring(await prepare(held));
    t.ok([400, 401].includes(status), `status ${status}`);
    const { database } = app.context;
    for (const table of ["api_keys", "webhooks", "invitations", "collections"] as const) {
      const rows = await database.selectFrom(table).selectAll().where("account_id", "=", ann.id).execute();
      const isLeft = (row: object) =>
        table === "collections"
          ? "public" in row && row.public === 1
          : !("revoked_at" in row && row.revoked_at !== null);
      t.same(rows.filter(isLeft), [], table);
    }
    t.same(await database.selectFrom("collaborators").selectAll().where("account_id", "=", ann.id).execute(), []);
    t.match(await accounts.get(database, ann.id), { email: ann.email });
    t.ok(await logIn(app.send, { email: ann.email, password: NEW_PASSWORD }));
  });
}

t.test("a request that changes its own credentials, or has none, is not affected", async (t) => {
  const { app, ann } = await openHeld(t);
  const key = await createKey(app, ann.id);
  const body = { password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD, name: "Anna" };
  t.equal((await app.send("PATCH", `/api/v1/users/${ann.id}.json`, { key, body })).status, 200);
  t.equal((await openPageClient(app.base).get("/account/sign-in")).status, 200);
  t.ok(await logIn(app.send, { email: ann.email, password: NEW_PASSWORD }));
});
