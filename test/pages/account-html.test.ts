import t from "tap";
import { openApp } from "../support/app.ts";
import { openPageClient, signIn } from "../support/page-client.ts";
import { createPerson, setLevel } from "../support/people.ts";
import { hasReviewedContent, hasReviewedHtml } from "../support/reviewed-html.ts";
import { openSmtpServer } from "../support/smtp.ts";

const KEYS = "/account/api-keys";
const USERS = "/account/users";
const PROFILE = "/account/profile";
const SESSIONS = "/account/sessions";
const DAY = 24 * 60 * 60 * 1000;

t.test("the HTML of the sign-in page, empty and after a wrong password", async (t) => {
  const app = await openApp(t);
  const client = openPageClient(app.base);
  hasReviewedHtml(t, "sign-in", (await client.get("/account/sign-in")).text);
  const wrong = { email: "ann@example.com", password: "not Ann's password" };
  hasReviewedContent(t, "sign-in-wrong-password", (await client.post("/account/sign-in", wrong)).text);
});

t.test("the HTML of the page of API keys", async (t) => {
  const app = await openApp(t, { BASE_URL: "https://triptych.example" });
  const ann = await signIn(app.base, await createPerson(app, "Ann"), { keep: "1" });
  hasReviewedHtml(t, "keys-none", (await ann.get(KEYS)).text);
  hasReviewedContent(t, "keys-created", (await ann.post(KEYS, { name: "Nightly sync", expires: "7" })).text);
  await ann.post(KEYS, { name: "Phone", expires: "" });
  hasReviewedContent(t, "keys-invalid", (await ann.post(KEYS, { name: "", expires: "30" })).text);
  const { text } = await ann.post(KEYS, { name: "Laptop", expires: "8" });
  t.match(text, '<p class="error" id="expires-error">Expires must be one of the choices.</p>');
  hasReviewedContent(t, "keys-revoke", (await ann.get(`${KEYS}/1/revoke`)).text);
  app.advanceClock(8 * DAY);
  hasReviewedContent(t, "keys-expired", (await ann.get(`${KEYS}?notice=revoked`)).text);
});

t.test("the HTML of the pages of users", async (t) => {
  const app = await openApp(t);
  const [person, bob] = [await createPerson(app, "Ann"), await createPerson(app, "Bob")];
  await setLevel(app, person.id, 4);
  const ann = await signIn(app.base, person);
  hasReviewedHtml(t, "users", (await ann.get(USERS)).text);
  hasReviewedContent(t, "users-found-none", (await ann.get(`${USERS}?q=nobody&level=2&active=0`)).text);
  hasReviewedContent(t, "user-new", (await ann.get(`${USERS}/new`)).text);
  const invalid = { name: "", email_address: bob.email, user_level: "3", locale: "sv", password: "short" };
  hasReviewedContent(t, "user-new-invalid", (await ann.post(`${USERS}/new`, invalid)).text);
  hasReviewedContent(t, "user", (await ann.get(`${USERS}/${bob.id}`)).text);
  hasReviewedContent(t, "user-invalid", (await ann.post(`${USERS}/${bob.id}`, { ...invalid, version: "1" })).text);
  t.match((await ann.post(`${USERS}/${bob.id}`)).text, '<input type="hidden" name="version" value="">');
  hasReviewedContent(t, "user-delete", (await ann.get(`${USERS}/${bob.id}/delete`)).text);
});

t.test("the HTML of the pages of the own account", async (t) => {
  const app = await openApp(t);
  const client = await signIn(app.base, await createPerson(app, "Ann"));
  hasReviewedHtml(t, "profile", (await client.get(PROFILE)).text);
  hasReviewedContent(t, "profile-invalid", (await client.post(PROFILE, { name: "", locale: "de" })).text);
  hasReviewedContent(t, "profile-email", (await client.get(`${PROFILE}/email`)).text);
  const invalid = { email_address: "ann@", current_password: "" };
  hasReviewedContent(t, "profile-email-invalid", (await client.post(`${PROFILE}/email`, invalid)).text);
  hasReviewedContent(t, "profile-password", (await client.get(`${PROFILE}/password`)).text);
  hasReviewedContent(t, "sessions", (await client.get(SESSIONS)).text);
  hasReviewedContent(t, "data", (await client.get("/account/data")).text);
  hasReviewedContent(t, "data-delete-invalid", (await client.post("/account/data/delete")).text);
});

t.test("the HTML of the page of the e-mail address on a server that sends mail", async (t) => {
  const app = await openApp(t, (await openSmtpServer(t)).settings);
  const client = await signIn(app.base, await createPerson(app, "Ann"));
  hasReviewedContent(t, "profile-email-mailed", (await client.get(`${PROFILE}/email`)).text);
});
