import { fieldOf, type Person } from "./account.ts";

/** The server that is attacked, and accounts on it. */
export interface Target {
  /** The URL of the server, without a trailing slash. */
  readonly base: string;
  /** The URL of its database, for the command line. */
  readonly databaseUrl: string;
  /** The account that the attack uses. */
  readonly attacker: Person;
  /** The account that is attacked; its password is guessed, for example. */
  readonly victim: Person;
}

/** What other clients may notice of an attack at most, and what the server may use. */
export interface Limits {
  /** The 99th percentile of the times of their `GET` requests, in milliseconds. */
  readonly reads: number;
  /** The 99th percentile of the times of their writes, in milliseconds. */
  readonly writes: number;
  /** The server's peak resident memory in MiB. */
  readonly memory: number;
}

/** What `Attack.prepare` returns. */
export interface PreparedAttack {
  /** Repeated by all loops. Resolves to the status of the response, or to 0 if it got none. */
  readonly attackOnce: () => Promise<number>;
  /** Paths that another client requests during the attack without a credential; each must respond with 200. */
  readonly watched?: readonly string[];
  /** Called after the attack: resolves to a sentence if the attacker achieved what must not be possible. */
  readonly check?: () => Promise<string | undefined>;
}

/** An attack: prepared once, then repeated by several concurrent loops until the time is over. */
export interface Attack {
  readonly title: string;
  /** Number of concurrent loops. */
  readonly loops: number;
  /** Settings of the server besides the defaults of the attacks. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Flags of the server's Node, before those of `npm start`. */
  readonly nodeFlags?: readonly string[];
  /** Replaces `DEFAULT_LIMITS`. */
  readonly limits?: Partial<Limits>;
  readonly prepare: (target: Target) => Promise<PreparedAttack>;
}

export const DEFAULT_LIMITS: Limits = { reads: 250, writes: 1_500, memory: 400 };

/** The number of responses to the attacker by status; 0 stands for requests without a response. */
export type Statuses = Readonly<Record<string, number>>;

/** What `attacker.ts` sends to its parent process after the attack. */
export interface Report {
  readonly statuses: Statuses;
  /** What the attacker achieved although it must not be possible; empty if nothing. */
  readonly achieved: string;
}

/** Reads the `Report` in a message of `attacker.ts`. */
export function reportIn(message: unknown): Report {
  const statuses: Record<string, number> = {};
  const sent = fieldOf(message, "statuses");
  for (const status of Object.keys(isObject(sent) ? sent : {})) statuses[status] = Number(fieldOf(sent, status));
  return { statuses, achieved: String(fieldOf(message, "achieved") ?? "") };
}

/** The watched paths in the message with which `attacker.ts` says that the attack begins. */
export function watchedIn(message: unknown): readonly string[] {
  const watched = isObject(message) && "watched" in message ? message.watched : [];
  return Array.isArray(watched) ? watched.map(String) : [];
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
