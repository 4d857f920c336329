import type { Database } from "../database/database.ts";
import type { Time } from "../database/schema/columns.ts";
import type { Client } from "./login/login-history.ts";
import { clientColumns, hashOf } from "./session-row.ts";
import type { SignedInUser } from "./sessions.ts";
import { UseRecorder } from "./use-recorder.ts";

/** Records when and from where sessions are used, at most once a minute for each. */
export class SessionUseRecorder {
  readonly #uses: UseRecorder<string, Client>;

  constructor(database: Database) {
    this.#uses = new UseRecorder((tokenHash, minute, client) =>
      database
        .updateTable("sessions")
        .set({ last_used_at: minute, ...clientColumns(client) })
        .where("token_hash", "=", tokenHash)
        .execute(),
    );
  }

  /** Reports failed writes from now on, at most once a minute. */
  start(report: (error: unknown) => void): void {
    this.#uses.start(report);
  }

  /** Records a request with a session's token, without waiting for the write. */
  record(token: string, { last_used_at }: Pick<SignedInUser, "last_used_at">, client: Client, now: Time): void {
    this.#uses.record(hashOf(token), last_used_at, now, client);
  }

  /** Waits until all uses are written, or have failed. */
  async close(): Promise<void> {
    await this.#uses.close();
  }
}
