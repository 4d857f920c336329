import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import t from "tap";
import { detectAll, type Result } from "../breaks/detect.ts";
import { apply, type LocatedChange, locate } from "../breaks/edit.ts";

/** A change of a line of a file of its own, or of the file of another change. */
function changeOf(title: string, file = title): LocatedChange {
  return { title, edits: [], expected: `<${title}>`, places: [{ file, start: 10, end: 20, to: "" }] };
}

interface Tool {
  /** What the tool reports for some of the changes, instead of the text that they expect. */
  readonly reports?: Readonly<Record<string, string>>;
  /** Changes after which the tool reports nothing else. */
  readonly hiding?: readonly string[];
  /** The result of a run with these changes. */
  readonly resultOf?: (titles: readonly string[]) => Result;
}

/** Runs detectAll with a tool that reports every change by default. Also returns the changes of each run. */
async function detect(
  changes: readonly LocatedChange[],
  { reports = {}, hiding = [], resultOf = (titles) => (titles.length > 0 ? "fails" : "passes") }: Tool = {},
  wanted: Result = "fails",
) {
  const runs: string[] = [];
  const results: string[] = [];
  const problems = await detectAll(changes, {
    wanted,
    perRun: Math.ceil(changes.length / 2),
    runWith: async (group) => {
      const titles = group.map(({ title }) => title);
      runs.push(titles.join(" "));
      const reported = titles.some((title) => hiding.includes(title))
        ? titles.filter((title) => hiding.includes(title))
        : titles;
      const report = reported.map((title) => reports[title] ?? `<${title}>`).join("");
      return { result: resultOf(titles), output: `output of ${titles.join(" ")}`, report };
    },
    onResult: ({ title }, result) => results.push(`${title} ${result}`),
  });
  return { problems, runs, results };
}

t.test("detectAll: makes half of the changes in each run", async (t) => {
  t.same(await detect(["a", "b", "c"].map((title) => changeOf(title))), {
    problems: [],
    runs: ["a b", "c"],
    results: ["a fails", "b fails", "c fails"],
  });
  t.same((await detect([changeOf("a")])).runs, ["", "a"], "a single change is preceded by a run without it");
});

t.test("detectAll: makes changes of the same place in different runs", async (t) => {
  const changes = [changeOf("a"), changeOf("b", "a"), changeOf("c"), changeOf("d")];
  t.match(await detect(changes), { problems: [], runs: ["a c", "b d"] });
});

t.test("detectAll: makes a change that another one hides again in the next run", async (t) => {
  const changes = ["a", "b", "c", "d"].map((title) => changeOf(title));
  t.match(await detect(changes, { hiding: ["b"] }), { problems: [], runs: ["a b", "a c", "d"] });
});

t.test("detectAll: names exactly the break that is not detected, with the output of a run with it alone", async (t) => {
  const changes = ["a", "b", "c", "d"].map((title) => changeOf(title));
  for (const [index, title] of ["a", "b", "c", "d"].entries()) {
    const { problems, results } = await detect(changes, { reports: { [title]: "" } });
    t.same(problems, [`fails, but does not report "<${title}>": ${title}\noutput of ${title}`], `change ${index}`);
    t.equal(results.length, 4);
  }
  const passing = await detect(changes, { resultOf: () => "passes" });
  t.same(
    passing.problems.map((problem) => problem.split("\n")[0]),
    ["a", "b", "c", "d"].map((title) => `passes, but should not: ${title}`),
    "a report does not count when the check passes",
  );
});

t.test("detectAll: names exactly the harmless change after which the check fails", async (t) => {
  const changes = ["a", "b", "c", "d", "e"].map((title) => changeOf(title));
  const { problems } = await detect(
    changes,
    { resultOf: (titles) => (titles.includes("c") ? "fails" : "passes") },
    "passes",
  );
  t.same(problems, ["fails, but should not: c\noutput of c"]);
});

t.test("detectAll: a text that is reported without its change is a problem", async (t) => {
  const { problems } = await detect([changeOf("a"), changeOf("b")], { reports: { b: "<a><b>" } });
  t.same(problems, ['reports "<a>" also without the change: a']);
});

t.test("apply: replaces texts at their places in the unchanged files, and undoes that", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "triptych-edits-"));
  t.teardown(() => rm(folder, { recursive: true }));
  const root = pathToFileURL(`${folder}/`);
  const file = join(folder, "list");
  await writeFile(file, "a: 1\nb: 1\nc: 1\n");
  const located = await Promise.all(
    [
      { file: "list", after: "a:", from: "1", to: "1 1 1" },
      { file: "list", after: "b:", from: "1", to: "" },
      { file: "new", from: "", to: "text" },
    ].map((edit) => locate(root, { title: "", edits: [edit], expected: "" })),
  );
  const undo = await apply(root, located);
  t.equal(await readFile(file, "utf8"), "a: 1 1 1\nb: \nc: 1\n");
  t.equal(await readFile(join(folder, "new"), "utf8"), "text");
  await undo();
  t.equal(await readFile(file, "utf8"), "a: 1\nb: 1\nc: 1\n");
  await t.rejects(readFile(join(folder, "new")), { code: "ENOENT" });

  const stale = { title: "", edits: [{ file: "list", after: "c:", from: "a", to: "" }], expected: "" };
  await t.rejects(locate(root, stale), { message: 'list does not contain "a" after "c:". Update' });
});
