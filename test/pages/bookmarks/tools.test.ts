import { runInNewContext } from "node:vm";
import t from "tap";
import { openPageClient, signIn } from "../../../harness/page-client.ts";
import { openLibrary } from "../../support/library.ts";

t.test("the bookmarklet opens the form with the address, title and selection of the page", async (t) => {
  const { app, ann } = await openLibrary(t, { BASE_URL: "http://triptych.test" });
  const client = await signIn(app.base, ann);
  const { text } = await client.get("/bookmarks/tools");
  const [, encoded = ""] = /href="(javascript:[^"]*)"/.exec(text) ?? [];
  const code = encoded.replace(/&#(\d+);/g, (_, character) => String.fromCharCode(Number(character)));
  const opened: string[] = [];
  runInNewContext(decodeURIComponent(code.replace(/^javascript:/, "")), {
    location: { href: "https://example.com/?a=1&b=2" },
    document: { title: "A & B" },
    getSelection: () => "50% <b>",
    window: { open: (url: string) => opened.push(url) },
  });
  const { origin, pathname, searchParams } = new URL(opened[0] ?? "");
  t.equal(origin + pathname, "http://triptych.test/bookmarks/items/new/window");
  t.same(Object.fromEntries(searchParams), { link: "https://example.com/?a=1&b=2", title: "A & B", text: "50% <b>" });
  for (const path of ["/bookmarks/import", "/bookmarks/export", "/bookmarks/collections/clean"])
    t.match(text, `<a href="${path}">`);
  t.match(await openPageClient(app.base).get("/bookmarks/tools"), { status: 303, location: /^\/account\/sign-in/ });
});

t.test("the bookmarks can be installed, and then get what phones share", async (t) => {
  const { app, ann } = await openLibrary(t);
  const page = await openPageClient(app.base).get("/");
  t.match(page.text, '<link rel="manifest" href="/manifest.webmanifest">');
  t.match(page.headers.get("content-security-policy"), "manifest-src 'self'");
  const response = await fetch(`${app.base}/manifest.webmanifest`);
  t.match(response.headers.get("content-type"), /^application\/manifest\+json/);
  const manifest = JSON.parse(await response.text());
  t.match(manifest, { name: "Triptych", start_url: "/bookmarks", display: "standalone" });
  t.equal((await fetch(app.base + manifest.icons[0].src)).status, 200);
  const { action, method, params } = manifest.share_target;
  t.equal(method, "GET");
  const client = await signIn(app.base, ann);
  const shared = new URLSearchParams({ [params.title]: "A page", [params.text]: "https://example.com/shared" });
  t.match((await client.get(`${action}?${shared}`)).text, 'value="https://example.com/shared"');
});
