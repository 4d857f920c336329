import { setImmediate } from "node:timers/promises";
import t from "tap";
import { etagOfText } from "../src/response/etag.ts";
import { inSlices, toJsonText } from "../src/response/json.ts";
import { PetHandlers, servePets } from "./support/pets.ts";

const DOG = { id: 1, name: "Rex" };

/** Handlers whose `listDogs` returns the result of `respond`. */
class DogHandlers extends PetHandlers {
  readonly #respond: () => unknown;

  constructor(respond: () => unknown) {
    super();
    this.#respond = respond;
  }

  override async listDogs(): Promise<unknown> {
    return this.#respond();
  }
}

async function serveDogs(t: Parameters<typeof servePets>[0], respond: () => unknown) {
  const served = await servePets(t, { handlers: new DogHandlers(respond) });
  const get = (headers: Record<string, string> = {}, method = "GET") =>
    fetch(`${served.base}/pets/dogs`, { method, headers });
  return { ...served, get };
}

t.test("responds to GET with a strong entity tag, and to If-None-Match with 304", async (t) => {
  let body = [DOG];
  const { get, violations } = await serveDogs(t, () => ({ status: 200, body }));
  const first = await get();
  const etag = first.headers.get("etag") ?? "";
  t.match(etag, /^"[A-Za-z0-9_-]{43}"$/);
  t.equal(first.headers.get("content-type"), "application/json; charset=utf-8");

  for (const ifNoneMatch of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
    const again = await get({ "if-none-match": ifNoneMatch });
    t.equal(again.status, 304, ifNoneMatch);
    t.equal(again.headers.get("etag"), etag);
    t.equal(await again.text(), "");
  }
  t.equal((await get({ "if-none-match": '"other"' })).status, 200);
  t.equal((await get({ "if-none-match": "nonsense" })).status, 200);
  t.equal((await get({ "pet-key": "sesame" })).headers.get("etag"), etag, "for another caller");

  body = [{ id: 1, name: "Max" }];
  t.equal((await get({ "if-none-match": etag })).status, 200, "after a change");
  t.same(violations, []);
});

t.test("responds to HEAD with the header fields of GET", async (t) => {
  const { get, violations } = await serveDogs(t, () => ({ status: 200, body: [DOG] }));
  const full = await get();
  const head = await get({}, "HEAD");
  t.equal(head.status, 200);
  for (const name of ["etag", "content-type", "content-length"])
    t.equal(head.headers.get(name), full.headers.get(name), name);
  t.equal(await head.text(), "");
  t.same(violations, []);
});

t.test("sends a long array with Content-Length and ETag, yielding to the event loop", async (t) => {
  const dogs = Array.from({ length: 1_000 }, (_, id) => ({ id, name: "🐕".repeat(200) }));
  const { get, violations } = await serveDogs(t, () => ({ status: 200, body: dogs }));
  const full = await get();
  const text = JSON.stringify(dogs);
  t.equal(await full.text(), text);
  t.equal(full.headers.get("content-length"), String(Buffer.byteLength(text)));
  const etag = full.headers.get("etag") ?? "";
  t.equal(etag, etagOfText(text), "the entity tag of the JSON as one string");
  t.equal((await get({ "if-none-match": etag })).status, 304);
  const head = await get({}, "HEAD");
  for (const name of ["etag", "content-length"]) t.equal(head.headers.get(name), full.headers.get(name), name);
  t.same(violations, []);

  let turns = 0;
  let isDone = false;
  const writing = toJsonText(dogs).then(() => {
    isDone = true;
  });
  while (!isDone) {
    await setImmediate();
    turns += 1;
  }
  await writing;
  t.ok(turns >= 6, `yielded ${turns} times`);
});

t.test("encodes long texts of any characters as UTF-8", async (t) => {
  const names = { ascii: "Rex", latin1: "Zoé", wide: "Rex – žluť", pairs: "🐕", unpaired: "–\ud800" };
  for (const [kind, name] of Object.entries(names)) {
    const dogs = [{ id: 1, name: name.repeat(5_000) }];
    const { get, violations } = await serveDogs(t, () => ({ status: 200, body: dogs }));
    const response = await get();
    const text = JSON.stringify(dogs);
    t.ok(Buffer.from(await response.arrayBuffer()).equals(Buffer.from(text)), kind);
    t.equal(response.headers.get("etag"), etagOfText(text), kind);
    t.same(violations, [], kind);
  }
});

t.test("serialises arrays of any length, nested ones too, like JSON.stringify", async (t) => {
  for (const length of [0, 1, 20, 21, 40, 41, 999]) {
    for (const name of ["", "x".repeat(1_000)]) {
      const items = Array.from({ length }, (_, id) => ({ id, name }));
      for (const value of [items, { a: 1, 'b"': { items, no: undefined }, c: null, d: new Date(0) }]) {
        const text = await toJsonText(value);
        const bytes = typeof text === "string" ? Buffer.from(text) : Buffer.concat(text);
        t.ok(bytes.equals(Buffer.from(JSON.stringify(value))), `${length} items`);
      }
    }
  }
});

