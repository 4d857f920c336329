import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import t from "tap";
import { Failure } from "#contract/failure";
import { toDetails } from "#contract/request/validation-errors";
import { toDraft, toText } from "../../src/pages/forms/draft.ts";
import { de } from "../../src/pages/texts/de.ts";
import { FAILURES } from "../../src/pages/texts/de-failures.ts";
import { DETAILS, PROBLEMS } from "../../src/pages/texts/de-problems.ts";
import { en } from "../../src/pages/texts/en.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** All files that say what went wrong, but those of which no page shows it. */
const sources = globSync(["src/**/*.ts", "packages/contract/src/**/*.ts"], {
  cwd: ROOT,
  exclude: ["src/api/**", "src/cli/**", "src/mcp/**", "src/testing/**"],
}).map((file) => ({ file, text: readFileSync(`${ROOT}/${file}`, "utf8") }));

/** The text from `start` to the bracket that closes the first one in it. */
function bracketed(text: string, start: number): string {
  let depth = 0;
  for (let end = start; end < text.length; end++) {
    const character = text[end] ?? "";
    if ("([{".includes(character)) depth += 1;
    if (")]}".includes(character) && --depth === 0) return text.slice(start, end + 1);
  }
  return text.slice(start);
}

/** Calls of `new Failure` without a reason: one of its own, one in a shorthand, or that of another problem. */
function failuresWithoutReason(text: string): string[] {
  const calls = [...text.matchAll(/new Failure(?=\()/g)].map(({ index, 0: { length } }) =>
    bracketed(text, index + length),
  );
  return calls.filter((call) => !/\breason\b|\.\.\.problem\b|, (failure|problem|malformation)\)$/.test(call));
}

/** Objects with a message and no reason that details of failures, or texts of pages, are made of. */
function problemsWithoutReason(text: string): string[] {
  const objects = [...text.matchAll(/\{(?=\s*(?:path: [^,]*,\s*)?message(?:[:,]| \}))/g)].map(({ index }) =>
    bracketed(text, index),
  );
  return objects.filter((object) => !/\breason\b/.test(object) && !/^\{\s*message\s*\}$/.test(object));
}

/** The names of all reasons in a file. */
function reasonsIn(text: string): string[] {
  const places = text.matchAll(/\b(?:reason(?:: | = )|const KNOWN = )((?:[^,;{}"]|"[^"]*")*)/g);
  return [...places].flatMap(([, code = ""]) => {
    const chosen = code.replace(/^.*=== ("[^"]*"|\S+) \?/s, "");
    return [...chosen.matchAll(/"([^"]*)"/g)].map(([, name = ""]) => name);
  });
}

/** What the check takes for reasons: those of several problems of a field, a type, and one of skipped bookmarks. */
const OTHER = new Set(["all-of", "any-of", "", "reason", "unreadable"]);

t.test("every failure and every wrong field has a reason", async (t) => {
  t.ok(sources.length > 500);
  for (const { file, text } of sources) {
    t.same(failuresWithoutReason(text), [], file);
    if (/#contract\/failure|\.\/failure\.ts/.test(text)) t.same(problemsWithoutReason(text), [], file);
  }
});

t.test("the check finds failures without a reason", async (t) => {
  t.same(failuresWithoutReason('throw new Failure("invalid", textOf("No."), { details });'), [
    '("invalid", textOf("No."), { details })',
  ]);
  t.same(failuresWithoutReason('throw new Failure("invalid", "No.", { reason: "no", details });'), []);
  t.same(problemsWithoutReason('[{ path: "/a", message: "is wrong" }]'), ['{ path: "/a", message: "is wrong" }']);
  t.same(problemsWithoutReason('[{ path: "/a", message: "is wrong", reason: "wrong" }]'), []);
  t.same(reasonsIn('{ reason: a === "b" ? "c-d" : "e", limit: "f" }'), ["c-d", "e"]);
});

t.test("every reason has a German text, and every text a reason", async (t) => {
  const failing = sources.filter(({ text }) => /new Failure\(|\bProblem\b|FairSlots|tooMany\(/.test(text));
  const used = new Set(failing.flatMap(({ text }) => reasonsIn(text)).filter((name) => !OTHER.has(name)));
  for (const reason of used) {
    t.ok(PROBLEMS.has(reason), `${reason} has a text`);
  }
  t.same(
    [...PROBLEMS.keys()].filter((reason) => !used.has(reason)),
    [],
    "texts without a reason",
  );
  const both = Object.keys(FAILURES).filter((reason) => Object.hasOwn(DETAILS, reason));
  t.same(both, [], "no reason has a sentence and the end of one");
});

t.test("a text names only values that every problem with its reason has", async (t) => {
  for (const [reason, text] of PROBLEMS) {
    const named = [...text.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
    if (named.length === 0 || reason.startsWith("too-many-") || reason.endsWith("-limit")) continue;
    for (const { file, text: source } of sources) {
      for (const { index } of source.matchAll(new RegExp(`reason: "${reason}"`, "g"))) {
        const near = source.slice(Math.max(0, index - 400), index + 300);
        for (const name of named) t.match(near, new RegExp(`\\b${name}\\b`), `${file}: ${reason} has ${name}`);
      }
    }
  }
});

t.test("German texts have no English words", async (t) => {
  for (const text of PROBLEMS.values()) t.notMatch(text, /\b(must|is|the|not|and|characters?)\b/, text);
});

t.test("English is the message of the problem; German is made of its reason and its values", async (t) => {
  const message = "Too many requests. Try again in 2 seconds.";
  const limited = new Failure("tooMany", message, { reason: "too-many-requests", values: { seconds: 2 } });
  t.equal(en.translate(limited), message);
  t.equal(de.translate(limited), "Zu viele Anfragen. Bitte in 2 s noch einmal versuchen.");
  const large = new Failure("invalid", "?", { reason: "file-too-many-folders", values: { limit: 30_000 } });
  t.equal(de.translate(large), "Die Datei enthält mehr als 30.000 Ordner.");
  t.equal(
    de.translate(toDraft(toText({ part: "", fields: {}, failure: large })).failure ?? { message: "" }),
    de.translate(large),
  );
  t.equal(de.translate({ message: "from an older version" }), "from an older version");
});

t.test("a field with several errors has all of them in German", async (t) => {
  const [detail] = toDetails([
    { instancePath: "/name", keyword: "minLength", params: { limit: 1 } },
    { instancePath: "/name", keyword: "pattern", params: { pattern: "^[^\\u0000]*$" } },
  ]);
  t.match(detail, { message: "must have at least 1 character and must not hold a NUL character" });
  t.equal(detail && de.translate(detail), "muss mindestens 1 Zeichen haben und darf kein NUL-Zeichen enthalten");
  const [either] = toDetails([
    { instancePath: "/a", keyword: "minimum", params: { limit: 1 }, message: "must be >= 1" },
    { instancePath: "/a", keyword: "const", params: { allowedValue: 0 } },
    { instancePath: "/a", keyword: "anyOf", params: {} },
  ]);
  t.match(either, { message: "must be >= 1 or must be 0" });
  t.equal(either && de.translate(either), "muss mindestens 1 sein oder muss 0 sein");
});
