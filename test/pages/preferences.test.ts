import t from "tap";
import { openApp, type TestApp } from "../support/app.ts";

const FORM = { "content-type": "application/x-www-form-urlencoded" };

/** Sends the form in the footer as a page of this server would. */
async function choose({ base, send }: TestApp, body: string, headers: Record<string, string> = { origin: base }) {
  return send("POST", "/preferences", { headers: { ...FORM, ...headers }, body });
}

t.test("a theme is stored in a cookie, and every page has it at once", async (t) => {
  const app = await openApp(t);
  for (const theme of ["dark", "light"]) {
    const { status, headers } = await choose(app, `theme=${theme}&back=%2Fdocs%2F%3Fa%3Db`);
    t.equal(status, 303);
    t.equal(headers.get("location"), "/docs/?a=b");
    t.equal(headers.get("cache-control"), "no-store");
    const [cookie = ""] = headers.getSetCookie();
    t.equal(cookie, `triptych_theme=${theme}; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax`);
    for (const path of ["/", "/docs/", "/docs/catalogue", "/docs/quickstart", "/account/sign-in", "/nothing"]) {
      const page = await app.send("GET", path, { headers: { cookie, accept: "text/html" } });
      t.match(page.body, `<html lang="en" data-theme="${theme}">`, path);
      t.match(page.body, `value="${theme}" aria-pressed="true"`, path);
      t.match(page.headers.get("vary"), /Accept-Language, Cookie, Save-Data(?:, Accept-Encoding)?$/, path);
    }
  }
});

t.test("without a choice, and after choosing System, the browser decides the theme", async (t) => {
  const app = await openApp(t);
  const [cookie = ""] = (await choose(app, "theme=system")).headers.getSetCookie();
  for (const headers of [{}, { cookie }, { cookie: "triptych_theme=pink" }]) {
    const { body } = await app.send("GET", "/", { headers });
    t.match(body, '<html lang="en">');
    t.match(body, 'value="system" aria-pressed="true"');
  }
});

t.test("over TLS the cookies are Secure", async (t) => {
  const app = await openApp(t, { BASE_URL: "https://triptych.example" });
  const { headers } = await choose(app, "theme=dark&language=de", { origin: "https://triptych.example" });
  t.same(headers.getSetCookie(), [
    "triptych_theme=dark; Max-Age=31536000; Path=/; HttpOnly; Secure; SameSite=Lax",
    "triptych_language=de; Max-Age=31536000; Path=/; HttpOnly; Secure; SameSite=Lax",
  ]);
});

t.test("a form of another site, or of no known origin, changes nothing", async (t) => {
  const app = await openApp(t);
  for (const headers of [
    {},
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: app.base, "sec-fetch-site": "cross-site" },
    { origin: app.base, "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "none" },
  ]) {
    const response = await choose(app, "theme=dark", headers);
    t.equal(response.status, 403, JSON.stringify(headers));
    t.same(response.headers.getSetCookie(), []);
  }
  for (const headers of [{ "sec-fetch-site": "same-origin" }, { origin: "http://triptych.test" }])
    t.equal((await choose(app, "theme=dark", headers)).status, 303, JSON.stringify(headers));
});

t.test("a choice returns to a page of this server only, and ignores unknown values", async (t) => {
  const app = await openApp(t);
  for (const back of ["", "https://evil.example", "//evil.example", "/\\evil.example", "/a\\b", "/a\r\nx: y", "x"]) {
    const response = await choose(app, String(new URLSearchParams({ back, theme: "pink", language: "xx" })));
    t.equal(response.headers.get("location"), "/", back);
    t.same(response.headers.getSetCookie(), []);
  }
});

t.test(
  "a page that is opened from another site is loaded again, in the theme and the language that were chosen",
  async (t) => {
    const { send } = await openApp(t);
    const headers = { "sec-fetch-site": "cross-site", cookie: "triptych_theme=dark; triptych_language=de" };
    const { body } = await send("GET", "/account/api-keys", { headers });
    t.match(body, '<html lang="de" data-theme="dark">');
    t.match(body, '<meta http-equiv="refresh" content="0">');
    t.match(body, "<h1>Wird geladen …</h1>");
  },
);
