import t from "tap";
import { parse } from "../../src/library/search/search.ts";
import { parseTimes } from "../../src/library/search/times.ts";
import { tokensOf } from "../../src/library/search/tokens.ts";

/** The tokens of a query in a short form: `-key|value`, with quotes if the value had some. */
function shortOf(query: string): string[] {
  return [...tokensOf(query)].map(({ isNegated, key, value, isQuoted }) => {
    return `${isNegated ? "-" : ""}${key === undefined ? "" : `${key}|`}${isQuoted ? `"${value}"` : value}`;
  });
}

t.test("tokensOf: splits a query into words, phrases, tags and operators", async (t) => {
  const queries: [query: string, tokens: string[]][] = [
    ["  one\ttwo ", ["one", "two"]],
    ['-"a b"c', ['-"a b"', "c"]],
    ['"unclosed quote', ['"unclosed quote"']],
    ['#tag -#"two words"', ["#|tag", '-#|"two words"']],
    ['TITLE:x note:"a b"', ["title|x", 'note|"a b"']],
    ["https://example.com 12:30 foo:bar", ["https://example.com", "12:30", "foo:bar"]],
    ["- # info: --a", ["-", "#|", "info|", "--a"]],
    ["-cache.status:ready cachexstatus:a", ["-cache.status|ready", "cachexstatus:a"]],
    ["❤\ufe0f\ufe0f", ["❤"]],
    ["", []],
  ];
  for (const [query, tokens] of queries) t.same(shortOf(query), tokens, query);
});

t.test("parseTimes: a day, month, year or time in UTC, with an operator", async (t) => {
  const rangeOf = (text: string) => {
    const { from, before } = parseTimes(text) ?? {};
    return [from, before].map((time) => (time === undefined ? "" : new Date(time).toISOString()));
  };
  const start = "2024-02-29T00:00:00.000Z";
  const end = "2024-03-01T00:00:00.000Z";
  t.same(rangeOf("2024-02-29"), [start, end]);
  t.same(rangeOf(">2024-02-29"), [end, ""]);
  t.same(rangeOf(">=2024-02-29"), [start, ""]);
  t.same(rangeOf("<2024-02-29"), ["", start]);
  t.same(rangeOf("<=2024-02-29"), ["", end]);
  t.same(rangeOf("2024-12"), ["2024-12-01T00:00:00.000Z", "2025-01-01T00:00:00.000Z"]);
  t.same(rangeOf(">2024"), ["2025-01-01T00:00:00.000Z", ""]);
  t.same(rangeOf("<2024-02-29T01:30:00+01:30"), ["", start]);
  t.same(rangeOf("2024-02-29T00:00Z"), [start, "2024-02-29T00:01:00.000Z"]);
  for (const text of ["", "abc", "2023-02-29", "2024-13", "2024-1", "24", ">", "2024-02-29T25:00Z", "2024-02-29x"]) {
    t.equal(parseTimes(text), undefined, text);
  }
});

t.test("parse: an empty query is no search; one without words and operators matches nothing", async (t) => {
  t.equal(parse(""), undefined);
  for (const query of [" ", "#", "-", "_", '""', "title:", "info:", "match:OR"]) {
    t.same(parse(query)?.condition, { kind: "any", of: [] }, query);
  }
});

t.test("parse: repeated words and operators count once, but towards the maximum of 100", async (t) => {
  t.same(parse("a b a -c -c")?.condition, parse("a b -c")?.condition);
  t.doesNotThrow(() => parse("a ".repeat(100)));
  t.throws(() => parse("a ".repeat(101)), { name: "Failure", message: /at most 100 words/ });
});
