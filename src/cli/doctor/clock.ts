import { CLOCK_TOLERANCE_MS } from "../../base/clock-tolerance.ts";
import { type Check, type Finding, ok, problem, type Subject, warning } from "./check.ts";

/** Difference between two clocks that is worth a warning, in milliseconds. */
const NOTICEABLE_MS = 2_000;

const ADVICE = "Synchronise the clocks of all machines, with systemd-timesyncd or chrony.";

/** Compares the clock with that of PostgreSQL, and with the newest stored time. */
export const clock: Check = {
  name: "clock",
  async run({ database, clock }) {
    if (database === undefined) return [];
    const findings = [await checkServerClock(database, clock), await checkStoredTimes(database, clock)].filter(
      (finding) => finding !== undefined,
    );
    const wrong = findings.filter(({ result }) => result !== "ok");
    return wrong.length > 0 ? wrong : findings.slice(0, 1);
  },
};

type Inspected = NonNullable<Subject["database"]>;

async function checkServerClock(database: Inspected, clock: () => number): Promise<Finding | undefined> {
  const { engineOf } = await import("../../database/engine.ts");
  const before = clock();
  const time = await engineOf(database).serverTime(database);
  if (time === undefined) return undefined;
  // The server read its clock at some time between these two.
  const after = clock();
  const difference = Math.max(before - time, time - after, 0);
  const seconds = (difference / 1000).toFixed(1);
  if (difference > CLOCK_TOLERANCE_MS)
    return problem(`The clocks of this machine and of PostgreSQL differ by ${seconds} s.`, ADVICE);
  if (difference > NOTICEABLE_MS)
    return warning(`The clocks of this machine and of PostgreSQL differ by ${seconds} s.`, ADVICE);
  return ok("The clock agrees with that of PostgreSQL.");
}

async function checkStoredTimes(database: Inspected, clock: () => number): Promise<Finding | undefined> {
  const { newestStoredTime, readSchemaState } = await import("../../database/inspection.ts");
  if ((await readSchemaState(database)).isEmpty) return undefined;
  const newest = await newestStoredTime(database);
  if (newest <= clock() + CLOCK_TOLERANCE_MS) return ok("No stored time is in the future.");
  const text = `The database has a time in the future (${new Date(newest).toISOString()}).`;
  return problem(text, `This clock is slow, or one was fast. ${ADVICE}`);
}
