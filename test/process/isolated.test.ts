import { getPriority } from "node:os";
import t from "tap";
import { runIsolated } from "../../src/isolated/processes.ts";

const TASK = new URL("../support/isolated-task.ts", import.meta.url);
const OPTIONS = { timeout: 60_000 };

t.test("runIsolated: the process has no environment of the server", async (t) => {
  const names = await runIsolated<string[]>(TASK, "environment", OPTIONS);
  // tap adds its own to each process that a test starts.
  t.same(
    names.filter((name) => !/^_TAPJS_|^NODE_OPTIONS$/.test(name)),
    ["MALLOC_ARENA_MAX"],
  );
});

t.test("runIsolated: the process yields to the server on a busy machine", async (t) => {
  t.ok((await runIsolated<number>(TASK, "priority", OPTIONS)) > getPriority());
});

t.test("runIsolated: an error of the work is thrown, and the process stays", async (t) => {
  await t.rejects(runIsolated(TASK, "throw", OPTIONS), { message: "Not readable." });
});

t.test("runIsolated: a process that crashes or fills its heap is an error, and the next call works", async (t) => {
  for (const what of ["exit", "fill"])
    await t.rejects(runIsolated(TASK, what, OPTIONS), { message: "The process crashed." }, what);
  t.ok(await runIsolated(TASK, "environment", OPTIONS));
});

t.test("runIsolated: a process is killed on a timeout and on an abort", async (t) => {
  await t.rejects(runIsolated(TASK, "loop", { timeout: 200 }), { message: "The process took too long." });
  const reason = new Error("No longer needed.");
  const signal = AbortSignal.timeout(200);
  await t.rejects(runIsolated(TASK, "loop", { ...OPTIONS, signal }), { name: "TimeoutError" });
  await t.rejects(runIsolated(TASK, "loop", { ...OPTIONS, signal: AbortSignal.abort(reason) }), reason);
});

t.test("runIsolated: the process that was used last is used again, for any task", async (t) => {
  const other = new URL("../support/isolated-task.ts?other", import.meta.url);
  const pids = await Promise.all([1, 2].map(() => runIsolated<number>(TASK, "process", OPTIONS)));
  const last = await runIsolated<number>(TASK, "process", OPTIONS);
  t.ok(pids.includes(last));
  t.equal(await runIsolated<number>(other, "process", OPTIONS), last);
  t.equal(await runIsolated<number>(TASK, "process", OPTIONS), last);
});
