import t, { type Test } from "tap";
import { signIn } from "../../harness/page-client.ts";
import { registerDesignPages } from "../../src/pages/design/sample-page.ts";
import { openApp, type TestApp } from "../support/app.ts";
import { createPerson, setLevel } from "../support/people.ts";

/** Opens a server in test mode, which shows the components of the design. */
function openDesign(t: Test): Promise<TestApp> {
  return openApp(t, {}, { extend: registerDesignPages });
}

t.test("the test mode shows all components, with hostile text escaped and its direction found", async (t) => {
  const { send } = await openDesign(t);
  const { status, body } = await send("GET", "/__test__/design");
  t.equal(status, 200);
  t.notMatch(body, "<script>alert");
  t.match(body, "&#60;script&#62;alert(");
  t.match(body, '<bdi dir="auto">عدا لوفلايس (admin)!</bdi>');
  for (const part of ["notice", "card", "actions", "field", "checkbox", "empty", "copy", "alert", "pagination"])
    t.match(body, `class="${part}"`, part);
});

t.test("a form with errors has a summary, one error beside each field, and the focus on the first", async (t) => {
  const { send } = await openDesign(t);
  const { body } = await send("GET", "/__test__/design/errors");
  const text = String(body);
  for (const name of ["name", "email", "password", "color"]) {
    t.match(text, `<li><a href="#${name}">`, name);
    t.match(text, new RegExp(`id="${name}" [^>]*aria-invalid="true"[^>]*aria-describedby="[^"]*${name}-error"`), name);
    t.match(text, `id="${name}-error"`, name);
  }
  t.match(text, 'aria-describedby="name-hint name-error"');
  t.equal(text.match(/ autofocus/g)?.length, 1);
  t.match(text, /id="name"[^>]* autofocus/);
  t.match(text, 'value="nobody"');
  t.notMatch(text, "never shown");
});

t.test("all pages have the same header, with the account of the person who is signed in", async (t) => {
  const app = await openApp(t);
  const ann = await createPerson(app, "Ann");
  await setLevel(app, ann.id, 4);
  const client = await signIn(app.base, ann);
  const headerOf = (text: string) => {
    const [header = ""] = /<header.*<\/header>/s.exec(text) ?? [];
    const withoutTools = header.replace(/<div class="banner-tools">.*?<\/form><\/div>/s, "");
    return withoutTools.replace(/(name="_csrf" value=")[^"]*/, "$1…").replace(' aria-current="page"', "");
  };
  const expected = headerOf((await client.get("/account/api-keys")).text);
  t.match(expected, "Account menu of Ann");
  t.match(expected, "/account/users");
  for (const path of ["/", "/docs/", "/docs/catalogue", "/docs/quickstart", "/account/users", "/account/nothing"]) {
    const { text, headers } = await client.get(path);
    t.equal(headerOf(text), expected, path);
    t.match(headers.get("cache-control"), "no-store", `${path} has a token, so it is not stored`);
    t.equal(headers.get("etag"), null);
  }
  t.match((await client.get("/")).text, "Open your bookmarks");
  await client.get("/docs/");
  t.match(await client.post("/account/sign-out"), { status: 303 }, "the token of a public page is valid");
  t.match((await client.get("/")).text, '<a class="button secondary small account" href="/account/sign-in">');
});

t.test("a 403 says what is forbidden, why, and what to do", async (t) => {
  const app = await openApp(t);
  const client = await signIn(app.base, await createPerson(app, "Bob"));
  const { status, text } = await client.get("/account/users");
  t.equal(status, 403);
  t.match(text, "<h1>Not allowed</h1>");
  t.match(text, "This page is for administrators.");
  t.match(text, 'You are signed in as <bdi dir="auto">Bob</bdi>. Your level is 1 · Authenticated user.');
  t.match(text, "An administrator of this server can raise it.");
  t.match(text, '<a class="button" href="/bookmarks">Your bookmarks</a>');
  const expired = await client.post("/account/api-keys", { _csrf: "x" });
  t.match(expired.text, "<h1>This form has expired</h1>");
  t.match(expired.text, '<a class="button" href="/account/api-keys">Load the page again</a>');
});

t.test("fields have the bounds of the contract", async (t) => {
  const app = await openApp(t);
  const ann = await createPerson(app, "Ann");
  await setLevel(app, ann.id, 4);
  const client = await signIn(app.base, ann);
  const { text } = await client.get("/account/users/new");
  const field = (name: string) => new RegExp(`<input id="${name}"[^>]*>`).exec(text)?.[0];
  t.match(field("name"), / required minlength="1" maxlength="255"/);
  t.match(field("email_address"), /type="email".* required maxlength="255"/);
  t.match(field("password"), /type="password"(?!.* required).* minlength="8" maxlength="128"/);
  t.match(
    (await client.get(`/account/users/${ann.id}`)).text,
    /<input id="password"(?![^>]* required)[^>]*minlength="8"/,
  );
});

t.test("every page is smaller than 60 kB with its styles and scripts", async (t) => {
  const app = await openApp(t);
  const ann = await createPerson(app, "Ann");
  await setLevel(app, ann.id, 4);
  const client = await signIn(app.base, ann);
  for (const path of ["/", "/docs/quickstart", "/account/api-keys", "/account/users", `/account/users/${ann.id}`]) {
    const { text } = await client.get(path);
    const assets = [...text.matchAll(/(?:href|src)="(\/assets\/[^"]*)"/g)].map(([, asset = ""]) => asset);
    const sizes = await Promise.all(assets.map(async (asset) => (await client.get(asset)).text.length));
    const total = sizes.reduce((sum, size) => sum + size, text.length);
    t.ok(total < 60_000, `${path}: ${total} bytes`);
  }
});
