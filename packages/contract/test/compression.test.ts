import { brotliDecompressSync, gunzipSync } from "node:zlib";
import Fastify from "fastify";
import t, { type Test } from "tap";
import { compressTexts } from "../src/response/compression.ts";
import { sendText, serveStaticText } from "../src/response/static-text.ts";
import { countResponses } from "../src/server/unread-responses.ts";

const LONG = "A line of the text.\n".repeat(5000);
const SHORT = "A line of the text.";

const DECODE = {
  br: (bytes: Buffer) => brotliDecompressSync(bytes).toString(),
  gzip: (bytes: Buffer) => gunzipSync(bytes).toString(),
} as const;

function open(t: Test) {
  const app = Fastify();
  t.teardown(() => app.close());
  compressTexts(app);
  countResponses(app);
  const policy = "default-src 'none'";
  serveStaticText(app, { path: "/kept", type: "text/plain", text: LONG, policy });
  serveStaticText(app, { path: "/kept-short", type: "text/plain", text: SHORT, policy });
  serveStaticText(app, { path: "/packed", type: "application/gzip", text: async () => Buffer.from(LONG), policy });
  app.get("/made", (request, reply) => sendText(request, reply.header("vary", "Cookie").type("text/plain"), LONG));
  app.get("/made-short", (_request, reply) => reply.type("text/plain").send(SHORT));
  app.get("/bytes", (_request, reply) => reply.send(Buffer.from(LONG)));
  return (path: string, accepted?: string, headers = {}, method: "GET" | "HEAD" = "GET") =>
    app.inject({ method, url: path, headers: { ...headers, ...(accepted && { "accept-encoding": accepted }) } });
}

for (const [accepted, coding] of [
  ["gzip, deflate, br, zstd", "br"],
  ["br;q=0, gzip", "gzip"],
  ["*", "br"],
  ["GZIP", "gzip"],
] as const) {
  t.test(`a client that accepts ${accepted} gets ${coding}`, async (t) => {
    const get = open(t);
    for (const path of ["/kept", "/made"]) {
      const { headers, rawPayload } = await get(path, accepted);
      t.equal(headers["content-encoding"], coding, path);
      t.equal(DECODE[coding](rawPayload), LONG, path);
      t.equal(Number(headers["content-length"]), rawPayload.length, path);
      t.match(headers.vary, /Accept-Encoding$/, path);
      t.match(headers.etag, /^W\//, "a weak entity tag, because the bytes are others");
    }
  });
}

for (const accepted of [undefined, "identity", "deflate", "br;q=0, gzip;q=0", "*;q=0", ", ;q"]) {
  t.test(`a client that accepts ${accepted ?? "nothing in particular"} gets the text as it is`, async (t) => {
    const get = open(t);
    for (const path of ["/kept", "/made"]) {
      const { headers, body } = await get(path, accepted);
      t.equal(headers["content-encoding"], undefined, path);
      t.equal(body, LONG, path);
      t.match(headers.vary, /^(?:Cookie, )?Accept-Encoding$/, path);
      t.match(headers.etag, /^"/, path);
    }
  });
}

t.test("short texts, bytes and compressed files are sent as they are", async (t) => {
  const get = open(t);
  for (const [path, expected] of [
    ["/kept-short", SHORT],
    ["/made-short", SHORT],
    ["/bytes", LONG],
    ["/packed", LONG],
  ] as const) {
    const { headers, body } = await get(path, "br");
    t.equal(headers["content-encoding"], undefined, path);
    t.equal(body, expected, path);
  }
});

t.test("a request with the entity tag of the compressed text gets 304, and HEAD the fields of GET", async (t) => {
  const get = open(t);
  for (const path of ["/kept", "/made"]) {
    const { headers } = await get(path, "br");
    const unchanged = await get(path, "br", { "if-none-match": headers.etag });
    t.equal(unchanged.statusCode, 304, path);
    t.equal(unchanged.headers["content-encoding"], undefined, path);
    t.equal(unchanged.headers.vary, headers.vary, path);
    const head = await get(path, "br", {}, "HEAD");
    t.equal(head.body, "", path);
    for (const name of ["content-encoding", "content-length", "etag"]) t.equal(head.headers[name], headers[name], path);
  }
});
