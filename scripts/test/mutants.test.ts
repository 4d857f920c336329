import t from "tap";
import { ROOT } from "../../harness/server-process.ts";
import { executes } from "../mutants/coverage.ts";
import { EQUIVALENT } from "../mutants/equivalent.ts";
import { listMutants, type Mutant } from "../mutants/mutant.ts";
import { mergeIntoPage, scoreOf } from "../mutants/page.ts";
import { shuffle } from "../mutants/shuffle.ts";

const MUTANT: Mutant = { file: "src/a/b.ts", line: 3, code: "a < b", offset: 9, change: "< → <=", changedText: "" };

t.test("listMutants: describes each change, and applies it to the file", async (t) => {
  const mutants = await listMutants(ROOT, "packages/contract/src/scheduling.ts");
  t.ok(mutants.length > 20);
  for (const { line, code, offset, change, changedText } of mutants) {
    t.ok(line > 0 && code !== "" && changedText !== "");
    t.match(change, /^.{1,45} → .{1,45}$/);
    t.ok(offset < changedText.length);
  }
  t.equal(new Set(mutants.map(({ changedText }) => changedText)).size, mutants.length);
});

t.test("executes: the offsets of a file alternate between the start and the end of an executed part", (t) => {
  const coverage = { passed: true, milliseconds: 1, executed: { "src/a.ts": [0, 10, 20, 30] } };
  const executed = [0, 9, 10, 19, 20, 29, 30].filter((offset) => executes(coverage, "src/a.ts", offset));
  t.same(executed, [0, 9, 20, 29]);
  t.notOk(executes(coverage, "src/b.ts", 0));
  t.end();
});

t.test("mergeIntoPage: replaces the results of one folder, and keeps those of others", (t) => {
  const all = { folder: "src/a", total: 9, killed: [MUTANT, MUTANT], survived: [MUTANT], equivalent: [] };
  const others = { ...all, folder: "src/b", survived: [], equivalent: [{ mutant: MUTANT, reason: "No reason." }] };
  const page = mergeIntoPage(mergeIntoPage("", others), all);
  t.match(page, "| `src/a` | 9 | 3 | 2 | 1 | 0 | 66 % |\n| `src/b` | 9 | 3 | 2 | 0 | 1 | 100 % |\n");
  t.match(
    page,
    "## src/a\n\n- `src/a/b.ts:3`\n  `` < → <= ``\n\n## src/b\n\n- `src/a/b.ts:3`\n  `` < → <= ``\n  equivalent: No",
  );
  const later = mergeIntoPage(page, { ...all, survived: [] });
  t.match(later, "## src/a\n\nNo mutant survived.\n\n## src/b\n\n- `");
  t.equal(mergeIntoPage(later, all), page);
  t.equal(scoreOf({ ...all, killed: [], survived: [] }), "–");
  t.end();
});

t.test("shuffle: the order depends only on the seed", (t) => {
  const values = Array.from({ length: 100 }, (_, index) => index);
  t.same(shuffle(values, 1), shuffle(values, 1));
  t.notSame(shuffle(values, 1), shuffle(values, 2));
  t.notSame(shuffle(values, 1), values);
  t.same(
    shuffle(values, 1).sort((a, b) => a - b),
    values,
  );
  t.end();
});

t.test("every equivalent mutant is one that Stryker makes", async (t) => {
  for (const { file, code, change } of EQUIVALENT) {
    const mutants = await listMutants(ROOT, file);
    t.ok(
      mutants.some((mutant) => mutant.code === code && mutant.change === change),
      `${file}: ${change}`,
    );
  }
});
