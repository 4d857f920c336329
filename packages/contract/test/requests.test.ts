import { once } from "node:events";
import { connect } from "node:net";
import t from "tap";
import { PetHandlers, servePets } from "./support/pets.ts";
import { sendRaw } from "./support/raw.ts";

const KEY = { "pet-key": "sesame" };
const JSON_HEADERS = { ...KEY, "content-type": "application/json" };

t.test("checks credential, permission and content type before reading the body", async (t) => {
  const { base, calls, violations } = await servePets(t);
  const post = (headers: Record<string, string>, body: string) =>
    fetch(`${base}/pets/dogs`, { method: "POST", headers, body });

  t.equal((await post({ "content-type": "application/json" }, "{")).status, 401, "no credential and a broken body");
  t.equal((await post({ "content-type": "text/plain" }, "x")).status, 401, "no credential and another type");
  t.equal((await post({}, "x".repeat(2_000_000))).status, 401, "no credential and a large body");
  t.equal(
    (await post({ "pet-key": "junk", "content-type": "application/json" }, "{")).status,
    401,
    "a wrong credential and a broken body",
  );
  t.equal(
    (await post({ "pet-key": "low", "content-type": "text/plain" }, "{")).status,
    403,
    "no permission, another type and a broken body",
  );
  t.equal((await post({ ...KEY, "content-type": "text/plain" }, "{")).status, 415, "another type and a broken body");
  t.equal((await post(JSON_HEADERS, "{")).status, 400);
  t.same(calls, []);
  t.same(violations, []);
});

t.test("rejects an invalid credential even where none is required", async (t) => {
  const { base } = await servePets(t);
  const list = (headers: Record<string, string>) => fetch(`${base}/pets/dogs`, { headers });
  t.equal((await list({})).status, 200);
  t.equal((await list(KEY)).status, 200);
  t.equal((await list({ "pet-key": "junk" })).status, 401);
  t.equal((await list({ "pet-key": "" })).status, 401);
});

t.test("parses bearer tokens", async (t) => {
  const { base, calls } = await servePets(t);
  const put = (authorization: string) =>
    fetch(`${base}/pets/dogs/1`, {
      method: "PUT",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify({ name: "Rex", weight: 1 }),
    });
  t.equal((await put("Bearer sesame")).status, 201);
  t.equal((await put("bearer  sesame")).status, 201, "the scheme is case-insensitive (RFC 9110, section 11.1)");
  t.equal(calls[0]?.principal, "Ann");
  for (const wrong of ["sesame", "Basic sesame", "Bearer", "Bearer two words", "Bearer junk"]) {
    t.equal((await put(wrong)).status, 401, wrong);
  }
});

t.test("validates bodies without converting types, fills in defaults and drops unknown fields", async (t) => {
  const { base, calls } = await servePets(t);
  const post = async (body: string | Uint8Array<ArrayBuffer> | undefined, type = "application/json") => {
    const response = await fetch(`${base}/pets/dogs`, {
      method: "POST",
      headers: { ...KEY, "content-type": type },
      ...(body !== undefined && { body }),
    });
    return { status: response.status, body: await response.json() };
  };

  for (const weight of ['"5"', "null", "true", "[5]", "1e999", "-1"]) {
    t.match(
      await post(`{"name":"Rex","weight":${weight}}`),
      { status: 400, body: { details: [{ path: "/weight" }] } },
      `weight ${weight}`,
    );
  }
  t.match(await post(undefined), { status: 400, body: { wrong: "A body of type application/json is required." } });
  t.match(await post("null"), { status: 400 });
  t.match(await post("{}"), {
    status: 400,
    body: {
      details: [
        { path: "/name", message: "is required" },
        { path: "/weight", message: "is required" },
      ],
    },
  });
  t.match(await post('{"name":"a\\u0000b","weight":1}'), {
    body: { details: [{ path: "/name", message: "must not hold a NUL character" }] },
  });
  t.match(await post('{"name":"Rex","weight":1,"born":"soon"}'), {
    body: { details: [{ path: "/born", message: 'must match format "date" or must match format "date-time"' }] },
  });
  t.match(await post('{"name":"\\ud800","weight":1}'), { status: 400 }, "half a surrogate pair");
  t.match(await post('{"name":"Rex","weight":1,"\\udfff":1}'), { status: 400 }, "half a surrogate pair in a name");
  t.match(await post(Buffer.from([0x7b, 0xff, 0x7d])), { status: 400 }, "invalid UTF-8");
  t.match(await post(`${"[".repeat(500_000)}${"]".repeat(500_000)}`), { status: 400 }, "500,000 nested arrays");
  t.same(calls, []);

  t.match(await post('{"name":"\\ud83d\\ude00","weight":0.1,"unknown":{"a":1}}', "Application/JSON; charset=UTF-8"), {
    status: 201,
    body: { name: "😀" },
  });
  t.same(calls[0]?.body, { name: "😀", weight: 0.1, good: true }, "with the default, without the unknown field");
  t.match(await post('{"name":"Rex","weight":1,"__proto__":{"good":false}}'), { status: 201 });
  t.equal(calls[1]?.body.good, true, "__proto__ is ignored");
});

