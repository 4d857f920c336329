import t from "tap";
import { openPageClient, signIn } from "../../../harness/page-client.ts";
import { openApp } from "../../support/app.ts";
import { createPerson } from "../../support/people.ts";

const SIGN_OUT = "/account/sign-out";
const SIGN_IN = "/account/sign-in";
const NOTICE = 'class="notice"';

t.test("a notice is in a cookie of its page, which shows it once", async (t) => {
  const app = await openApp(t);
  const client = await signIn(app.base, await createPerson(app, "Ann"));
  await client.get("/account/profile");
  const { location, cookies } = await client.post(SIGN_OUT);
  t.equal(location, SIGN_IN, "the address does not have it");
  const [cookie = ""] = cookies.filter((text) => text.startsWith("triptych_notice="));
  for (const attribute of ["Max-Age=60", "Path=/", "HttpOnly", "SameSite=Lax"]) t.match(cookie, attribute);
  t.notMatch((await client.get("/account/register")).text, NOTICE, "another page");
  const shown = await client.get(SIGN_IN);
  t.match(shown.text, '<p class="notice" role="status">You are signed out.</p>');
  t.match(shown.cookies.join("\n"), /triptych_notice=;.*Expires=Thu, 01 Jan 1970/);
  t.equal(client.jar.has("triptych_notice"), false);
  t.notMatch((await client.post(SIGN_IN, { email: "", password: "" })).text, NOTICE, "a form with errors");
  t.notMatch((await client.get(SIGN_IN)).text, NOTICE);
});

t.test("over HTTPS, no other host can set the cookie", async (t) => {
  const app = await openApp(t, { BASE_URL: "https://triptych.example" });
  const client = await signIn(app.base, await createPerson(app, "Ann"));
  await client.get("/account/profile");
  const { cookies } = await client.post(SIGN_OUT);
  const [cookie = ""] = cookies.filter((text) => text.includes("triptych_notice="));
  t.match(cookie, /^__Host-triptych_notice=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
});

t.test("each tab shows its own notice", async (t) => {
  const app = await openApp(t);
  const client = await signIn(app.base, await createPerson(app, "Ann"));
  await client.get("/account/profile");
  await client.post("/account/profile", { name: "Ada", locale: "en" });
  await client.post("/bookmarks/undo", { step: "1", back: "/bookmarks" });
  t.match((await client.get("/account/profile")).text, "Your profile was changed.");
  t.match((await client.get("/bookmarks")).text, "This change can&#39;t be undone any more.");
});

t.test("cookies that the server did not set are ignored, and bounded", async (t) => {
  const app = await openApp(t);
  const client = openPageClient(app.base);
  for (const name of ["constructor", "__proto__", "to-string", "You are signed out.", "<b>", ""]) {
    for (const value of [`${name}...${SIGN_IN}`, `${name}.1.2.${SIGN_IN}`, name]) {
      client.jar.set("triptych_notice", encodeURIComponent(value));
      t.notMatch((await client.get(SIGN_IN)).text, NOTICE, value);
    }
  }
  const person = await signIn(app.base, await createPerson(app, "Ann"));
  await person.get("/account/profile");
  person.jar.set("triptych_notice", encodeURIComponent(Array(20).fill("registered...\x2fx").join(" ")));
  for (let page = 0; page < 8; page++) await person.post("/bookmarks/undo", { step: "1", back: `/bookmarks/${page}` });
  t.equal(decodeURIComponent(person.jar.get("triptych_notice") ?? "").split(" ").length, 4);
  await person.post("/bookmarks/undo", { step: "1", back: `/${"x".repeat(2000)}` });
  t.ok((person.jar.get("triptych_notice") ?? "").length < 1000, "a long path has no notice");
});

t.test("an address with the name of a notice shows none", async (t) => {
  const { base } = await openApp(t);
  t.notMatch((await openPageClient(base).get(`${SIGN_IN}?notice=signed-out`)).text, NOTICE);
});
