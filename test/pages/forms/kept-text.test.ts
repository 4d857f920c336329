import t, { type Test } from "tap";
import { openPageClient, type PageClient, signIn } from "../../../harness/page-client.ts";
import { pngOf } from "../../../harness/pictures.ts";
import { openLibrary } from "../../support/library.ts";
import { bodyOf, pageFormsIn } from "../../support/page-forms.ts";

const LOOK = "/account/preferences?back=%2Fproducts%2Fnew";

async function open(t: Test) {
  const { app, ann } = await openLibrary(t);
  const { _id: id } = await ann.addItem(-1, { title: "Logging" });
  const client = await signIn(app.base, ann);
  const path = `/bookmarks/items/${id}`;
  const drafts = () => app.context.database.selectFrom("form_drafts").select("content").execute();
  const stored = async () => (await ann.call("GET", `/raindrop/${id}`)).item;
  return { app, ann, client, path, drafts, stored };
}

/** What a browser sends when a page's button with this path is pressed, with other values in some fields. */
async function bodyFor(client: PageClient, path: string, action: string, typed: Record<string, string>, file?: File) {
  const forms = pageFormsIn((await client.get(path)).text);
  const form = forms.find(({ buttons }) => buttons.some((button) => button.action === action));
  const button = form?.buttons.find((each) => each.action === action);
  if (form === undefined || button === undefined) throw new Error(`${path} does not send ${action}`);
  return bodyOf(form, button, typed, file);
}

t.test("a cover that is not accepted keeps the text that came with it", async (t) => {
  const { client, path, stored } = await open(t);
  for (const [content, message] of [
    [Buffer.from("no picture"), "PNG, JPEG, GIF or WebP"],
    [Buffer.alloc(6 * 1024 * 1024, 1), "larger than 5"],
    [Buffer.alloc(0), "Choose a file."],
  ] as const) {
    const file = new File([content], "cover.png");
    const body = await bodyFor(client, path, `${path}/cover`, { note: "Not saved yet", "text-new": "A passage" }, file);
    const { status, location } = await client.send(`${path}/cover`, body);
    t.equal(status, 303, message);
    const { text } = await client.get(location ?? "");
    t.match(text, /Not saved yet<\/textarea>.*A passage<\/textarea>.*class="alert"/s, message);
  }
  t.match(await stored(), { note: "", highlights: [] });
});

t.test("a form with a file has at most 500 fields and 512 KiB of text, and needs its CSRF token first", async (t) => {
  const { client, path, drafts, stored } = await open(t);
  const file = new File([await pngOf(8, 8, "teal")], "cover.png");
  const large = await bodyFor(
    client,
    path,
    `${path}/cover`,
    { note: "x".repeat(300_000), excerpt: "y".repeat(300_000) },
    file,
  );
  const TOO_MUCH = { status: 400, text: "The form holds more than 500 fields or 512 KiB of text." };
  t.match(await client.send(`${path}/cover`, large), TOO_MUCH);
  const many = await bodyFor(client, path, `${path}/cover`, {}, file);
  if (!(many instanceof FormData)) throw new Error("The form has no file.");
  const { cover: _cover, ...texts } = Object.fromEntries(many);
  const crowded = new FormData();
  for (const [name, value] of Object.entries(texts)) crowded.append(name, value);
  for (let index = 0; index < 600; index++) crowded.append(`field-${index}`, "x");
  crowded.append("cover", file);
  t.match(await client.send(`${path}/cover`, crowded), TOO_MUCH);
  const before = (await drafts()).length;
  const forged = await bodyFor(client, path, `${path}/cover`, { note: "Not saved yet", _csrf: "x" }, file);
  t.equal((await client.send(`${path}/cover`, forged)).status, 403);
  t.match(await stored(), { cover: "" });
  t.equal((await drafts()).length, before);
});

t.test("drafts that the buttons of a page store have neither tokens nor passwords, and are at most ten", async (t) => {
  const { client, drafts } = await open(t);
  await client.get("/products/new");
  for (let index = 0; index < 12; index++) {
    const fields = { name: `Lamp ${index}`, current_password: "a secret", theme: "dark", version: "1" };
    const { status, location, cookies } = await client.post(LOOK, fields);
    t.equal(status, 200, "the page follows");
    t.equal(location, null);
    t.same(cookies, []);
  }
  const rows = await drafts();
  t.equal(rows.length, 10);
  for (const { content } of rows) t.notMatch(content, /_csrf|a secret|theme/);
});

t.test(
  "choosing a look needs a CSRF token where it stores drafts, and returns only to pages of this server",
  async (t) => {
    const { client, drafts } = await open(t);
    await client.get("/products/new");
    t.equal((await client.post(LOOK, { _csrf: "x", name: "Lamp", theme: "dark" })).status, 403);
    t.same(await drafts(), []);
    const elsewhere = "/account/preferences?back=https%3A%2F%2Fevil.example";
    t.match(await client.post(elsewhere, { theme: "dark" }), { status: 303, location: "/account/profile" });
    t.same(await drafts(), [], "nothing was typed");
  },
);

t.test("a rejected form stays as it is when another language is chosen", async (t) => {
  const { client } = await open(t);
  await client.get("/products/new");
  const rejected = new URLSearchParams({
    name: "Lamp",
    price: "-1",
    _csrf: tokenIn((await client.get("/products/new")).text),
  });
  const { location } = await client.send("/products/new", rejected);
  const page = location ?? "";
  const action = `/account/preferences?back=${encodeURIComponent(page)}`;
  const body = await bodyFor(client, page, action, {});
  body.set("language", "de");
  const german = await client.get((await client.send(action, body)).location ?? "");
  t.match(german.text, /value="Lamp"/);
  t.match(german.text, 'id="price-error"');
});

t.test("a look that is chosen after the session has ended loses nothing", async (t) => {
  const { app, ann, client } = await open(t);
  await client.get("/products/new");
  await app.context.database.deleteFrom("sessions").execute();
  const kept = await client.post(LOOK, { name: "Lamp", theme: "dark" });
  t.match(kept, { status: 401, text: 'name="kept_form"' });
  t.match(kept.text, /<input id="password" name="password" type="password"/);
  t.notMatch(kept.text, 'name="theme"', "another look would lose what the page keeps");
  const fields = Object.fromEntries(
    [...kept.text.matchAll(/<input type="hidden" name="(kept_\w+)" value="([^"]*)"/g)].map(
      ([, name = "", value = ""]) => [
        name,
        value.replaceAll(/&#(\d+);/g, (_entity, code: string) => String.fromCodePoint(Number(code))),
      ],
    ),
  );
  const { location } = await client.post("/account/sign-in", { ...fields, email: ann.email, password: ann.password });
  t.match((await client.get(location ?? "")).text, 'value="Lamp"');
});

t.test("without an account, the browser keeps what was typed", async (t) => {
  const { app } = await openLibrary(t);
  const nobody = openPageClient(app.base);
  await nobody.get("/account/register");
  const back = "/account/sign-in/preferences?back=%2Faccount%2Fregister";
  const page = await nobody.post(back, { name: "Eve", email: "eve@example.com", password: "a secret", language: "de" });
  t.match(page.text, /value="Eve".*value="eve@example.com"/s);
  t.notMatch(page.text, "a secret");
});

function tokenIn(page: string): string {
  return /name="_csrf" value="([^"]+)"/.exec(page)?.[1] ?? "";
}
