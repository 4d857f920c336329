import t from "tap";
import { openPageClient, signIn } from "../../harness/page-client.ts";
import * as accounts from "../../src/accounts/accounts.ts";
import { chooseLanguage } from "../../src/pages/texts/language.ts";
import { openApp } from "../support/app.ts";
import { createPerson } from "../support/people.ts";

const GERMAN = { "accept-language": "de-AT,de;q=0.9,en;q=0.5" };

t.test(
  "chooseLanguage: the choice on a page, then the account's locale, then Accept-Language, then English",
  async (t) => {
    const none = { chosen: undefined, locale: undefined, accepted: undefined };
    t.equal(chooseLanguage(none), "en");
    t.equal(chooseLanguage({ ...none, accepted: "de" }), "de");
    t.equal(chooseLanguage({ ...none, locale: "en", accepted: "de" }), "en");
    t.equal(chooseLanguage({ ...none, locale: "sv", accepted: "de" }), "de", "no page is in Swedish");
    t.equal(chooseLanguage({ chosen: "de", locale: "en", accepted: "en" }), "de");
    t.equal(chooseLanguage({ ...none, chosen: "xx", accepted: "de" }), "de");
  },
);

t.test("chooseLanguage: takes the language with the highest quality that the pages have", async (t) => {
  const headers = {
    "de-CH": "de",
    "en;q=0.5, de;q=0.6": "de",
    "fr, de;q=0.1": "de",
    "fr, *": "en",
    "de;q=0": "en",
    "de;q=2": "en",
    "de;q=x, en": "en",
    DE: "de",
    ",,;q=": "en",
    "": "en",
  };
  for (const [accepted, language] of Object.entries(headers))
    t.equal(chooseLanguage({ chosen: undefined, locale: undefined, accepted }), language, accepted);
});

t.test("pages are in the language that the browser accepts, and say so", async (t) => {
  const { send } = await openApp(t);
  const page = await send("GET", "/account/sign-in", { headers: GERMAN });
  t.match(page.body, '<html lang="de">');
  t.match(page.body, "<h1>Anmelden</h1>");
  t.equal(page.headers.get("content-language"), "de");
  const english = await send("GET", "/account/sign-in");
  t.match(english.body, '<html lang="en">');
  t.equal(english.headers.get("content-language"), "en");
  const start = [await send("GET", "/", { headers: GERMAN }), await send("GET", "/")];
  t.not(start[0]?.headers.get("etag"), start[1]?.headers.get("etag"));
});

t.test("the text of the quickstart and of changelogs is in English; their header is not", async (t) => {
  const { send } = await openApp(t);
  for (const path of ["/docs/catalogue/changelog", "/docs/quickstart"]) {
    const { headers, body } = await send("GET", path, { headers: GERMAN });
    t.match(body, '<html lang="de">', path);
    t.match(body, '<main id="content" lang="en">');
    t.match(body, '<a href="/docs/quickstart"');
    t.match(body, "Erste Schritte");
    t.equal(headers.get("content-language"), "en");
  }
});

t.test("the API reference is in the language of the browser, but the texts of contracts are in English", async (t) => {
  const { send } = await openApp(t);
  const { headers, body } = await send("GET", "/docs/catalogue/products", { headers: GERMAN });
  t.equal(headers.get("content-language"), "de");
  t.match(body, '<main id="content">');
  t.match(body, '<h2 id="createProduct-title" lang="en">Create a product</h2>');
  t.match(body, "braucht Zugangsdaten");
  t.match(body, "string, 1 bis 200 Zeichen, <b>erforderlich</b>");
  t.match((await send("GET", "/docs/catalogue/products")).body, "string, 1 to 200 characters, <b>required</b>");
});

t.test("the account's locale decides when somebody is signed in, and the choice on a page before it", async (t) => {
  const app = await openApp(t);
  const ann = await createPerson(app, "Ann");
  const client = await signIn(app.base, ann);
  t.match((await client.get("/account/api-keys", GERMAN)).text, '<html lang="en">');
  await accounts.update(app.context.database, app.context.clock, ann.id, { locale: "sv" });
  t.match((await client.get("/account/api-keys", GERMAN)).text, '<html lang="de">');
  t.match((await client.get("/account/api-keys")).text, '<html lang="en">');
  client.jar.set("triptych_language", "de");
  t.match((await client.get("/account/api-keys")).text, "<h1>API-Schlüssel verwalten</h1>");
});

t.test("errors of forms are translated, with the labels of their fields", async (t) => {
  const app = await openApp(t);
  const ann = await signIn(app.base, await createPerson(app, "Ann"));
  ann.jar.set("triptych_language", "de");
  await ann.get("/account/api-keys");
  const { text } = await ann.post("/account/api-keys", { name: "x".repeat(101), expires: "8" });
  t.match(text, '<a href="#name">Name muss 1 bis 100 Zeichen haben.</a>');
  t.match(text, '<a href="#expires">Läuft ab muss eine der Möglichkeiten sein.</a>');
  const stranger = openPageClient(app.base);
  stranger.jar.set("triptych_language", "de");
  await stranger.get("/account/sign-in");
  const failed = await stranger.post("/account/sign-in", { email: "x@example.com", password: "not the password" });
  t.match(failed.text, "E-Mail-Adresse oder Passwort ist falsch.");
});