t.test("rejects content types that the contract does not list with 415", async (t) => {
  const { base } = await servePets(t);
  for (const type of [
    "text/plain",
    "application/x-www-form-urlencoded",
    "application/json; charset=latin1",
    "application/jsonx",
    "nonsense",
    "",
  ]) {
    const response = await fetch(`${base}/pets/dogs`, {
      method: "POST",
      headers: { ...KEY, "content-type": type },
      body: "{}",
    });
    t.equal(response.status, 415, JSON.stringify(type));
  }
  const large = { method: "POST", headers: { ...KEY, "content-type": "text/plain" }, body: "x".repeat(2_000_000) };
  t.equal((await fetch(`${base}/pets/dogs`, large)).status, 415, "before the body is read");
  const chunked = await sendRaw(
    base,
    "POST /pets/dogs HTTP/1.1\r\nHost: x\r\nConnection: close\r\npet-key: sesame\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
  );
  t.match(chunked, /^HTTP\/1.1 415 /, "chunked");
});

t.test("rejects compressed bodies with 415, and ignores Content-Encoding without a body", async (t) => {
  const { base } = await servePets(t);
  const send = (method: string, path: string, encoding: string, body?: string) =>
    fetch(base + path, {
      method,
      headers: { ...JSON_HEADERS, "content-encoding": encoding },
      ...(body !== undefined && { body }),
    });
  const body = '{"name":"Rex","weight":1}';
  for (const encoding of ["gzip", "br", "identity, gzip", "nonsense"]) {
    t.equal((await send("POST", "/pets/dogs", encoding, body)).status, 415, encoding);
  }
  t.equal((await send("POST", "/pets/dogs", "Identity", body)).status, 201);
  t.equal((await send("DELETE", "/pets/dogs/1", "gzip")).status, 201);
});

t.test("accepts a request target in absolute-form", async (t) => {
  const { base } = await servePets(t);
  for (const target of ["http://x/pets/dogs", "HTTPS://[::1]:80/pets/dogs?limit=1"]) {
    t.match(
      await sendRaw(base, `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`),
      /^HTTP\/1.1 200 /,
      target,
    );
  }
});

t.test("accepts an empty body of any content type where no body is required", async (t) => {
  const { base } = await servePets(t);
  for (const type of ["application/json", "application/x-www-form-urlencoded", "nonsense"]) {
    const response = await fetch(`${base}/pets/dogs/1`, { method: "DELETE", headers: { "content-type": type } });
    t.equal(response.status, 201, type);
  }
  const chunked = await sendRaw(
    base,
    "DELETE /pets/dogs/1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
  );
  t.match(chunked, /^HTTP\/1.1 201 /, "empty and chunked");
});

