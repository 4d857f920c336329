import type { Test } from "tap";
import * as accounts from "../../src/accounts/accounts.ts";
import { createLoginService, type LoginService, logIn } from "../../src/accounts/login/login-service.ts";
import { hasher } from "../../src/accounts/login/passwords.ts";
import type { Database } from "../../src/database/database.ts";
import { openTestDatabase } from "../support/databases.ts";

export const ANN = { email: "ann@example.com", name: "Ann", password: "a long password" };
/** A hasher for which every password is wrong. */
export const REJECTING = { hash: async () => "", verify: async () => false };
/** A hasher for which every password is right. */
export const ACCEPTING = { hash: async () => "", verify: async () => true };
/** An e-mail address without an account. */
export const NOBODY = "nobody@example.com";

/**
 * Creates a login service, with a clock to advance and `counts` of the passwords that it hashed and
 * verified. A stored hash `plain:<password>` is compared without hashing.
 */
export async function createTestLoginService(t: Test, dependencies: Partial<LoginService> = {}) {
  const database = await openTestDatabase(t);
  let now = Date.UTC(2026, 0, 1);
  const counts = { hash: 0, verify: 0 };
  const service = createLoginService({
    clock: () => now,
    limitPerMinute: 1_000,
    hasher: {
      async hash(password, network) {
        counts.hash += 1;
        return hasher.hash(password, network);
      },
      async verify(hash, password, network) {
        counts.verify += 1;
        return hash.startsWith("plain:") ? hash === `plain:${password}` : hasher.verify(hash, password, network);
      },
    },
    ...dependencies,
  });
  const attempt = (email: string, password: string, address = "192.0.2.1") =>
    logIn(database, service, { email, password, client: { address, userAgent: "Tester", referer: "" } });
  const advanceClock = (milliseconds: number) => {
    now += milliseconds;
  };
  return { database, service, counts, attempt, advanceClock };
}

/** Creates Ann with an unhashed password, so that tests with many attempts are fast. Returns her id. */
export async function addAnnWithPlainPassword(database: Database): Promise<number> {
  const { id } = await accounts.createWithHash(database, () => 0, ANN, `plain:${ANN.password}`);
  return id;
}
