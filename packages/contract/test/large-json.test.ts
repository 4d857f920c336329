import t from "tap";
import { parseLargeJson } from "../src/request/large-json.ts";

/** Parses a text, of which the fields `items` and `name` are known. */
const parse = (text: string) => parseLargeJson(Buffer.from(text), ["items", "name"]);

const rejected = async (text: string) => {
  const error = await parse(text).then(
    () => undefined,
    (failure) => failure,
  );
  return [error?.kind, error?.message];
};

/** Valid texts of which only `items` and `name` are known. */
const VALID = [
  "{}",
  ' { "items" : [ ] } ',
  '{"items":[{}]}',
  '{"items":[{"a":1},{"b":[{"c":{}}]} , {"d":"}]\\"{"}],"name":"[{"}',
  '{"name":"a\\\\","items":[{"a":"\\\\"},{"a":"\\"}"}]}',
  '{"items":[1,"{}",null,[{"n":0}],[[{"n":1}]],{"n":7},true]}',
  '{"items":{"a":{"n":0}},"name":[{"n":1},{"n":0}]}',
  '{"items":[{"a":1}],"items":[{"a":2},{"a":3}]}',
  '{"items":[{"__proto__":{"a":1}}]}',
  '\uFEFF{"items":[{"ü":"😀"}]}',
  '[{"a":1}]',
  "[[{}]]",
  "5",
  '"{"',
];

t.test("a large body is parsed as JSON.parse does", async (t) => {
  for (const text of VALID) t.strictSame(await parse(text), JSON.parse(text.replace("\uFEFF", "")), text);
  t.strictSame(await parse('{"x":[{"a":1}],"items":[{"a":2}]}'), { items: [{ a: 2 }] }, "without other fields");
  t.strictSame(await parse('{"__proto__":[{}],"name":1}'), { name: 1 });
});

t.test("a text that is no JSON is rejected, wherever a character is missing or added", async (t) => {
  const text = '{"items":[{"a":[1,{"b":"c"}]},{"d":null},[{}]],"name":"x"}';
  const isJson = (changed: string) => {
    try {
      return JSON.parse(changed) !== undefined;
    } catch {
      return false;
    }
  };
  const changes = [...text].flatMap((_, index) => [
    text.slice(0, index),
    text.slice(0, index) + text.slice(index + 1),
    ...["{", "}", "[", "]", '"', ",", ":", "\\"].map((added) => text.slice(0, index) + added + text.slice(index)),
  ]);
  const invalid = changes.filter((changed) => !isJson(changed));
  t.ok(invalid.length > 300);
  for (const changed of invalid) t.same((await rejected(changed))[0], "invalid", changed);
  for (const changed of changes.filter(isJson)) {
    const { items, name } = JSON.parse(changed);
    t.match(await parse(changed), { ...(items && { items }), ...(name && { name }) }, changed);
  }
});

t.test("white space between values does not count", async (t) => {
  const space = " \t\r\n".repeat(512 * 1024);
  const value = { items: [{ a: space.slice(0, 200) }, { b: [1, 2] }], name: space.slice(0, 1000) };
  const [first, second] = value.items.map((entry) => JSON.stringify(entry));
  const parts = [
    "{",
    '"items"',
    ":",
    "[",
    first,
    ",",
    second,
    "]",
    ",",
    '"name"',
    ":",
    JSON.stringify(value.name),
    "}",
  ];
  for (const index of [0, ...parts.keys()].map((key) => key + 1))
    t.strictSame(await parse([...parts.slice(0, index), space, ...parts.slice(index)].join("")), value, `${index}`);
  t.strictSame(await parse(`${space}${parts.join("")}`), value);
  const apart = `{"name":1${space}2}`;
  t.strictSame(await rejected(apart), await rejected('{"name":1 2}'), "it divides values");
});

t.test("a large body has bounds", async (t) => {
  const mebibyte = "x".repeat(1024 * 1024);
  const tooLarge = ["tooLarge", "An entry of the body is larger than 1 MiB."];
  t.same(await rejected(`{"items":[{"a":"${mebibyte}"}]}`), tooLarge);
  t.same(await rejected(`{"items":[],"name":"${mebibyte}"}`), tooLarge);
  const values = "The body has more than 250,000 values and field names.";
  t.same(await rejected(`{"items":[${"1,".repeat(250_001)}1]}`), ["invalid", values]);
  t.same(await rejected(`{"items":[{"a":[${"1,".repeat(30_001)}1]}]}`), [
    "invalid",
    "The body has more than 30,000 values and field names.",
  ]);
  t.same(await rejected(`{"items":[${"{},".repeat(10_000)}{}]}`), [
    "invalid",
    "The body has more than 10,000 entries.",
  ]);
  t.same(await rejected('{"items":[{"a":"\\ud83d"}]}'), [
    "invalid",
    "The body contains an unpaired surrogate, which is not valid Unicode.",
  ]);
  const invalidUtf8 = Buffer.from('{"items":[{"a":"?"}]}').fill(0xff, 16, 17);
  await t.rejects(parseLargeJson(invalidUtf8, ["items"]), { kind: "invalid", message: "The body is not valid UTF-8." });
});

t.test("other requests are served while a large body is parsed", async (t) => {
  const items = Array.from({ length: 1000 }, (_, index) => ({
    link: `https://example.com/${index}`,
    note: "x".repeat(8_000),
  }));
  const bytes = Buffer.from(JSON.stringify({ items }));
  let [turns, isDone] = [0, false];
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  count();
  t.same(await parseLargeJson(bytes, ["items"]), { items });
  isDone = true;
  t.ok(turns > 15, `${turns} turns of the event loop for ${bytes.length} bytes`);
});
