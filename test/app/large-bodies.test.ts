import t from "tap";
import { errorFieldsOf, openLibrary } from "../support/library.ts";

const MIB = 1024 * 1024;

/** A body with as many items, which has about `bytes` bytes. */
function bodyOf(count: number, bytes: number): string {
  const note = "x".repeat(Math.max(0, Math.floor(bytes / count) - 70));
  const items = Array.from({ length: count }, (_, index) => ({ link: `https://example.com/${index}`, note }));
  return JSON.stringify({ items });
}

t.test("createItems: a body may have 8 MiB, but one of other operations 1 MiB", async (t) => {
  const { ann } = await openLibrary(t);
  const body = bodyOf(1000, 8 * MIB);
  t.ok(body.length > 7.9 * MIB && body.length <= 8 * MIB);
  t.equal((await ann.call("POST", "/raindrops", body)).items.length, 1000);
  const tooLarge = await ann.request("POST", "/raindrops", body.padEnd(8 * MIB + 1));
  t.match(errorFieldsOf(tooLarge), { status: 413, errorMessage: "The body is larger than 8 MiB." });
  const one = JSON.stringify({ link: "https://example.com/", cover: "x".repeat(MIB) });
  t.match(errorFieldsOf(await ann.request("POST", "/raindrops", `{"items":[${one}]}`)), {
    status: 413,
    error: "too_large",
    errorMessage: "An entry of the body is larger than 1 MiB.",
  });
  const other = await ann.request("POST", "/raindrop", one);
  t.match(errorFieldsOf(other), { status: 413, errorMessage: "The body is larger than 1 MiB." });
  t.equal((await ann.counts())[0], 1000);
});

t.test("createItems: names the invalid items of a large body, at most 20, and creates none", async (t) => {
  const { ann } = await openLibrary(t);
  const { items } = JSON.parse(bodyOf(1000, 2 * MIB));
  const changed = items.map((item: object, index: number) => (index % 10 === 7 ? { ...item, title: 5 } : item));
  const response = await ann.request("POST", "/raindrops", { items: changed });
  t.match(errorFieldsOf(response), { status: 400, error: "items" });
  t.match(errorFieldsOf(response).errorMessage, /\/items\/7\/title must be string/);
  for (const body of ['{"items":{}}', "{}", "[]", "5", '{"items":[[]]}', '{"items":["a"]}', '{"items":[{"link":1}'])
    t.equal((await ann.request("POST", "/raindrops", body)).status, 400, body);
  t.equal((await ann.counts())[0], 0);
});

t.test("createItems: unknown fields of a large body are ignored, also by its Idempotency-Key", async (t) => {
  const { ann } = await openLibrary(t);
  const items = [{ link: "https://example.com/" }, { link: "https://example.org/" }];
  const headers = { "idempotency-key": "large bodies" };
  const first = await ann.request("POST", "/raindrops", { items, other: [{}] }, headers);
  const [one, ...others] = items;
  const again = await ann.request("POST", "/raindrops", { items: [{ ...one, other: 1 }, ...others] }, headers);
  t.same([again.status, again.headers.get("idempotent-replayed")], [200, "true"]);
  t.same(again.body, first.body);
  const [different] = [await ann.request("POST", "/raindrops", { items: others }, headers)];
  t.equal(different.status, 422);
  const body = bodyOf(1000, MIB);
  const long = { "idempotency-key": "a long response" };
  t.equal((await ann.request("POST", "/raindrops", body, long)).status, 200);
  t.equal((await ann.request("POST", "/raindrops", body, long)).status, 409, "the response is not stored");
  t.equal((await ann.request("POST", "/raindrops", bodyOf(999, MIB), long)).status, 422);
  t.equal((await ann.counts())[0], 1002);
});
