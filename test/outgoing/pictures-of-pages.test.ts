import { createHash } from "node:crypto";
import sharp from "sharp";
import t from "tap";
import { gifOf, HOSTILE, jpegOf, pngClaiming, pngOf, webpOf } from "../../harness/pictures.ts";
import { MAX_ICON_BYTES } from "../../src/library/covers/image.ts";
import { fetchIcon, fetchPicture, type PictureOptions } from "../../src/library/links/picture.ts";
import { readPage } from "../../src/page-reading/reader.ts";
import { icoOf, redBitmap } from "../support/icos.ts";
import { PRIVATE_HOSTS } from "../support/private-hosts.ts";
import { openSite, type SitePage } from "../support/site.ts";

const MIB = 1024 * 1024;

/** The options of a server that may reach all networks. */
const ANYWHERE = { userAgent: "Test", reach: { isAllowed: () => true } } satisfies PictureOptions;

function picture(body: Uint8Array, type = "image/png"): SitePage {
  return { headers: { "content-type": type }, body };
}

const red = await pngOf(40, 20, "#ff0000");
const inText = `data:image/png;base64,${red.toString("base64")}`;

const metadataOf = async (bytes: Uint8Array | undefined) =>
  bytes === undefined
    ? undefined
    : (({ format, width, height, pages = 1 }) => [format, width, height, pages])(await sharp(bytes).metadata());

t.test("fetchPicture: pictures of all formats become WebP of at most 512 pixels", async (t) => {
  const { base, requests } = await openSite(t, {
    "/png": picture(red),
    "/jpeg": picture(await jpegOf(1000, 500, "#ff0000"), "image/jpeg"),
    "/gif": picture(gifOf(3), "image/gif"),
    "/webp": picture(await webpOf(40, 20, "#ff0000"), "image/webp"),
    "/typeless": { body: red },
    "/octets": picture(red, "binary/octet-stream"),
    "/other-type": picture(red, "image/jpeg"),
    "/redirect": { status: 302, headers: { location: "/png" } },
  });
  const sizes = { png: [40, 20], jpeg: [512, 256], gif: [512, 256], webp: [40, 20] };
  const same = { typeless: [40, 20], octets: [40, 20], "other-type": [40, 20], redirect: [40, 20] };
  for (const [name, size] of Object.entries({ ...sizes, ...same })) {
    const { bytes, color } = (await fetchPicture(`${base}/${name}`, ANYWHERE)) ?? {};
    t.same(await metadataOf(bytes), ["webp", ...size, 1], name);
    t.equal(color, "#f80808", name);
  }
  t.same(await metadataOf((await fetchPicture(inText, ANYWHERE))?.bytes), ["webp", 40, 20, 1], "in the address itself");
  const [{ headers } = { headers: {} }] = requests;
  t.match(headers, { "user-agent": "Test", accept: /^image\/webp,/, cookie: undefined, referer: undefined });
});

t.test("fetchPicture: there is no picture where none can be had, and nothing fails", async (t) => {
  const pages: Record<string, SitePage> = {
    "/huge": picture(Buffer.concat([red, Buffer.alloc(10 * MIB)])),
    "/endless": (response) => {
      response.writeHead(200, { "content-type": "image/png" });
      const send = () => {
        if (!response.destroyed) response.write(Buffer.alloc(MIB), () => setImmediate(send));
      };
      send();
    },
    "/html": { headers: { "content-type": "text/html" }, body: red },
    "/svg": picture(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), "image/svg+xml"),
    "/error": { ...{ headers: { "content-type": "image/png" }, body: red }, status: 500 },
    "/bomb": picture(pngClaiming(30_000, 30_000)),
    "/truncated": picture(red.subarray(0, -9)),
    "/loop": { status: 302, headers: { location: "/loop" } },
    "/ftp": { status: 302, headers: { location: "ftp://site.example/a.png" } },
  };
  const { base } = await openSite(t, pages);
  for (const path of [...Object.keys(pages), "/missing"])
    t.equal(await fetchPicture(base + path, ANYWHERE), undefined, path);
  for (const address of ["data:image/png;base64,AAAA", "data:text/plain;base64,AAAA", "data:image/png,AAAA"])
    t.equal(await fetchPicture(address, ANYWHERE), undefined, address);
});

t.test("fetchPicture: hostile files are no pictures", async (t) => {
  const names = ["WebP claiming 16,383 x 16,383", "PNG with a decompression bomb as text", "GIF of 1,000 frames"];
  const files = HOSTILE.filter(({ name }) => names.includes(name));
  t.equal(files.length, names.length);
  const pages = files.map(async ({ bytes }, index) => [`/${index}`, picture(await bytes())] as const);
  const { base } = await openSite(t, Object.fromEntries(await Promise.all(pages)));
  for (const [index, { name }] of files.entries())
    t.equal(await fetchPicture(`${base}/${index}`, ANYWHERE), undefined, name);
});

