import t, { type Test } from "tap";
import { trackSecrets } from "../../harness/canary.ts";
import { openPageClient, signIn } from "../../harness/page-client.ts";
import * as emailConfirmation from "../../src/accounts/email-confirmation.ts";
import { openMailingApp, pathIn } from "../support/mailing-app.ts";
import { tokenIn } from "../support/mails.ts";
import { createKey, createPerson, setLevel } from "../support/people.ts";

const NEW = "ann@new.example";

/** Ann, an administrator, and the notices that her old address gets. */
async function openWithAnn(t: Test) {
  const app = await openMailingApp(t);
  const { database, clock } = app.context;
  const [admin, ann] = [await createPerson(app, "Admin"), await createPerson(app, "Ann")];
  await setLevel(app, admin.id, 4);
  const notices = async (address = ann.email) =>
    (await app.mailsTo(address)).filter(({ text }) => text.includes("another e-mail address from now on"));
  const confirm = (email: string | null) =>
    database
      .updateTable("accounts")
      .set({ email_confirmed_at: email === null ? null : clock() })
      .where("id", "=", ann.id)
      .execute();
  const key = await createKey(app, admin.id);
  const patch = (body: object) => app.send("PATCH", `/api/v1/users/${ann.id}.json`, { key, body });
  /** Opens the link in the mail to the new address. */
  const openLink = async () => {
    const link = pathIn((await app.mailsTo(NEW))[0]?.text);
    trackSecrets(tokenIn(link));
    const browser = openPageClient(app.base);
    await browser.get(link);
    return browser.post("/account/confirm-email", { token: tokenIn(link) });
  };
  return { app, admin, ann, notices, confirm, patch, openLink };
}

type World = Awaited<ReturnType<typeof openWithAnn>>;

const WAYS: Readonly<Record<string, (world: World) => Promise<{ readonly status: number }>>> = {
  "the profile page and the mailed link": async ({ app, ann, openLink }) => {
    const browser = await signIn(app.base, ann);
    await browser.get("/account/profile/email");
    await browser.post("/account/profile/email", { email_address: NEW, current_password: ann.password });
    return openLink();
  },
  "updateAccount and the mailed link": async ({ app, ann, openLink }) => {
    const headers = { authorization: `Bearer ${ann.token}` };
    await app.send("PUT", "/rest/v1/user", { headers, body: { email: NEW, oldpassword: ann.password } });
    return openLink();
  },
  patchUser: ({ patch }) => patch({ email_address: NEW }),
  "an administrator's page": async ({ app, admin, ann }) => {
    const browser = await signIn(app.base, admin);
    const path = `/account/users/${ann.id}`;
    const [, version = ""] = /name="version" value="(\d+)"/.exec((await browser.get(path)).text) ?? [];
    const fields = { email_address: NEW, name: "Ann", locale: "en", active: "1", user_level: "1", version };
    return browser.post(path, { ...fields, current_password: admin.password });
  },
};

t.test("the notice is in the language of the account", async (t) => {
  const { app, ann, confirm, patch } = await openWithAnn(t);
  await confirm(ann.email);
  const headers = { authorization: `Bearer ${ann.token}` };
  await app.send("PUT", "/rest/v1/user", { headers, body: { config: { lang: "de_DE" } } });
  await patch({ email_address: NEW });
  t.match(await app.mailsTo(ann.email), [{ text: /Ihr Konto bei Triptych hat ab jetzt eine andere E-Mail-Adresse/ }]);
});

for (const [way, change] of Object.entries(WAYS)) {
  t.test(`${way}: the old address gets a notice once the address has changed`, async (t) => {
    const world = await openWithAnn(t);
    await world.confirm(world.ann.email);
    t.ok([200, 303].includes((await change(world)).status));
    t.match(await world.notices(), [{ to: [world.ann.email], text: /http:\/\/triptych\.test/ }]);
    t.same(await world.notices(NEW), []);
  });
}

t.test("a request for another address, a rejected change and another case of letters send no notice", async (t) => {
  const { app, ann, notices, patch } = await openWithAnn(t);
  const { database, clock, outbox, mailCounter: counter } = app.context;
  const mails = { clock, outbox, counter, limitPerHour: 100, baseUrl: app.base };
  const request = { email: NEW, address: "192.0.2.1", language: "en" } as const;
  await emailConfirmation.request(database, mails, ann.id, request);
  t.equal((await patch({ email_address: "admin@example.com" })).status, 422);
  t.equal((await patch({ email_address: ann.email.toUpperCase() })).status, 200);
  t.same(await notices(ann.email.toUpperCase()), []);
  t.same(await notices(), []);
});

t.test("an address that was not confirmed gets at most five notices an hour, a confirmed one all", async (t) => {
  const { ann, notices, confirm, patch } = await openWithAnn(t);
  const change = async () => {
    t.equal((await patch({ email_address: NEW })).status, 200);
    t.equal((await patch({ email_address: ann.email })).status, 200);
  };
  for (let count = 0; count < 7; count++) await change();
  t.equal((await notices()).length, 5);
  await confirm(ann.email);
  await change();
  t.equal((await notices()).length, 6);
});
