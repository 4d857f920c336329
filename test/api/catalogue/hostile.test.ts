import t from "tap";
import { sendRaw } from "#contract/test/raw";
import { openApp, type Received, type TestApp } from "../../support/app.ts";
import { createPerson } from "../../support/people.ts";

/** Deep enough to overflow the stack of a recursive parser, in a body below the limit of 1 MiB. */
const ARRAY_DEPTH = 400_000;

/** Bodies that every `POST` must reject; some are sent with `PUT` too. */
const BODIES: Record<string, string | Uint8Array> = {
  "an empty body": "",
  "a byte": "x",
  "half an object": '{"name":',
  "a bare number": "5",
  "a bare string": '"name"',
  null: "null",
  "an array": "[]",
  "an array of products": '[{"name":"x","price":1}]',
  "deep arrays": `${"[".repeat(ARRAY_DEPTH)}${"]".repeat(ARRAY_DEPTH)}`,
  "deep objects": `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`,
  "a number of 400 digits": `{"name":"x","price":1${"0".repeat(400)}}`,
  infinity: '{"name":"x","price":1e999,"email":"a@b.c","password":1e999}',
  "minus infinity": '{"name":"x","price":-1e999}',
  "not a number": '{"name":"x","price":NaN}',
  "numbers as text": '{"name":"x","price":"1"}',
  "null fields": '{"name":null,"price":null,"email":null,"password":null}',
  "objects as fields": '{"name":{"toString":"x"},"price":{"valueOf":1},"email":{},"password":{}}',
  "arrays as fields": '{"name":["x"],"price":[1],"email":["a@b.c"],"password":["longenough"]}',
  "a NUL in text": '{"name":"a\\u0000b","price":1,"email":"a@b.c","password":"long\\u0000enough"}',
  "half a surrogate pair": '{"name":"\\ud83d","price":1,"email":"a@b.c","password":"\\udc00longenough"}',
  "invalid UTF-8": Uint8Array.of(0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d),
  "UTF-16": Buffer.from('{"name":"x","price":1}', "utf16le"),
  "an overlong UTF-8 encoding of NUL": Uint8Array.of(0x22, 0xc0, 0x80, 0x22),
  "a field named __proto__": '{"__proto__":{"name":"x","price":1,"email":"a@b.c","password":"longenough"}}',
  "a field named constructor": '{"constructor":{"prototype":{"name":"x"}},"price":-1,"email":1}',
  "a form": "name=x&price=1",
  XML: '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>',
  "ten thousand unknown fields": JSON.stringify(
    Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`f${n}`, n])),
  ),
  "a name of a million characters": JSON.stringify({ name: "x".repeat(1_000_000), email: "x".repeat(10), price: -1 }),
  "a long e-mail address of letters and dots": JSON.stringify({
    name: "x",
    email: "a.".repeat(200_000),
    password: "longenough",
    price: -1,
  }),
  "a million spaces": `${" ".repeat(1_000_000)}{`,
  "a byte more than the limit of 1 MiB": " ".repeat(1_048_577),
};

/** Paths below the base path that are requested with every method. */
const PATHS = [
  "/products/%00",
  "/products/%ff",
  "/products/%",
  "/products/..%2f..%2fetc%2fpasswd",
  "/products/../../../etc/passwd",
  "/products//",
  "/products/' or 1=1 --",
  `/products/${"0".repeat(23)}g`,
  `/products/${"9".repeat(9_000)}`,
  "/products/__proto__",
  "/products/constructor",
  "/products?limit=-1",
  "/products?limit=1e999",
  "/products?after=%00",
  "/products?q=%00",
  "/products?q=%ed%a0%80&limit=x",
  "/products?inStock=null",
  "/user",
  "/user/login/",
  "/USER/LOGIN",
  "/user/register?email=a@b.c",
];

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "PURGE", "QUERY"];

