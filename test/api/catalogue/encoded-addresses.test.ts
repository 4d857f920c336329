import t, { type Test } from "tap";
import { openPageClient, type Page, signIn } from "../../../harness/page-client.ts";
import { openLibrary } from "../../support/library.ts";
import { createKey, setLevel } from "../../support/people.ts";

// RFC 2047: a header of a mail decodes these addresses to others.
const ADDRESSES = ["=?utf-8?q?eve?=@example.com", "ann=?=@example.com", "a==?b@example.com"];

const PASSWORD = "a long password";
const PASSWORDS = { password: PASSWORD, password_confirmation: PASSWORD };

async function openAsAdministrator(t: Test) {
  const library = await openLibrary(t);
  await setLevel(library.app, library.ann.id, 4);
  const key = await createKey(library.app, library.ann.id);
  const collection = await library.ann.addCollection("Recipes");
  return { ...library, key, path: `/collection/${collection._id}/sharing` };
}

type Opened = Awaited<ReturnType<typeof openAsAdministrator>>;

async function submit({ app, ann }: Opened, page: string, fields: Readonly<Record<string, string>>) {
  const browser = await signIn(app.base, ann);
  await browser.get(page);
  return browser.post(page, { ...fields, current_password: ann.password });
}

/** The response of an operation, or the page to which a form that is not accepted leads. */
type Answer = { readonly status: number } | Page;

/** The ways in which an address is stored, but for commands, which use the schema of a registration. */
const WAYS: Readonly<Record<string, (opened: Opened, email: string) => Promise<Answer>>> = {
  registerUser: ({ app }, email) =>
    app.send("POST", "/api/user/register", { body: { name: "Eve", email, password: PASSWORD } }),
  createUser: ({ app, key }, email) =>
    app.send("POST", "/api/v1/users.json", {
      key,
      body: { email_address: email, ...PASSWORDS, name: "Eve", locale: "en", active: true, user_level: 1 },
    }),
  patchUser: ({ app, key, ann }, email) =>
    app.send("PATCH", `/api/v1/users/${ann.id}.json`, { key, body: { email_address: email } }),
  updateAccount: ({ ann }, email) => ann.request("PUT", "/user", { email, oldpassword: ann.password }),
  inviteCollaborators: ({ ann, path }, email) => ann.request("POST", path, { role: "viewer", emails: [email] }),
  "the page for registering": async ({ app }, email) => {
    const browser = openPageClient(app.base);
    await browser.get("/account/register");
    return browser.post("/account/register", { name: "Eve", email, ...PASSWORDS });
  },
  "the page of the own address": (opened, email) => submit(opened, "/account/profile/email", { email_address: email }),
  "the page for new users": (opened, email) =>
    submit(opened, "/account/users/new", {
      email_address: email,
      ...PASSWORDS,
      name: "Eve",
      locale: "en",
      active: "1",
      user_level: "1",
    }),
  "the page of collaborators": (opened, email) =>
    submit(opened, `/bookmarks${opened.path.replace("collection/", "collections/")}`, {
      emails: email,
      role: "viewer",
    }),
};

for (const [way, send] of Object.entries(WAYS)) {
  t.test(`${way}: rejects addresses that the headers of mails decode`, async (t) => {
    const opened = await openAsAdministrator(t);
    const { database } = opened.app.context;
    for (const email of ADDRESSES) {
      const answer = await send(opened, email);
      if ("location" in answer) t.match(answer, { status: 200, text: /role="alert"/ }, email);
      else t.ok([400, 422].includes(answer.status), `${email}: ${answer.status}`);
    }
    t.same(await database.selectFrom("accounts").select("id").where("email", "like", "%=?%").execute(), []);
    t.same(await database.selectFrom("invitations").select("id").execute(), []);
  });
}

t.test("registerUser: accepts other addresses with = and ?", async (t) => {
  const { app } = await openAsAdministrator(t);
  for (const email of ["a=b@example.com", "a?b@example.com", "a?=b@example.com", "a==@example.com"]) {
    const body = { name: "Eve", email, password: PASSWORD };
    t.equal((await app.send("POST", "/api/user/register", { body })).status, 201, email);
  }
});
