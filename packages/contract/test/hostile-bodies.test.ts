import t from "tap";
import type { JsonSchema } from "../src/contract.ts";
import { bodyValidator } from "../src/request/validation.ts";
import { servePets } from "./support/pets.ts";

/** The schema of a body with a field `tags`. */
const TAGS: JsonSchema = {
  type: "object",
  properties: { tags: { type: "array", maxItems: 1000, items: { type: "string" } } },
};

/** An array of numbers. `reads` returns how many entries were read. */
function countingArray(length: number): { entries: number[]; reads: () => number } {
  let reads = 0;
  const entries = new Proxy(Array<number>(length).fill(1), {
    get(target, key, receiver) {
      if (typeof key === "string" && /^\d+$/.test(key)) reads += 1;
      return Reflect.get(target, key, receiver);
    },
  });
  return { entries, reads: () => reads };
}

/** The errors that a validator returns for a value. */
function errorsOf(schema: JsonSchema, value: unknown) {
  const result = bodyValidator(schema)(value);
  return "error" in result ? result.error : [];
}

function postDog(base: string, body: string): Promise<Response> {
  const headers = { "pet-key": "sesame", "content-type": "application/json" };
  return fetch(`${base}/pets/dogs`, { method: "POST", headers, body });
}

t.test("validates no entry of an array that is longer than maxItems", async (t) => {
  const { entries, reads } = countingArray(500_000);
  const errors = errorsOf(TAGS, { tags: entries });
  t.match(errors, [{ instancePath: "/tags", keyword: "maxItems" }]);
  t.equal(errors.length, 1);
  t.equal(reads(), 0);
});

t.test("validates entries until 20 errors are found", async (t) => {
  const all = Array.from({ length: 1000 }, () => 1);
  t.equal(errorsOf(TAGS, { tags: all }).length, 20);
  const mostlyValid = Array.from({ length: 1000 }, (_, index) => (index % 100 === 99 ? 1 : "x"));
  t.equal(errorsOf(TAGS, { tags: mostlyValid }).length, 10);
  t.match(errorsOf(TAGS, { tags: mostlyValid }).at(-1), { instancePath: "/tags/999" });
});

t.test("nested arrays together have at most 20 errors", async (t) => {
  const lists: JsonSchema = { type: "object", properties: { lists: { type: "array", maxItems: 100, items: TAGS } } };
  const list = { tags: Array.from({ length: 1000 }, () => 1) };
  t.equal(errorsOf(lists, { lists: Array.from({ length: 100 }, () => list) }).length, 20);
});

t.test("an alternative with more than 20 errors does not reject a value that fits another one", async (t) => {
  const either: JsonSchema = {
    anyOf: [
      { type: "array", items: { type: "string" } },
      { type: "array", items: { type: "number" } },
    ],
  };
  t.same(errorsOf(either, [...Array(100).fill(1)]), []);
  t.ok(errorsOf(either, [...Array(100).fill(1), "x"]).length > 20);
});

t.test("copies the fields that the contract lists, and does not read other fields", async (t) => {
  let reads = 0;
  const unknown = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`unknown${index}`, index]));
  const body = new Proxy<Record<string, unknown>>(
    { ...unknown, tags: ["a"] },
    {
      get(target, name) {
        reads += 1;
        return target[String(name)];
      },
    },
  );
  t.same(bodyValidator(TAGS)(body), { value: { tags: ["a"] } });
  t.equal(reads, 1);
});

t.test("rejects a body with more than 30,000 values and field names before parsing it", async (t) => {
  const { base, calls } = await servePets(t);
  const post = async (unknown: string) => {
    const response = await postDog(base, `{"name":"Rex","weight":1,"unknown":${unknown}}`);
    return { status: response.status, body: await response.json() };
  };
  const listOf = (count: number, value: string) => `[${Array(count).fill(value).join(",")}]`;
  const fieldsOf = (count: number) => `{${Array.from({ length: count }, (_, index) => `"${index}":1`).join(",")}}`;
  const tooMany = { status: 400, body: { wrong: "The body has more than 30,000 values and field names." } };
  const hostile = {
    objects: listOf(300_000, "{}"),
    arrays: `${"[".repeat(500_000)}${"]".repeat(500_000)}`,
    strings: listOf(130_000, '"x"'),
    fields: fieldsOf(85_000),
    "strings with quotation marks": listOf(30_000, '"\\""'),
  };
  for (const [name, unknown] of Object.entries(hostile)) t.match(await post(unknown), tooMany, name);
  t.same(calls, []);

  // The body itself has six: the object, three names, "Rex" and the list.
  t.equal((await post(listOf(29_994, '"{[\\\\"'))).status, 201, "exactly 30,000");
  t.match(await post(listOf(29_995, '"{[\\\\"')), tooMany, "30,001");
  t.equal((await post(`"${"[".repeat(500_000)}"`)).status, 201, "brackets in a string");
  // Numbers are counted by their commas, of which the body itself has two.
  t.equal((await post(listOf(29_999, "1"))).status, 201, "30,000 commas");
  t.match(await post(listOf(30_000, "1")), tooMany, "30,001 commas");
});

t.test("rejects unpaired surrogates that are written as escapes", async (t) => {
  const { base } = await servePets(t);
  const post = async (name: string) => (await postDog(base, `{"name":"${name}","weight":1}`)).status;
  for (const valid of ["\\ud83d\\ude00", "\\uD83D\\uDE00", "\\\\ud800", "\\n\\ud83d\\ude00\\\\", "\\ud7ff\\ue000"]) {
    t.equal(await post(valid), 201, valid);
  }
  for (const invalid of [
    "\\ud83d",
    "\\ude00",
    "\\ude00\\ud83d",
    "\\\\\\ud800",
    "\\\\ud83d\\ude00",
    "\\ud83d\\\\ude00",
    "\\ud83d😀",
    "\\ud83d\\ud83d\\ude00",
    "\\uDFFF",
  ]) {
    t.equal(await post(invalid), 400, invalid);
  }
});
