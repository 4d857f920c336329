import { readFile } from "node:fs/promises";
import { load } from "js-yaml";
import t from "tap";

const ROOT = new URL("../../", import.meta.url);

interface Workflow {
  readonly jobs: { readonly check: { readonly strategy: { readonly matrix: { readonly job: readonly string[] } } } };
}

t.test("the workflow of pull requests runs each job of .ci/run once", async (t) => {
  const defined = (await readFile(new URL(".ci/jobs.sh", ROOT), "utf8")).matchAll(/^job (\w+) /gm);
  // A cast, because the file is the project's own; the names are compared below.
  const workflow = load(await readFile(new URL(".github/workflows/ci.yml", ROOT), "utf8")) as Workflow;
  // The job breaks comes after the job test, and so runs it too.
  t.same(["test", ...workflow.jobs.check.strategy.matrix.job].sort(), [...defined].map(([, name]) => name).sort());
});
