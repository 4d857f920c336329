import t, { type Test } from "tap";
import { isPublicAddress } from "../../src/network/addresses.ts";
import { type CopyOptions, cleanCopy, makeCopy } from "../../src/page-reading/copy/copy.ts";
import { HOSTILE } from "../support/hostile-pages.ts";
import { PRIVATE_HOSTS } from "../support/private-hosts.ts";
import { openSite, type SitePage } from "../support/site.ts";

const ADDRESS = "http://site.example/page";
const PIXEL = Buffer.from("R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==", "base64");
const GIF: SitePage = { headers: { "content-type": "image/gif" }, body: PIXEL };
const PIXEL_ADDRESS = `data:image/gif;base64,${PIXEL.toString("base64")}`;

function cssOf(body: string): SitePage {
  return { headers: { "content-type": "text/css" }, body };
}

function dataOf(css: string): string {
  return `data:text/css;charset=utf-8;base64,${Buffer.from(css).toString("base64")}`;
}

function pageOf(html: string | Uint8Array, address = ADDRESS) {
  return { bytes: typeof html === "string" ? Buffer.from(html) : html, charset: undefined, address };
}

function textOf(result: Awaited<ReturnType<typeof cleanCopy>>): string {
  return "html" in result ? Buffer.from(result.html).toString() : result.failure;
}

/** A site under a public name, through a proxy, so that private networks stay blocked. */
async function openPages(t: Test, pages: Readonly<Record<string, SitePage>>) {
  const site = await openSite(
    t,
    Object.fromEntries(Object.entries(pages).map(([path, page]) => [`http://site.example${path}`, page])),
  );
  const options: CopyOptions = {
    userAgent: "Test",
    reach: { isAllowed: isPublicAddress },
    proxy: new URL(site.base),
  };
  return {
    requests: site.requests,
    copy: async (html: string) => textOf(await makeCopy(pageOf(html), options)),
  };
}

/** Constructs that run a script or send a request, in any form that a browser reads. */
const ACTS =
  /<script|\bon[a-z]+\s*=|javascript:|vbscript:|http-equiv="refresh|<base|<iframe|<object|<embed|srcdoc|formaction/i;