/** Header lines that are added to a valid `POST`. They replace its own token, content type or framing. */
const HEADERS: Record<string, string> = {
  "a token of 8,000 characters": `auth-token: ${"x".repeat(8_000)}`,
  "two tokens": "auth-token: a\r\nauth-token: b",
  "a token that is not ASCII": "auth-token: \u00ff\u00fe",
  "a token without algorithm": `auth-token: ${Buffer.from('{"alg":"none"}').toString("base64url")}.${Buffer.from('{"sub":"1"}').toString("base64url")}.`,
  "a token that is JSON": 'auth-token: {"sub":1}',
  "two different content lengths": "Content-Length: 5\r\nContent-Length: 6",
  "a negative content length": "Content-Length: -1",
  "a content length and a chunked encoding": "Content-Length: 5\r\nTransfer-Encoding: chunked",
  "an unknown transfer encoding": "Transfer-Encoding: gzip",
  "a header without a name": ": x",
  "a header with a space": "a b: c",
  "a folded header": "a: b\r\n c: d",
  "a NUL in a header": "a: b\u0000c",
  "headers of 30 KB": Array.from({ length: 300 }, (_, n) => `a${n}: ${"b".repeat(100)}`).join("\r\n"),
  "a malformed content type": "Content-Type: \u00ff/;;=",
};

/** Whether a response is a 4xx in the error format of the contract. */
function isClientError({ status, body }: Received): boolean {
  if (typeof body !== "object" || body === null || !("error" in body)) return false;
  return status >= 400 && status < 500 && typeof body.error === "string";
}

async function countRows({ context: { database } }: TestApp): Promise<number[]> {
  const counts = (["accounts", "products", "logins"] as const).map(async (table) => {
    const { count } = await database
      .selectFrom(table)
      .select(database.fn.countAll().as("count"))
      .executeTakeFirstOrThrow();
    return Number(count);
  });
  return Promise.all(counts);
}

t.test("every operation with a body returns 4xx for hostile bodies, and stores nothing", async (t) => {
  const app = await openApp(t, { LOGIN_LIMIT_PER_MINUTE: "1000" });
  const { token } = await createPerson(app, "Ann");
  const { headers } = await app.send("POST", "/api/products", { token, body: { name: "Lamp", price: 1 } });
  const before = await countRows(app);
  for (const [name, body] of Object.entries(BODIES)) {
    for (const path of ["/api/user/register", "/api/user/login", "/api/products"]) {
      t.ok(isClientError(await app.send("POST", path, { token, body })), `${name} to ${path}`);
    }
  }
  // PUT would accept some of the others, because all its fields are optional.
  for (const name of [
    "half an object",
    "an array",
    "null",
    "null fields",
    "infinity",
    "a NUL in text",
    "numbers as text",
  ]) {
    t.ok(
      isClientError(await app.send("PUT", headers.get("location") ?? "", { token, body: BODIES[name] })),
      `${name} to a product`,
    );
  }
  t.same(await countRows(app), before);
  t.match((await app.send("GET", headers.get("location") ?? "")).body, [{ name: "Lamp", price: 1 }]);
});

t.test("every method returns 4xx for hostile paths, and stores nothing", async (t) => {
  const app = await openApp(t);
  const { token } = await createPerson(app, "Ann");
  const before = await countRows(app);
  for (const path of PATHS) {
    for (const method of METHODS) {
      const head = `${method} /api${path.replaceAll(" ", "%20")} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nauth-token: ${token}\r\n\r\n`;
      const response = await sendRaw(app.base, head);
      t.match(
        response,
        method === "HEAD" ? /^HTTP\/1\.1 4\d\d / : /^HTTP\/1\.1 4\d\d [\s\S]*\r\n\r\n\{"error":"/,
        `${method} ${path.slice(0, 60)}`,
      );
    }
  }
  t.same(await countRows(app), before);
});

t.test("createProduct: returns 4xx and creates nothing with hostile headers, 201 without them", async (t) => {
  const app = await openApp(t);
  const { token } = await createPerson(app, "Ann");
  const body = '{"name":"Lamp","price":1}';
  const send = (lines: string) => {
    const framing = /^(content-length|transfer-encoding)/im.test(lines) ? "" : `Content-Length: ${body.length}\r\n`;
    const type = /^content-type/im.test(lines) ? "" : "Content-Type: application/json\r\n";
    const credential = /^auth-token/im.test(lines) ? "" : `auth-token: ${token}\r\n`;
    const head = `POST /api/products HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${credential}${type}${framing}${lines}`;
    return sendRaw(app.base, `${head}\r\n\r\n${body}`);
  };
  for (const [name, lines] of Object.entries(HEADERS))
    t.match(await send(lines), /^HTTP\/1\.1 4\d\d [\s\S]*\r\n\r\n\{"error":"/, name);
  t.same((await app.send("GET", "/api/products")).body, []);
  t.match(await send("X-Harmless: 1"), /^HTTP\/1\.1 201 /);
});
