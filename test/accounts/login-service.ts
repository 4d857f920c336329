import type { Test } from "tap";
import * as accounts from "../../src/accounts/accounts.ts";
import { createLoginService, type LoginService, logIn } from "../../src/accounts/logins.ts";
import { hasher } from "../../src/accounts/passwords.ts";
import type { Database } from "../../src/database/database.ts";
import { openTestDatabase } from "../support/databases.ts";

export const ANN = { email: "ann@example.com", name: "Ann", password: "a long password" };
/** Takes no password. */
export const REFUSING = { hash: async () => "", verify: async () => false };
export const NOBODY = "nobody@example.com";

/** A desk whose clock the test turns and whose hashes it counts; `open` is what "a long password" hashes to. */
export async function createTestLoginService(t: Test, parts: Partial<LoginService> = {}) {
  const database = await openTestDatabase(t);
  let now = Date.UTC(2026, 0, 1);
  const counts = { hash: 0, verify: 0 };
  const desk = createLoginService({
    clock: () => now,
    limitPerMinute: 1_000,
    hasher: {
      async hash(password) {
        counts.hash += 1;
        return hasher.hash(password);
      },
      async verify(hash, password) {
        counts.verify += 1;
        return hash.startsWith("plain:") ? hash === `plain:${password}` : hasher.verify(hash, password);
      },
    },
    ...parts,
  });
  const attempt = (email: string, password: string, address = "192.0.2.1") =>
    logIn(database, desk, { email, password, origin: { address, userAgent: "Tester", referer: "" } });
  const pass = (milliseconds: number) => {
    now += milliseconds;
  };
  return { database, desk, counts, attempt, pass };
}

/** Gives an account a password that is not hashed, so that a test of many attempts is quick. */
export async function withPlainPassword(database: Database): Promise<number> {
  const { id } = await accounts.create(database, () => 0, ANN);
  await database
    .updateTable("accounts")
    .set({ password_hash: `plain:${ANN.password}` })
    .execute();
  return id;
}
