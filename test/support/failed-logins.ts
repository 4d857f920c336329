import * as throttle from "../../src/accounts/login/login-throttle.ts";
import type { Database } from "../../src/database/database.ts";

/** Records a failed login at the current time. */
export async function failLogin(database: Database, attempt: throttle.ClassifiedAttempt): Promise<void> {
  const admitted = await throttle.admit(database, Date.now, attempt, Number.MAX_SAFE_INTEGER);
  await throttle.fail(database, Date.now, admitted);
}