t.test("converts parameters to the types of the contract", async (t) => {
  const { base, calls } = await servePets(t);
  const list = async (query: string) => (await fetch(`${base}/pets/dogs?${query}`)).status;
  t.equal(await list("limit=5&good=false&other=1"), 200);
  t.same(calls[0]?.query.limit, 5);
  t.same(calls[0]?.query.good, false);
  for (const query of [
    "limit=0",
    "limit=11",
    "limit=five",
    "limit=",
    "limit=1.5",
    "limit=1e999",
    "limit=1&limit=2",
    "good=yes",
  ]) {
    t.equal(await list(query), 400, query);
  }
  t.equal((await fetch(`${base}/pets/dogs/x`, { method: "DELETE" })).status, 400);
});

t.test("a service can reject a path and a body that contradict each other", async (t) => {
  const { base } = await servePets(t);
  const put = async (id: unknown) => {
    const body = JSON.stringify({ id, name: "Rex", weight: 1 });
    return (
      await fetch(`${base}/pets/dogs/7`, {
        method: "PUT",
        headers: { ...JSON_HEADERS, authorization: "Bearer sesame" },
        body,
      })
    ).status;
  };
  t.equal(await put(7), 201);
  t.equal(await put("7"), 201);
  t.equal(await put(8), 400);
  t.equal(await put(null), 400);
});

t.test("responds to unknown paths and methods in the error format of the base path", async (t) => {
  const { base, violations } = await servePets(t);
  const send = async (method: string, path: string) => {
    const response = await fetch(base + path, { method, ...(method === "POST" && { body: "{" }) });
    return { status: response.status, allow: response.headers.get("allow"), body: await response.json() };
  };
  for (const path of ["/pets", "/pets/", "/pets/cats", "/pets/dogs/", "/pets/dogs/1/2", "/pets/dogs%2f1"]) {
    t.match(await send("POST", path), { status: 404, allow: null, body: { wrong: "This path does not exist." } }, path);
  }
  t.match(await send("PATCH", "/pets/dogs"), {
    status: 405,
    allow: "GET, HEAD, POST",
    body: { wrong: "This path does not support PATCH. Supported methods: GET, HEAD, POST." },
  });
  t.match(await send("GET", "/pets/dogs/1?x=1"), { status: 405, allow: "DELETE, PUT" });
  t.match(await send("PROPFIND", "/pets/dogs/1"), { status: 405, allow: "DELETE, PUT" });
  t.match(await send("OPTIONS", "/pets/dogs"), { status: 405 });
  t.match(await send("GET", "/elsewhere"), { status: 404, body: { error: "This path does not exist." } });
  t.match(await send("GET", "/petshop"), { status: 404, body: { error: "This path does not exist." } });
  t.same(violations, []);
});

