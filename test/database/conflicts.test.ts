import t from "tap";
import { retryConflicts, unavailable } from "../../src/database/core/failures.ts";
import { isConflict } from "../../src/database/postgres/driver/errors.ts";

/** A failure whose cause is an error of PostgreSQL with this code. */
function failureOf(code: string) {
  return unavailable(Object.assign(new Error("could not serialise"), { name: "error", severity: "ERROR", code }));
}

t.test("retryConflicts: tries three times, and throws the last failure", async (t) => {
  const last = failureOf("40P01");
  const left = [failureOf("40001"), failureOf("40001"), last];
  await t.rejects(
    retryConflicts(async () => {
      throw left.shift();
    }, isConflict),
    last,
  );
  t.same(left, []);
});

t.test("retryConflicts: returns the result of the first attempt without a conflict", async (t) => {
  for (const conflicts of [0, 1, 2]) {
    let calls = 0;
    const result = await retryConflicts(async () => {
      if (calls++ < conflicts) throw failureOf(calls === 1 ? "40001" : "26000");
      return "done";
    }, isConflict);
    t.same([result, calls], ["done", conflicts + 1]);
  }
});

t.test("retryConflicts: other errors are thrown at once", async (t) => {
  const conflict = failureOf("40001");
  for (const error of [failureOf("57014"), conflict.cause, new Error("another")]) {
    let calls = 0;
    await t.rejects(
      retryConflicts(async () => {
        calls++;
        throw error;
      }, isConflict),
      { message: error instanceof Error ? error.message : "" },
    );
    t.equal(calls, 1);
  }
});
