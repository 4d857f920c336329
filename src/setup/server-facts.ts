import { Failure } from "#contract/failure";
import * as administrators from "../accounts/administrators.ts";
import type { Database } from "../database/database.ts";
import { DEFAULT_SERVER_NAME, serverNameOf } from "../mail/server-name.ts";
import * as registrationPolicy from "./registration-policy.ts";

/** What pages say about the server to everybody. */
interface Facts {
  readonly name: string;
  readonly hasAdministrator: boolean;
  readonly isRegistrationOpen: boolean;
}

/** What pages say until the database is available. */
const UNKNOWN: Facts = { name: DEFAULT_SERVER_NAME, hasAdministrator: true, isRegistrationOpen: true };

/** How old facts may get that another server may have changed, in milliseconds. */
const MAX_AGE_MS = 5_000;

interface Source {
  readonly database: Database;
  readonly clock: () => number;
  /** The setting REGISTRATION. */
  readonly registration: "open" | "closed" | undefined;
}

/**
 * What pages say about the server to everybody, in memory: pages that need no account are also sent while the database
 * is slow or unavailable. What decides something, such as whether a registration is accepted, is read each time.
 */
export class ServerFacts {
  readonly #source: Source;
  #facts = UNKNOWN;
  #readAt = Number.NEGATIVE_INFINITY;

  private constructor(source: Source) {
    this.#source = source;
  }

  /** Reads the facts. While the database is unavailable, pages do without them. */
  static async open(source: Source): Promise<ServerFacts> {
    const facts = new ServerFacts(source);
    try {
      await facts.reread();
    } catch (error) {
      if (!(error instanceof Failure && error.kind === "unavailable")) throw error;
    }
    return facts;
  }

  get current(): Facts {
    return this.#facts;
  }

  /** Reads the facts in the background if they are older than 5 seconds. */
  keepCurrent(): void {
    if (Math.abs(this.#source.clock() - this.#readAt) < MAX_AGE_MS) return;
    this.#readAt = this.#source.clock();
    // Without the database, they stay as they were; a later page asks again.
    this.reread().catch(() => {});
  }

  /** Reads the facts, after this server has changed them. */
  async reread(): Promise<void> {
    this.#facts = await read(this.#source);
    this.#readAt = this.#source.clock();
  }
}

async function read({ database, registration }: Source): Promise<Facts> {
  return {
    name: await serverNameOf(database),
    hasAdministrator: await administrators.exist(database),
    isRegistrationOpen: await registrationPolicy.isOpen(database, registration),
  };
}
