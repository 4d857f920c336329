import { setTimeout as pause } from "node:timers/promises";
import t, { type Test } from "tap";
import { type LastBackup, record } from "../../../src/maintenance/backup/records.ts";
import { BackupSchedule, type ScheduleOptions } from "../../../src/maintenance/backup/schedule.ts";
import { openTestDatabase } from "../../support/databases.ts";

const HOUR_MS = 3_600_000;
const TARGET = "/backups";

/** Opens a schedule on a database whose last backup is `age` milliseconds old. */
async function open(t: Test, { age, ...options }: { age?: number } & Partial<ScheduleOptions>) {
  const database = options.database ?? (await openTestDatabase(t));
  const now = Date.now();
  const last: LastBackup = { target: TARGET, name: "name", size: 1, createdAt: now - (age ?? 0) };
  if (age !== undefined) await record(database, last);
  const runs: AbortSignal[] = [];
  const errors: number[] = [];
  const { promise: started, resolve } = Promise.withResolvers<void>();
  const schedule = new BackupSchedule({
    database,
    clock: () => now,
    target: TARGET,
    every: HOUR_MS,
    onError: (_error, retryAfter) => errors.push(retryAfter),
    ...options,
    async run(signal) {
      runs.push(signal);
      resolve();
      await options.run?.(signal);
    },
  });
  // The timers of a schedule do not keep a process alive.
  const alive = setInterval(() => {}, 1_000);
  t.teardown(() => {
    clearInterval(alive);
    return schedule.close();
  });
  return { database, schedule, runs, errors, started };
}

t.test("a backup is made at once if there is none, or the last one is as old as the interval", async (t) => {
  for (const age of [undefined, HOUR_MS, 2 * HOUR_MS, -1]) {
    const { schedule, started, runs } = await open(t, age === undefined ? {} : { age });
    schedule.start();
    await started;
    await schedule.close();
    t.equal(runs.length, 1, `${age}`);
  }
});

t.test("no backup is made before it is due", async (t) => {
  const { schedule, runs } = await open(t, { age: HOUR_MS - 1 });
  schedule.start();
  await pause(50);
  await schedule.close();
  t.equal(runs.length, 0);
});

t.test("of several servers, one makes the backup", async (t) => {
  const first = await open(t, { run: (signal) => aborted(signal) });
  const second = await open(t, { database: first.database });
  first.schedule.start();
  await first.started;
  second.schedule.start();
  await pause(50);
  t.equal(second.runs.length, 0);
  await first.schedule.close();
});

t.test("closing stops a running backup", async (t) => {
  const { schedule, runs, started } = await open(t, { run: (signal) => aborted(signal) });
  schedule.start();
  await started;
  await schedule.close();
  t.ok(runs[0]?.aborted);
});

t.test("a backup that fails is reported and tried again, after a time that doubles", async (t) => {
  let failures = 0;
  const done = Promise.withResolvers<void>();
  const { schedule, errors } = await open(t, {
    retryDelay: 2,
    async run() {
      failures += 1;
      if (failures === 5) done.resolve();
      else throw new Error("The disk is full.");
    },
  });
  schedule.start();
  await done.promise;
  await schedule.close();
  t.same(errors, [2, 4, 8, 16]);
});

async function aborted(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  signal.addEventListener("abort", () => resolve());
  await promise;
}
