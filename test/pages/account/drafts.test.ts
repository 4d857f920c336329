import t, { type Test } from "tap";
import { openPageClient, type PageClient, signIn } from "../../../harness/page-client.ts";
import { MAX_DRAFTS } from "../../../src/accounts/form-drafts.ts";
import { openApp, type TestApp } from "../../support/app.ts";
import { createPerson } from "../../support/people.ts";

const NEW = "/products/new";
const LAMP = { name: "Lamp", description: "Brass,\r\n40 cm", price: "-1", inStock: "1" };

async function open(t: Test) {
  const app = await openApp(t);
  const ann = await createPerson(app, "Ann");
  const client = await signIn(app.base, ann);
  const { text } = await client.get(NEW);
  return { app, ann, client, csrf: /name="_csrf" value="([^"]+)"/.exec(text)?.[1] ?? "" };
}

/** Sends a form without following the redirect. */
function send(app: TestApp, { jar }: PageClient, path: string, fields: Record<string, string>) {
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
  return fetch(app.base + path, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { cookie },
    redirect: "manual",
  });
}

const countProducts = async ({ context }: TestApp) =>
  (await context.database.selectFrom("products").select("id").execute()).length;

t.test("a form with errors redirects to itself, so that reloading it repeats nothing", async (t) => {
  const { app, client, csrf } = await open(t);
  const response = await send(app, client, NEW, { ...LAMP, _csrf: csrf });
  t.equal(response.status, 303);
  const address = response.headers.get("location") ?? "";
  t.match(address, /^\/products\/new\?draft=[\w-]{22}$/);
  for (const _reload of [1, 2]) {
    const page = await client.get(address);
    t.match(page, { status: 200, text: /id="price-error">Price must be/ });
    t.match(page.text, 'value="Lamp"');
    t.match(page.text, /Brass,\r?\n40 cm<\/textarea>/);
    t.match(page.text, 'name="inStock" type="checkbox" value="1" checked');
  }
  t.equal(await countProducts(app), 0);
  t.notMatch((await client.get(NEW)).text, "Lamp", "a new form is empty");
  t.match(await client.post(NEW, { ...LAMP, price: "1" }), { status: 303, notice: "product-created" });
});

t.test("reloading a form that failed only for a time does not submit it", async (t) => {
  const { app, client, csrf } = await open(t);
  await client.post(NEW, { ...LAMP, price: "1" });
  const { id } = await app.context.database.selectFrom("products").select("id").executeTakeFirstOrThrow();
  const edit = `/products/${id}/edit`;
  const stale = await send(app, client, edit, { ...LAMP, price: "2", version: "0", _csrf: csrf });
  const address = stale.headers.get("location") ?? "";
  t.match(await client.get(address), { status: 200, text: "Somebody else has changed this product" });
  await app.context.database.updateTable("products").set({ version: 0 }).execute();
  t.equal((await client.get(address)).status, 200, "although it would be accepted now");
  const row = await app.context.database.selectFrom("products").select("price").executeTakeFirstOrThrow();
  t.equal(row.price, 1);
});

t.test("only the account that typed a draft can read it, for an hour, on its page", async (t) => {
  const { app, client, csrf } = await open(t);
  const address = (await send(app, client, NEW, { ...LAMP, _csrf: csrf })).headers.get("location") ?? "";
  const bob = await signIn(app.base, await createPerson(app, "Bob"));
  t.notMatch((await bob.get(address)).text, "Lamp");
  t.match(await openPageClient(app.base).get(address), { status: 303, location: /^\/account\/sign-in/ });
  const [, query = ""] = address.split("?");
  t.notMatch((await client.get(`/account/profile?${query}`)).text, "Lamp");
  t.notMatch((await client.get(`${NEW}?draft=${"x".repeat(22)}`)).text, "Lamp");
  app.advanceClock(60 * 60 * 1000);
  t.match(await client.get(address), { status: 200 });
  t.notMatch((await client.get(address)).text, "Lamp");
  t.same(
    await app.context.database
      .selectFrom("form_drafts")
      .select("id")
      .execute()
      .then((rows) => rows.length),
    1,
  );
});

t.test("passwords and tokens are not stored, and an account has few drafts", async (t) => {
  const { app, ann, client, csrf } = await open(t);
  const passwords = { current_password: ann.password, password: "short", password_confirmation: "short" };
  await client.post("/account/profile/password", passwords);
  for (let index = 0; index < MAX_DRAFTS; index++) await client.post("/account/profile", { name: "", locale: "en" });
  await client.post("/account/profile/password", passwords);
  const rows = await app.context.database.selectFrom("form_drafts").select("content").execute();
  t.equal(rows.length, MAX_DRAFTS);
  for (const { content } of rows) {
    for (const secret of [ann.password, "short", csrf]) t.notMatch(content, secret);
  }
});

