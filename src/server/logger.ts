import type { DestinationStream } from "pino";
import { createLogger as createContractLogger, type RequestLogger } from "#contract/server/logging";

/**
 * The server's logger. It leaves the tokens of invitations and the secrets of calendars out of logged paths, because
 * anyone who reads the log could use them.
 */
export function createLogger(level: string, destination: DestinationStream): RequestLogger {
  return createContractLogger(level, destination, (path) => path.replace(/^\/(join|feeds)\/.+/, "/$1/…"));
}
