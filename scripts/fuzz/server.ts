import { type ServerProcess, type Settings, startServer, UNREACHED_LIMITS } from "../../harness/server-process.ts";
import { freePort } from "../../src/base/free-port.ts";

/** The number of an operation's responses with each status. */
export type Tally = ReadonlyMap<number, number>;

/** A server under test, and what its log has reported so far. */
export interface FuzzedServer extends ServerProcess {
  /** By operation id. */
  readonly tallies: ReadonlyMap<string, Tally>;
  /** Log lines of level error and above: bugs, and responses that violate the contract. */
  readonly errors: readonly string[];
}

/** pino's number for the level error. */
const ERROR = 50;

/**
 * Starts a server that checks every response against the contract and never reaches a rate limit.
 * Calls `onResponse` after each response with the number of responses so far.
 */
export async function startFuzzedServer(
  settings: Settings,
  onResponse: (count: number) => void,
): Promise<FuzzedServer> {
  const tallies = new Map<string, Map<number, number>>();
  const errors: string[] = [];
  let responses = 0;
  const server = await startServer({
    settings: {
      ...settings,
      // Cover URLs contain the port, so the server must know it before it listens.
      PORT: String(await freePort()),
      CONFORMANCE_SHARE: "1",
      RATE_LIMIT_PER_HOUR: "1000000000",
      ...UNREACHED_LIMITS,
    },
    onLine(line) {
      const { level = 0, msg, operation, status } = line.startsWith("{") ? JSON.parse(line) : {};
      if (level >= ERROR) errors.push(line);
      if (msg !== "request completed" || typeof operation !== "string") return;
      onResponse(++responses);
      const tally = tallies.get(operation) ?? new Map<number, number>();
      tallies.set(operation, tally.set(status, (tally.get(status) ?? 0) + 1));
    },
  });
  return { ...server, tallies, errors };
}
