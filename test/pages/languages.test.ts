import t from "tap";
import { openPageClient, signIn } from "../../harness/page-client.ts";
import * as accounts from "../../src/accounts/accounts.ts";
import { createSlots } from "../../src/base/slots.ts";
import { de } from "../../src/pages/texts/de.ts";
import { en } from "../../src/pages/texts/en.ts";
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

t.test("the text of the API reference is in English; its header is not", async (t) => {
  const { send } = await openApp(t);
  for (const path of ["/docs/", "/docs/catalogue", "/docs/quickstart"]) {
    const { headers, body } = await send("GET", path, { headers: GERMAN });
    t.match(body, '<html lang="de">', path);
    t.match(body, '<main id="content" lang="en">');
    t.match(body, '<a href="/docs/quickstart"');
    t.match(body, "Erste Schritte");
    t.equal(headers.get("content-language"), "en");
  }
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

/** The messages of the domain and the validators that pages can show. */
const MESSAGES = [
  "is required",
  "is already your address",
  "is already your password",
  "is unknown: no name contains what you typed",
  "is unclear: several names match. Choose one",
  "is wrong",
  "is needed to change the e-mail address, the level or the password",
  "must not be blank or hold a NUL character",
  "must not hold a NUL character",
  "must have at least 8 characters",
  "must have at least 1 character and must not be blank or hold a NUL character",
  "must have at most 255 characters",
  "must have 1 to 100 characters",
  "must be an e-mail address",
  "must be equal to one of the allowed values",
  "must match the password",
  "must be one of the choices",
  "must begin with https://",
  "must begin with https:// or http://",
  "must not contain a user name or a password",
  "must have the port 443, or one from 1024",
  "must not be in a private network",
  "must be at least one",
  "Your account has reached its limit of 10 webhooks. Delete one first.",
  "Enable the webhook before you test it.",
  "You have no webhook with this id.",
  "must be in the future",
  "belongs to another account",
  "must not be the account's e-mail address or the part of it before the @",
  "must not be the account's name",
  "must not be one of the 10,000 most common passwords, because attackers try these first",
  "Please correct the fields below.",
  "Invalid Email or Password.",
  "Too many failed logins. Try again in 1 second.",
  "There is already a key with this name. Choose another name.",
  "An account can have at most 100 keys. Revoke one first.",
  "This is the last active administrator. Make another account an administrator first.",
  "Somebody else has changed this user in the meantime. Reload the page.",
  "Too many mails to this address. Try again in 60 seconds.",
  "Too many mails for your network. Try again in 1 second.",
  "Too many e-mails are waiting to be sent. Try again in a minute.",
  "Too many logins and registrations are in progress. Try again in a moment.",
  "This server sends no mail. Ask an administrator for a link.",
  "This browser is not signed in any more.",
  "This page is for administrators.",
  "This form has expired, or your browser blocks cookies. Load the page again.",
  "This form was not sent by a page of this server.",
  "This path does not exist.",
  "This page does not exist.",
  "is not valid any more",
  "Too many mails for your network. Try again in 1 second.",
  "Too many mails to this address. Try again in 60 seconds.",
  "Too many registrations from your network. Try again in 60 seconds.",
  "Too many tests of webhooks. Try again in 60 seconds.",
  ...Object.values(createSlots()).map((slots) => slots.refusal().message),
  "This server sends no mail. Ask an administrator for a link.",
  "Registration is closed on this server.",
  "The account is inactive. Activate it first.",
  "Email already exists",
  "Too many e-mails are waiting to be sent. Try again in a minute.",
  "must have at most 10 addresses",
  "must be valid. This is no e-mail address: x",
  "There are 100 invitations that nobody has used yet. Revoke some first.",
  "you dont have permissions to invite more people",
  "There is no collection with this id.",
  "This collection belongs to another account.",
  "You may read this collection, but not change it.",
  "Only the owner of this collection may do that.",
  "This invitation was used or revoked.",
  "This invitation or person does not exist.",
  "This collection has no collaborator with this id.",
  "You have access through a collection that contains this one. Leave that one.",
  "This collection has reached its limit of 1,000 collaborators.",
  "Your account has reached its limit of 100 collections of others. Leave some first.",
  "There is no such key.",
  "There is no account with this id.",
  "The path is not percent-encoded UTF-8.",
  "The body is larger than 1 MiB.",
  "The form holds more than 500 fields or 512 KiB of text.",
  "The body is incomplete.",
  "Something went wrong on the server.",
  "Choose what to do with the bookmarks. Nothing was changed.",
  "No bookmarks are selected. Nothing was changed.",
  "Choose a collection. Nothing was changed.",
  "At most 10,000 bookmarks can be changed at once like this. Narrow the list down with a search. Nothing was changed.",
  "Write at least one tag. Nothing was changed.",
  "There is no collection with this id.",
  "You have no collection with this id.",
  "You may read this collection, but not change it.",
  "This collection belongs to another account.",
  "Items of another account can be moved only to collections of that account that you may change.",
  "At most 10000 items can be changed at once. Select them with ids.",
  "An item can have at most 100 tags.",
  "must have at most 100 words and operators",
];

t.test("every message of a form or an error page has a German translation, without English words", async (t) => {
  for (const message of MESSAGES) {
    t.equal(en.translate(message), message);
    const german = de.translate(message);
    t.not(german, message);
    t.notMatch(german, /\b(must|is|the|not|and|characters?)\b/, german);
  }
  t.equal(de.translate("something new"), "something new", "unknown messages stay as they are");
});
