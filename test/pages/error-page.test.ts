import t from "tap";
import { openPageClient, signIn } from "../../harness/page-client.ts";
import { prefersHtml } from "../../src/pages/design/error-page.ts";
import { openApp } from "../support/app.ts";
import { createPerson, registrationOf } from "../support/people.ts";

/** What Chromium and Firefox send when somebody opens a page. */
const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
const UNKNOWN = ["/nothing", "/accounts", "/openapi/nothing.yaml", "/docs/nothing", "/health", "/assets/nothing.css"];

t.test("for an unknown path, clients that prefer HTML get a page with links", async (t) => {
  const { base, send } = await openApp(t);
  for (const path of UNKNOWN) {
    const { status, headers, body } = await send("GET", path, { headers: { accept: BROWSER } });
    t.equal(status, 404, path);
    t.equal(headers.get("content-type"), "text/html; charset=utf-8");
    // Below the folder of a file, the page is compressed like the files.
    t.match(headers.get("vary"), /^Accept, Accept-Language, Cookie, Save-Data(?:, Accept-Encoding)?$/, path);
    t.match(body, "<h1>Not found</h1>");
    t.match(body, "This path does not exist.");
    t.match(body, headers.get("x-request-id") ?? "none");
    const links = [...String(body).matchAll(/<a [^>]*href="(\/[^"]*)"/g)].map(([, link = ""]) => link);
    for (const link of ["/", "/docs/", "/docs/quickstart", "/account/api-keys"]) t.ok(links.includes(link), link);
    for (const link of links) t.ok((await fetch(base + link)).ok, link);
  }
});

t.test("an error page has the security headers of the other pages", async (t) => {
  const { send } = await openApp(t);
  const { headers, body } = await send("GET", "/nothing", { headers: { accept: BROWSER } });
  t.equal(
    headers.get("content-security-policy"),
    "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; script-src 'self'; style-src 'self'; img-src 'self'; manifest-src 'self'; connect-src 'self'",
  );
  t.equal(headers.get("cache-control"), "no-store");
  t.equal(headers.get("referrer-policy"), "same-origin");
  t.equal(headers.get("x-content-type-options"), "nosniff");
  t.notMatch(body, /<script>|<style| on\w+="|style="/, "nothing inline");
});

t.test("for an unknown path, all other clients get JSON", async (t) => {
  const { send } = await openApp(t);
  for (const path of UNKNOWN) {
    for (const accept of ["*/*", "application/json", "application/json, text/html", "text/html;q=0, */*"]) {
      const { status, headers, body } = await send("GET", path, { headers: { accept } });
      t.equal(status, 404, path);
      t.equal(headers.get("content-type"), "application/json; charset=utf-8");
      t.same(body, { error: "This path does not exist." });
    }
  }
});

t.test(
  "for an unknown path below a contract's base path, even clients that prefer HTML get the contract's error body",
  async (t) => {
    const { send } = await openApp(t);
    const bodies = {
      "/api/nothing": { error: "This path does not exist." },
      "/api/v1/nothing": { status: { code: 404, message: "This path does not exist." } },
      "/rest/v1/nothing": { result: false, error: "not_found", status: 404 },
    };
    for (const [path, expected] of Object.entries(bodies))
      t.match(await send("GET", path, { headers: { accept: BROWSER } }), { status: 404, body: expected }, path);
  },
);

t.test("a path is escaped, and a path that is not percent-encoded UTF-8 returns a page too", async (t) => {
  const { send } = await openApp(t);
  const headers = { accept: BROWSER };
  t.notMatch((await send("GET", "/%3Cscript%3Ealert(1)", { headers })).body, "<script>alert");
  t.match(await send("GET", "/%ff", { headers }), { status: 400, body: "The path is not percent-encoded UTF-8." });
  t.match(await send("POST", "/", { headers }), { status: 404, body: "<h1>Not found</h1>" });
});

t.test("/account redirects to the API keys, which require signing in", async (t) => {
  const app = await openApp(t);
  await createPerson(app, "Ann");
  const client = openPageClient(app.base);
  for (const path of ["/account", "/account/"]) {
    t.match(await client.get(path), { status: 303, location: "/account/api-keys" });
    const page = await fetch(app.base + path, { headers: { accept: BROWSER } });
    t.match(await page.text(), "<h1>Sign in</h1>");
  }
  const ann = await signIn(app.base, registrationOf("Ann"));
  t.match(await ann.get("/account"), { status: 303, location: "/account/api-keys" });
});

t.test("an unknown path below /account returns a page with links too", async (t) => {
  const { send } = await openApp(t);
  const { status, body } = await send("GET", "/account/nothing");
  t.equal(status, 404);
  for (const link of ["/", "/docs/", "/docs/quickstart", "/account/sign-in"]) t.match(body, `href="${link}"`);
});

t.test("prefersHtml: compares the qualities of the most specific media ranges", async (t) => {
  for (const accept of [BROWSER, "text/html", "TEXT/HTML", "text/*", "application/json;q=0.5, text/html;level=1;q=0.6"])
    t.ok(prefersHtml(accept), accept);
  for (const accept of [
    undefined,
    "",
    "*/*",
    "application/json",
    "text/html, application/json",
    "text/html;q=0.1, */*",
    "text/html;q=x",
    "text/*, text/html;q=0",
    "text/htmlx",
    ",,;;q=",
  ])
    t.notOk(prefersHtml(accept), String(accept));
});