t.test("what was typed after the session had ended is in the form after signing in", async (t) => {
  const { app, ann, client } = await open(t);
  const path = "/bookmarks/items/new";
  await client.get(path);
  await app.context.database.deleteFrom("sessions").execute();
  const note = `<script>alert(1)</script> ü ${"long ".repeat(1500)}`;
  const page = await client.post(path, { link: "https://example.com/", note, collection: "-1" });
  t.match(page, { status: 401, text: "Your session had ended, so nothing was saved." });
  t.notMatch(page.text, "<script>alert");
  t.notMatch(page.text, "\\n", "no escape sequence is shown");
  const field = (text: string, name: string) => {
    const value = new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? "";
    return value.replaceAll(/&#(\d+);/g, (_entity, code: string) => String.fromCodePoint(Number(code)));
  };
  const kept = (text: string) => ({ kept_path: field(text, "kept_path"), kept_form: field(text, "kept_form") });
  const wrong = await client.post("/account/sign-in", { ...kept(page.text), email: ann.email, password: "wrong" });
  t.match(wrong, { status: 401, text: "Invalid Email or Password." });
  t.same(kept(wrong.text), kept(page.text), "a wrong password loses nothing");
  const signedIn = await client.post("/account/sign-in", {
    ...kept(wrong.text),
    email: ann.email,
    password: ann.password,
  });
  t.match(signedIn, { status: 303, location: /^\/bookmarks\/items\/new\?draft=/, notice: "draft-kept" });
  const form = await client.get(signedIn.location ?? "");
  t.match(form, { status: 200, text: "Your session had ended, so nothing was saved yet." });
  t.match(form.text, 'value="https://example.com/"');
  t.match(form.text, "ü long long");
  t.equal((await app.context.database.selectFrom("items").select("id").execute()).length, 0, "nothing is sent again");
  t.match(await client.post(path, { link: "https://example.com/", note }), { status: 303, notice: "edit-added" });
});

t.test("a form that was open when its session ended can be sent after signing in elsewhere", async (t) => {
  const { app, ann, client, csrf } = await open(t);
  const bob = await createPerson(app, "Bob");
  const fields = { ...LAMP, price: "1", _csrf: csrf };
  const signInAs = async ({ email, password }: typeof ann) => {
    await app.context.database.deleteFrom("sessions").execute();
    await client.get("/account/sign-in");
    t.match(await client.post("/account/sign-in", { email, password }), { status: 303 });
  };
  await signInAs(bob);
  t.match(await client.post(NEW, fields), { status: 403, text: "This form has expired" }, "by nobody else");
  await signInAs(ann);
  t.match(await client.post(NEW, fields), { status: 303, notice: "product-created" });
});

t.test("it is not shown to another account that signs in", async (t) => {
  const { app, client } = await open(t);
  const bob = await createPerson(app, "Bob");
  await client.get(NEW);
  await app.context.database.deleteFrom("sessions").execute();
  const { text } = await client.post(NEW, LAMP);
  const [, path = ""] = /name="kept_path" value="([^"]*)"/.exec(text) ?? [];
  const [, form = ""] = /name="kept_form" value="([^"]*)"/.exec(text) ?? [];
  const decoded = form.replaceAll(/&#(\d+);/g, (_entity, code: string) => String.fromCodePoint(Number(code)));
  const fields = { kept_path: path, kept_form: decoded, next: NEW, email: bob.email, password: bob.password };
  t.match(await client.post("/account/sign-in", fields), { status: 303, location: NEW });
  t.same(await app.context.database.selectFrom("form_drafts").selectAll().execute(), []);
  t.notMatch((await client.get(NEW)).text, "Lamp");
});

t.test("a form without a cookie of this browser, or that is too long, leads to signing in", async (t) => {
  const { app, client } = await open(t);
  t.match(await openPageClient(app.base).post(NEW, LAMP), { status: 303, location: /^\/account\/sign-in\?next=/ });
  await client.get("/bookmarks/items/new");
  await app.context.database.deleteFrom("sessions").execute();
  const note = "x".repeat(300_000);
  const long = await client.post("/bookmarks/items/new", { link: "https://example.com/", note });
  t.match(long, { status: 303, location: /^\/account\/sign-in\?next=/ });
});