t.test("responds to malformed requests in the error format of their base path", async (t) => {
  const { base, log } = await servePets(t);
  const cases: [string, number, string][] = [
    ["GET /pets/dogs/%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 400, "wrong"],
    ["GET /pets/dogs/%ff HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 400, "wrong"],
    ["GET /%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 400, "error"],
    ["GET /pets/dogs HTTP/1.1\r\nConnection: close\r\n\r\n", 400, "wrong"],
    ["GET /pets/dogs HTTP/1.1\r\nHost: x\r\nhost: x\r\nConnection: close\r\n\r\n", 400, "wrong"],
    ["GET http://[::1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 400, "error"],
    ["GET http://[::1/pets/dogs HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 400, "wrong"],
    ["GET http://x/pets/dogs/%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 400, "wrong"],
    ["PATCH http://x/pets/dogs HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 405, "wrong"],
    ["GET /pets/dogs HTTP/9.9\r\nHost: x\r\n\r\n", 400, "wrong"],
    ["NONSENSE /pets/dogs HTTP/1.1\r\nHost: x\r\n\r\n", 400, "wrong"],
    [
      "POST /pets/dogs HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      400,
      "wrong",
    ],
    [`GET /pets/dogs HTTP/1.1\r\nHost: x\r\nX-Long: ${"x".repeat(20_000)}\r\n\r\n`, 431, "wrong"],
    [`GET /pets/${"x".repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431, "wrong"],
    ["\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 400, "error"],
  ];
  for (const [request, status, envelope] of cases) {
    const response = await sendRaw(base, request);
    const [head = "", body = ""] = response.split("\r\n\r\n");
    t.match(head, new RegExp(`^HTTP/1.1 ${status} `), request.slice(0, 40));
    t.match(head, /x-request-id: [A-Za-z0-9._-]+/i);
    t.same(Object.keys(JSON.parse(body)), [envelope]);
  }
  t.notMatch(log.join(""), /stack/);
  t.match(
    await sendRaw(base, `GET /pets/dogs/${"1".repeat(9_000)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`),
    /^HTTP\/1.1 405 /,
    "a long parameter",
  );
  t.match(
    await sendRaw(base, "GET /pets/dogs HTTP/1.1\r\nHost: x\r\nExpect: unknown\r\nConnection: close\r\n\r\n"),
    /^HTTP\/1.1 200 /,
    "an unknown Expect",
  );
});

t.test("rejects a body over 1 MiB with 413, with and without Content-Length", async (t) => {
  const { base, calls } = await servePets(t);
  const large = JSON.stringify({ name: "x".repeat(1024 * 1024), weight: 1 });
  const announced = await fetch(`${base}/pets/dogs`, { method: "POST", headers: JSON_HEADERS, body: large });
  t.equal(announced.status, 413);
  t.match(await announced.json(), { wrong: "The body is larger than 1 MiB." });
  const stream = new Blob([large]).stream();
  const chunked = await fetch(`${base}/pets/dogs`, {
    method: "POST",
    headers: JSON_HEADERS,
    body: stream,
    duplex: "half",
  });
  t.equal(chunked.status, 413);
  t.same(calls, []);
});

t.test("returns the client's X-Request-Id if it is valid, otherwise a new id", async (t) => {
  const { base, log } = await servePets(t);
  const idOf = async (path: string, id: string) =>
    (await fetch(base + path, { headers: { "x-request-id": id } })).headers.get("x-request-id");
  t.equal(await idOf("/pets/dogs", "trace-1.A_b"), "trace-1.A_b");
  t.equal(await idOf("/elsewhere", "trace-2"), "trace-2");
  t.match(await idOf("/pets/dogs", "a b"), /^[0-9a-f-]{36}$/);
  t.match(await idOf("/pets/dogs", "x".repeat(129)), /^[0-9a-f-]{36}$/);
  t.match(log.join(""), /"reqId":"trace-1.A_b"/);
});

t.test("close() does not wait for a client that has an idle connection", async (t) => {
  const { server, base } = await servePets(t);
  const socket = connect(Number(new URL(base).port), "127.0.0.1");
  const arrived = once(server.server, "connection");
  await Promise.all([once(socket, "connect"), arrived]);
  const closed = once(socket, "close");
  await server.close();
  await closed;
  t.pass("closed");
});

t.test("an internal error has a generic message; the log has its code, but neither message nor stack", async (t) => {
  class Broken extends PetHandlers {
    override async listDogs(): Promise<unknown> {
      throw Object.assign(new Error("select secret from dogs"), { code: "SQLITE_ERROR" });
    }
  }
  const { base, log } = await servePets(t, { handlers: new Broken() });
  const response = await fetch(`${base}/pets/dogs`);
  t.equal(response.status, 500);
  t.same(await response.json(), { wrong: "Something went wrong on the server." });
  const line = log.find((entry) => entry.includes('"level":50')) ?? "";
  t.match(JSON.parse(line), {
    reqId: response.headers.get("x-request-id"),
    err: { name: "Error", code: "SQLITE_ERROR" },
  });
  t.notMatch(log.join(""), /secret|stack/);
});
