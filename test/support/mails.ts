import type { Test } from "tap";
import type { MailService } from "../../src/accounts/links/mail-service.ts";
import type { Database } from "../../src/database/database.ts";
import { DatabaseCounter } from "../../src/limits/database-counter.ts";
import type { Mail } from "../../src/mail/mail.ts";
import { Outbox } from "../../src/mail/outbox.ts";

/** The client's network in tests of mails. */
export const ADDRESS = "192.0.2.1";

/**
 * A service whose mails go to `mails`, and a clock that the test advances. `limitPerHour`: mails that a
 * network may ask for.
 */
export function openMailService(t: Test, database: Database, limitPerHour = 1000) {
  let now = Date.UTC(2026, 0, 1);
  const clock = () => now;
  const mails: Mail[] = [];
  const errors: unknown[] = [];
  const outbox = new Outbox({ send: async (mail) => void mails.push(mail), retryDelays: [] });
  outbox.start((error) => errors.push(error));
  const counter = new DatabaseCounter({ database, clock, limit: limitPerHour });
  t.teardown(async () => {
    await outbox.close();
    await counter.close();
    if (errors.length > 0) t.threw(errors[0]);
  });
  const service: MailService = { clock, outbox, counter, limitPerHour, baseUrl: "https://triptych.example" };
  return {
    service,
    clock,
    mails,
    settled: () => outbox.settled(),
    advanceClock: (milliseconds: number) => {
      now += milliseconds;
    },
  };
}

/** The token in the link of a mail, or in a link. */
export function tokenIn(text: string | undefined): string {
  const [, token] = /[?#](?:token=)?([\w-]{27})(?![\w-])/.exec(text ?? "") ?? [];
  if (token === undefined) throw new Error(`There is no token in ${text}.`);
  return token;
}