t.test("cleanCopy: nothing that acts remains of hostile pages", async (t) => {
  t.ok(HOSTILE.length >= 40);
  for (const html of HOSTILE) {
    const text = textOf(await cleanCopy(pageOf(html)));
    t.match(text, /^(?:<!DOCTYPE html>)?<html/, html);
    t.notMatch(withoutTexts(text), ACTS, html);
    t.notMatch(text.replace(/<a href="[^"]*"/g, ""), /evil\.example/, html);
  }
});

/** A page without its texts and the values of its attributes, in which anything may stand. */
function withoutTexts(html: string): string {
  return html
    .replace(/<style>.*?<\/style>/gs, "")
    .replace(/>[^<]*</g, "><")
    .replace(/(alt|title)="[^"]*"/g, "");
}

t.test("cleanCopy: keeps what a page shows", async (t) => {
  const text = textOf(
    await cleanCopy(
      pageOf(`<!doctype html><html lang="en"><head><title>A page</title><meta name="viewport" content="width=device-width">
<style media="print">p { color: red }</style></head><body class="a" style="margin: 0"><h1 id="b">Title</h1>
<p>Text with <a href="/other#c">a link</a>, <a href="#b">a part</a> and <b>emphasis</b>.</p>
<table><tr><td colspan="2">cell</td></tr></table><pre>

two lines</pre><svg viewBox="0 0 1 1"><path d="M0 0(1" fill="url(#g)"></path></svg>
<math><mi>x</mi></math><noscript><p>Without scripts</p></noscript>
<div><template shadowrootmode="open"><p onclick="x">Inside</p></template></div>
<img alt="Picture" src="${PIXEL_ADDRESS}"><form action="/x"><input name="q"></form></body></html>`),
    ),
  );
  for (const kept of [
    "<!DOCTYPE html>",
    '<html lang="en">',
    "<title>A page</title>",
    '<meta name="viewport" content="width=device-width">',
    '<style media="print">p { color: red }</style>',
    '<body class="a" style="margin: 0">',
    '<h1 id="b">Title</h1>',
    '<a href="http://site.example/other#c">a link</a>',
    '<a href="#b">a part</a>',
    '<td colspan="2">cell</td>',
    "<pre>\n\ntwo lines</pre>",
    '<path d="M0 0(1" fill="url(&quot;#g&quot;)">',
    "<math><mi>x</mi></math>",
    "<p>Without scripts</p>",
    '<template shadowrootmode="open"><p>Inside</p></template>',
    `<img alt="Picture" src="${PIXEL_ADDRESS}">`,
    '<form><input name="q"></form>',
    `<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'`,
  ])
    t.ok(text.includes(kept), kept);
  const again = textOf(await cleanCopy(pageOf(text)));
  t.equal(again, text, "a copy of a copy is the same");
});

t.test("cleanCopy: decodes a page by its charset", async (t) => {
  const latin = Buffer.concat([Buffer.from('<meta charset="windows-1252"><title>caf'), Buffer.from([0xe9])]);
  t.match(textOf(await cleanCopy(pageOf(latin))), "<title>café</title>");
});

t.test("makeCopy: inlines styles, pictures and fonts, each asked for once", async (t) => {
  const { copy, requests } = await openPages(t, {
    "/a/style.css": cssOf(
      '@import "more.css" screen; .x { background: url(../p.gif#part); } .y { content: "url(no)" }',
    ),
    "/a/more.css": cssOf("@font-face { src: url('f.woff2') format('woff2') } .z { background: image-set('q.gif' 1x) }"),
    "/a/f.woff2": { headers: { "content-type": "font/woff2" }, body: "font" },
    "/a/q.gif": GIF,
    "/p.gif": GIF,
    "/large.gif": GIF,
    "/lazy.gif": GIF,
    "/source.gif": GIF,
  });
  const text = await copy(`<base href="/a/"><link rel="stylesheet" href="style.css"><link rel="preload" href="x.js">
<img src="/p.gif"><img src="/p.gif"><img srcset="small.gif 1x, /large.gif 2x"><img src="data:image/gif;base64,R0" data-src="/lazy.gif">
<picture><source srcset="/source.gif"><img alt="s"></picture><video poster="/p.gif" src="/v.mp4"></video>
<table background="/p.gif"></table><p style="background: url(/p.gif)">`);
  const more = dataOf(
    `@font-face { src: url("data:font/woff2;base64,${Buffer.from("font").toString("base64")}") format('woff2') } .z { background: image-set("${PIXEL_ADDRESS}" 1x) }`,
  );
  const style = dataOf(
    `@import "${more}" screen; .x { background: url("${PIXEL_ADDRESS}#part"); } .y { content: "url(no)" }`,
  );
  t.ok(text.includes(`<link rel="stylesheet" href="${style}">`), text);
  t.equal(text.split(`<img src="${PIXEL_ADDRESS}">`).length - 1, 4);
  t.ok(text.includes(`<picture><img alt="s" src="${PIXEL_ADDRESS}"></picture>`));
  t.ok(text.includes(`<video poster="${PIXEL_ADDRESS}">`));
  t.ok(text.includes(`<table background="${PIXEL_ADDRESS}">`));
  t.ok(text.includes(`style="background: url(&quot;${PIXEL_ADDRESS}&quot;)"`));
  t.same(requests.map(({ url }) => new URL(url).pathname).sort(), [
    "/a/f.woff2",
    "/a/more.css",
    "/a/q.gif",
    "/a/style.css",
    "/large.gif",
    "/lazy.gif",
    "/p.gif",
    "/source.gif",
  ]);
  t.notOk(requests.some(({ headers }) => "cookie" in headers || "referer" in headers));
});

t.test("makeCopy: leaves out what is of another type, missing or too large", async (t) => {
  const { copy } = await openPages(t, {
    "/script.css": { headers: { "content-type": "text/javascript" }, body: "p {}" },
    "/page.gif": { headers: { "content-type": "text/html" }, body: "<script>1</script>" },
    "/huge.gif": { headers: { "content-type": "image/gif" }, body: Buffer.alloc(10 * 1024 * 1024 + 1) },
  });
  const text = await copy(
    '<link rel="stylesheet" href="/script.css"><img src="/page.gif" alt="a"><img src="/huge.gif" alt="b"><img src="/gone.gif" alt="c">',
  );
  t.match(text, '<body><img alt="a"><img alt="b"><img alt="c"></body>');
  t.notMatch(text, "stylesheet");
});

t.test("makeCopy: reads nothing of private networks, and nothing that redirects there", async (t) => {
  const redirects = PRIVATE_HOSTS.map((host, index) => [
    `/to-${index}`,
    { status: 302, headers: { location: `http://${host}/` } },
  ]);
  const { copy, requests } = await openPages(t, Object.fromEntries(redirects));
  t.ok(PRIVATE_HOSTS.length >= 60);
  const kinds = [
    (address: string) => `<img src="${address}">`,
    (address: string) => `<link rel="stylesheet" href="${address}">`,
    (address: string) => `<style>@import "${address}"; p { background: url("${address}?p") }</style>`,
    (address: string) => `<style>@font-face { src: url("${address}?f") }</style>`,
    (address: string) => `<video poster="${address}?v"></video>`,
  ];
  for (const toHtml of kinds) {
    const direct = PRIVATE_HOSTS.map((host) => toHtml(`http://${host}/`)).join("");
    const text = await copy(direct);
    t.notMatch(text, /data:(?:image|text|font)/);
  }
  t.same(requests, []);
  for (const toHtml of kinds.slice(0, 2)) await copy(redirects.map((_, index) => toHtml(`/to-${index}`)).join(""));
  t.ok(requests.every(({ url }) => new URL(url).hostname === "site.example"));
  t.equal(requests.length, 2 * PRIVATE_HOSTS.length);
});

t.test("makeCopy: styles that import each other end, and repeated ones do not grow without limit", async (t) => {
  const doubling = Array.from({ length: 8 }, (_, index) => [
    `/d${index}.css`,
    cssOf(`@import "d${index + 1}.css"; @import "d${index + 1}.css"; `.repeat(20)),
  ]);
  const { copy, requests } = await openPages(t, {
    "/one.css": cssOf('@import "two.css"; .one {}'),
    "/two.css": cssOf('@import "one.css"; .two {}'),
    "/self.css": cssOf('@import "self.css"; .self {}'),
    ...Object.fromEntries(doubling),
    "/big.gif": { headers: { "content-type": "image/gif" }, body: Buffer.alloc(1024 * 1024) },
  });
  const loop = await copy('<link rel="stylesheet" href="/one.css"><link rel="stylesheet" href="/self.css">');
  t.ok(loop.includes(dataOf(`@import "data:,"; .self {}`)));
  t.ok(loop.length < 2_000);
  t.equal(requests.length, 3);
  const bomb = await copy('<link rel="stylesheet" href="/d0.css">');
  t.ok(bomb.length <= 20 * 1024 * 1024);
  const many = await copy('<img src="/big.gif">'.repeat(1_000));
  t.ok(many.length <= 20 * 1024 * 1024);
  t.ok(many.length > 10 * 1024 * 1024, "as many as there is room for");
});

t.test("makeCopy: asks for at most 200 resources", async (t) => {
  const { copy, requests } = await openPages(t, {});
  await copy(Array.from({ length: 10_000 }, (_, index) => `<img src="/${index}.gif">`).join(""));
  t.equal(requests.length, 200);
});

t.test("makeCopy: an endless resource ends with its limit", async (t) => {
  const { copy } = await openPages(t, {
    "/endless.gif": (response) => {
      response.writeHead(200, { "content-type": "image/gif" });
      const write = () => {
        while (response.write(Buffer.alloc(64 * 1024))) if (response.destroyed) return;
      };
      response.on("drain", write);
      response.on("error", () => {});
      write();
    },
  });
  t.match(await copy('<img alt="a" src="/endless.gif">'), '<body><img alt="a"></body>');
});

t.test("cleanCopy: pages that are too large, too deep or too slow fail alone", async (t) => {
  const deep = textOf(await cleanCopy(pageOf(`${"<div>".repeat(3_000)}<p onclick="x">deep`)));
  t.equal(deep.split("<div>").length - 1 <= 512, true);
  t.notMatch(deep, "onclick");
  t.same(await cleanCopy(pageOf(`<p>${"x".repeat(21 * 1024 * 1024)}`)), { failure: "too-large" });
  t.same(await cleanCopy(pageOf("<b>".repeat(2_500_000))), { failure: "failed" });
  t.match(textOf(await cleanCopy(pageOf("<p>next"))), "<p>next</p>");
});