t.test("fetchPicture, fetchIcon: neither an address nor a redirect leads to a private network", async (t) => {
  t.ok(PRIVATE_HOSTS.length >= 60);
  const isHere = (address: string) => address === "127.0.0.1";
  const resolve = async (host: string) => [host === "site.example" ? "127.0.0.1" : "10.0.0.1"];
  const redirects = PRIVATE_HOSTS.map((host, index) => [
    `/${index}`,
    { status: 302, headers: { location: `http://${host}:9/a.png` } },
  ]);
  const site = await openSite(t, { ...Object.fromEntries(redirects), "/a.png": picture(red) });
  const { port } = new URL(site.base);
  // Only what is sent to the name of the site may arrive: a host that is this machine in another form may not.
  const options = { ...ANYWHERE, reach: { isAllowed: isHere, resolve } };
  const outside = { ...ANYWHERE, reach: { isAllowed: () => false, resolve } };
  t.ok(await fetchPicture(`http://site.example:${port}/a.png`, options));
  const before = site.requests.length;
  for (const host of PRIVATE_HOSTS) {
    t.equal(await fetchPicture(`http://${host}:${port}/a.png`, outside), undefined, host);
    t.equal(await fetchIcon([`http://${host}:${port}/a.png`], outside), undefined, host);
  }
  t.equal(site.requests.length, before);
  for (const [index, host] of PRIVATE_HOSTS.entries()) {
    const address = `http://site.example:${port}/${index}`;
    t.equal(await fetchPicture(address, options), undefined, host);
    t.equal(await fetchIcon([address], options), undefined, host);
  }
  t.equal(site.requests.length, before + 2 * PRIVATE_HOSTS.length, "only the redirects themselves were asked for");
});

t.test("fetchPicture: ends when its signal aborts", async (t) => {
  const { base } = await openSite(t, { "/": () => {} });
  const reason = new Error("The server stops.");
  const stopping = new AbortController();
  const fetching = fetchPicture(base, { ...ANYWHERE, signal: stopping.signal });
  stopping.abort(reason);
  await t.rejects(fetching, reason);
});

t.test("fetchIcon: the first icon that can be decoded becomes WebP of at most 64 pixels and 6,500 bytes", async (t) => {
  const hashes = Array.from({ length: 512 }, (_, index) => createHash("sha256").update(`${index}`).digest());
  const pixels = Buffer.concat(hashes);
  const noise = await sharp(pixels, { raw: { width: 64, height: 64, channels: 4 } })
    .png()
    .toBuffer();
  const { base, requests } = await openSite(t, {
    "/png.ico": picture(icoOf({ side: 16, bytes: redBitmap(16) }, { side: 128, bytes: await pngOf(128, 128, "#f00") })),
    "/bitmap.ico": picture(icoOf({ side: 32, bytes: redBitmap(32) }), "image/vnd.microsoft.icon"),
    "/broken.ico": picture(icoOf({ side: 32, bytes: redBitmap(32) }).subarray(0, 90)),
    "/bomb.ico": picture(icoOf({ side: 32, bytes: pngClaiming(30_000, 30_000) })),
    "/png": picture(red),
    "/noise": picture(noise),
    "/huge": picture(Buffer.concat([red, Buffer.alloc(MIB)])),
  });
  const fetch = async (...paths: readonly string[]) => {
    const icon = await fetchIcon(
      paths.map((path) => (path.startsWith("data:") ? path : base + path)),
      ANYWHERE,
    );
    t.ok(icon === undefined || icon.length <= MAX_ICON_BYTES, `${paths}: ${icon?.length} bytes`);
    return metadataOf(icon);
  };
  t.same(await fetch("/png.ico"), ["webp", 64, 64, 1]);
  t.same(await fetch("/bitmap.ico"), ["webp", 32, 32, 1]);
  t.same(await fetch("/png"), ["webp", 40, 20, 1]);
  t.same(await fetch("/noise"), ["webp", 32, 32, 1], "smaller, where 64 pixels would take too many bytes");
  t.same(await fetch(inText), ["webp", 40, 20, 1]);
  for (const path of ["/broken.ico", "/bomb.ico", "/huge", "/missing"]) t.equal(await fetch(path), undefined, path);
  t.same(await fetch("/missing", "/broken.ico", "/png", "/bitmap.ico"), ["webp", 40, 20, 1]);
  t.equal(requests.at(-1)?.url, "/png", "the addresses after it are not asked");
});

t.test(
  "readPage: names the picture and the icon that a page contains itself, if they are small and the only ones",
  async (t) => {
    const head = (...parts: readonly string[]) => ({ headers: { "content-type": "text/html" }, body: parts.join("") });
    const [image, icon] = [`<meta property="og:image" content="${inText}">`, `<link rel="icon" href="${inText}">`];
    const large = `data:image/png;base64,${"A".repeat(88_000)}`;
    const { base } = await openSite(t, {
      "/inside": head(image, icon),
      "/named": head(image, '<meta name="twitter:image" content="/t.png">', icon, '<link rel="icon" href="/i.png">'),
      "/large": head(image.replace(inText, large), icon.replace(inText, large)),
      "/vector": head('<link rel="icon" href="/i.svg" sizes="any">', '<link rel="icon" href="/i.ico" sizes="16x16">'),
      "/vector-only": head('<link rel="icon" href="/i" type="image/svg+xml">'),
    });
    const read = async (path: string) => {
      const reading = await readPage(new URL(base + path), { ...ANYWHERE, timeout: 60_000 });
      return "page" in reading ? [reading.page.picture, reading.page.icon] : reading;
    };
    t.same(await read("/inside"), [inText, inText]);
    t.same(await read("/named"), [`${base}/t.png`, `${base}/i.png`]);
    t.same(await read("/large"), ["", ""]);
    t.same(await read("/vector"), ["", `${base}/i.ico`]);
    t.same(await read("/vector-only"), ["", `${base}/i`]);
  },
);