t.test("serialises marked trees in many turns, like JSON.stringify", async (t) => {
  interface Node {
    readonly name: string;
    readonly inside: readonly Node[];
  }
  const nodeOf = (depth: number): Node =>
    inSlices({ name: `"${depth}"`, inside: inSlices(depth === 0 ? [] : [nodeOf(depth - 1), nodeOf(depth - 1)]) });
  for (const depth of [0, 1, 10]) {
    const tree = nodeOf(depth);
    const text = await toJsonText(tree);
    const parts = typeof text === "string" ? [Buffer.from(text)] : text;
    t.ok(Buffer.concat(parts).equals(Buffer.from(JSON.stringify(tree))));
    // 2,047 nodes have five slices each or more.
    if (depth === 10) t.ok(parts.length > 20, `${parts.length} parts`);
  }
});

t.test("streams batches as one array", async (t) => {
  const dogs = (count: number) => Array.from({ length: count }, (_, id) => ({ id, name: "Rex" }));
  async function* batches() {
    yield dogs(3);
    yield [];
    yield dogs(2);
  }
  async function* nothing() {}
  const { get, violations } = await serveDogs(t, () => ({ status: 200, body: batches() }));
  const response = await get();
  t.same(await response.json(), [...dogs(3), ...dogs(2)]);
  t.equal(response.headers.get("etag"), null);
  t.equal(await (await get({}, "HEAD")).text(), "");
  t.same(violations, []);

  const empty = await serveDogs(t, () => ({ status: 200, body: nothing() }));
  t.same(await (await empty.get()).json(), []);
});

t.test("does not read a stream for HEAD", async (t) => {
  let read = 0;
  async function* batches() {
    read += 1;
    yield [DOG];
  }
  const { get } = await serveDogs(t, () => ({ status: 200, body: batches() }));
  t.equal((await get({}, "HEAD")).status, 200);
  t.equal(read, 0);
});

t.test("responds with 500 if a stream fails before its first batch, and disconnects if it fails later", async (t) => {
  async function* failing(after: number) {
    for (let batch = 0; batch < after; batch++) yield [DOG];
    throw new Error("no more");
  }
  const atOnce = await serveDogs(t, () => ({ status: 200, body: failing(0) }));
  t.equal((await atOnce.get()).status, 500);

  const later = await serveDogs(t, () => ({ status: 200, body: failing(2) }));
  await t.rejects(async () => (await later.get()).text(), "the client notices that the response is incomplete");
  t.match(later.log.join(""), /"msg":"streaming the response failed"/);
  t.notMatch(later.log.join(""), /"stack"/);
});

t.test("reports responses that violate the contract, without their values", async (t) => {
  const invalidResponses: [string, unknown, RegExp][] = [
    ["a status that is not listed", { status: 202, body: [] }, /^the status is not listed$/],
    [
      "a field of the wrong type",
      { status: 200, body: [{ id: "secret", name: "Rex" }] },
      /^the body \/0\/id must be integer$/,
    ],
    [
      "an unknown field",
      { status: 200, body: [{ ...DOG, password: "secret" }] },
      /^the body \/0 must NOT have additional properties$/,
    ],
    ["a field that is missing", { status: 200, body: [{ id: 1 }] }, /required property 'name'/],
    [
      "a header that is not listed",
      { status: 200, headers: { "x-secret": "secret" }, body: [] },
      /^the header x-secret is not listed$/,
    ],
    ["no body where the contract requires one", { status: 200 }, /^the response has no content type$/],
    [
      "a stream whose items violate the schema",
      {
        status: 200,
        body: (async function* () {
          yield [{ id: "secret" }];
        })(),
      },
      /^the body \/0/,
    ],
  ];
  for (const [name, response, reason] of invalidResponses) {
    const { get, violations } = await serveDogs(t, () => response);
    await (await get()).text();
    t.match(violations, [{ operation: "listDogs", reasons: [reason] }], name);
    t.notMatch(JSON.stringify(violations[0]?.reasons), /"secret"/);
  }
});

t.test("checks error responses too, including those to requests that match no operation", async (t) => {
  const toFailureBody = ({ message }: { message: string }) => ({ oops: message });
  const { base, violations } = await servePets(t, { change: { toFailureBody } });
  await fetch(`${base}/pets/dogs?limit=0`);
  await fetch(`${base}/pets/nowhere`);
  t.match(violations, [
    { operation: "listDogs", status: 400 },
    { operation: "outside", status: 404 },
  ]);
});

t.test("checks no response when the share of checked responses is 0", async (t) => {
  const violations: unknown[] = [];
  const conformance = { share: 0, report: (violation: unknown) => violations.push(violation) };
  const { base } = await servePets(t, {
    handlers: new DogHandlers(() => ({ status: 202, body: [] })),
    change: { conformance },
  });
  t.equal((await fetch(`${base}/pets/dogs`)).status, 202);
  t.same(violations, []);
});
