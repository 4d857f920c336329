import t, { type Test } from "tap";
import { trackSecrets } from "../../harness/canary.ts";
import { openSession } from "../../harness/sessions.ts";
import { type Changes, openApp, type SendOptions } from "../support/app.ts";
import { createPerson } from "../support/people.ts";
import { remainingIn } from "../support/rate-limit.ts";
import { PROXY } from "../support/uploads.ts";

const MINUTE = 60_000;
const BROWSER = { accept: "text/html" };

/** Starts a server behind a proxy, with Ann and Bob, who are signed in at the network 192.0.2.1. */
async function openLimited(t: Test, limit: number, changes: Changes = {}) {
  const app = await openApp(t, { ...PROXY, COLLECTIONS_LIMIT_PER_MINUTE: String(limit) }, changes);
  const signedIn = async (name: string) => {
    const { id, token } = await createPerson(app, name);
    const session = await openSession(app.context.database, app.context.clock, { id, credential_version: 1 });
    trackSecrets(session);
    return { token, cookie: `triptych_session=${session}` };
  };
  const [ann, bob] = [await signedIn("Ann"), await signedIn("Bob")];
  const visit = (path: string, { cookie = "", network = "192.0.2.1", ...more }: Visit = {}) =>
    app.send("GET", path, { headers: { ...BROWSER, cookie, "x-forwarded-for": network, ...more } });
  return { ...app, ann, bob, visit };
}

/** Header fields of a request, and the network that it comes from. */
type Visit = Readonly<Record<string, string>>;

t.test("pages and the collections API have one limit for each account", async (t) => {
  const { ann, bob, visit, send, advanceClock } = await openLimited(t, 4);
  const api = (token: string) => send("GET", "/rest/v1/user", { headers: { authorization: `Bearer ${token}` } });
  t.equal(remainingIn(await visit("/bookmarks", ann)), 3);
  t.equal(remainingIn(await visit("/products", ann)), 2);
  t.equal(remainingIn(await api(ann.token)), 1);
  t.equal(remainingIn(await visit("/", { ...ann, network: "198.51.100.1" })), 0);
  for (const path of ["/bookmarks", "/account/api-keys", "/", "/docs/"]) t.equal((await visit(path, ann)).status, 429);
  t.equal((await api(ann.token)).status, 429);
  t.equal((await visit("/bookmarks", bob)).status, 200, "another account is not affected");
  t.equal(remainingIn(await visit("/")), 3, "nor is the network, for which only anonymous requests count");
  advanceClock(MINUTE);
  t.equal((await visit("/bookmarks", ann)).status, 200);
});

t.test(
  "where nobody is signed in, pages count for the network; sign-in, registration and reset pages too",
  async (t) => {
    const { ann, visit } = await openLimited(t, 4);
    const paths = ["/account/sign-in", "/account/register", "/account/forgotten-password", "/openapi/users.json"];
    for (const [index, path] of paths.entries()) t.equal(remainingIn(await visit(path)), 3 - index, path);
    for (const path of [...paths, "/join/x", "/"]) t.equal((await visit(path)).status, 429, path);
    t.equal((await visit("/account/sign-in", { network: "192.0.2.2" })).status, 200, "another network");
    t.equal((await visit("/bookmarks", ann)).status, 429, "Ann's cookie was not used since the server started");
    t.equal((await visit("/bookmarks", { ...ann, network: "192.0.2.2" })).status, 200);
    t.equal((await visit("/bookmarks", ann)).status, 200, "an account whose cookie is known is not affected");
  },
);

t.test("a session that has ended counts for the network, and not for its account", async (t) => {
  const { ann, visit, context } = await openLimited(t, 3);
  t.equal(remainingIn(await visit("/bookmarks", ann)), 2);
  await context.database.deleteFrom("sessions").execute();
  for (const left of [2, 1, 0]) {
    const { status, headers } = await visit("/bookmarks", ann);
    t.same([status, remainingIn({ headers })], [303, left]);
  }
  t.equal((await visit("/bookmarks", ann)).status, 429);
});

t.test("beyond the limit, a page says in the language of the browser what to do, with Retry-After", async (t) => {
  const { ann, visit, advanceClock } = await openLimited(t, 1);
  advanceClock(17_500);
  await visit("/bookmarks", ann);
  for (const [language, sentence] of [
    ["en", "Too many requests. Try again in 43 seconds."],
    ["de", "Zu viele Anfragen. Bitte in 43 s noch einmal versuchen."],
  ] as const) {
    const { status, headers, body } = await visit("/bookmarks", { ...ann, "accept-language": language });
    t.equal(status, 429);
    t.equal(headers.get("retry-after"), "43");
    t.match(headers.get("content-type"), "text/html");
    t.match(headers.get("content-language"), language);
    t.match(body, sentence);
  }
});

t.test("every route outside the contracts counts, but those that a page loads, and health checks", async (t) => {
  const routes: [method: string, url: string][] = [];
  const { visit, send } = await openLimited(t, 1, {
    extend: (app) =>
      app.addHook("onRoute", ({ method, url }) => {
        for (const each of [method].flat()) routes.push([each, url]);
      }),
  });
  await visit("/");
  const uncounted = new Set<string>();
  for (const [method, url] of routes) {
    if (/^\/(api|rest)\//.test(url) || method === "OPTIONS") continue;
    const path = url.replace(/:\w+/g, "1").replace("*", "x");
    const options: SendOptions = { headers: { ...BROWSER, "x-forwarded-for": "192.0.2.1" } };
    const { status } = await send(method, path, options);
    if (status !== 429) uncounted.add(url);
  }
  t.ok(routes.length > 100);
  t.same(
    [...uncounted].filter((url) => !/^\/(assets|health)\//.test(url)),
    ["/manifest.webmanifest", "/site-icons/:id"],
  );
});

t.test("unknown paths below the pages of accounts count too, whatever the method", async (t) => {
  const { send } = await openLimited(t, 100);
  const paths = [
    "/account/nothing",
    "/bookmarks/1/2/3",
    "/join",
    "/join/1/2",
    "/products/1/nothing/",
    "/setup/nothing",
  ];
  let left = 100;
  for (const path of paths) {
    for (const method of ["GET", "POST", "OPTIONS", "PROPFIND"]) {
      const { status, headers } = await send(method, path, { headers: BROWSER });
      t.same([status, remainingIn({ headers })], [404, --left], `${method} ${path}`);
    }
  }
  for (const path of ["/accounts/nothing", "/nothing"])
    t.equal((await send("GET", path, { headers: BROWSER })).headers.has("x-ratelimit-remaining"), false, path);
});
