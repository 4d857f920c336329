import type { DestinationStream } from "pino";
import { createLogger as createContractLogger, type RequestLogger } from "#contract/server/logging";

/**
 * The server's logger. It leaves the tokens of invitations out of logged paths, because anyone who reads the log could
 * join with them.
 */
export function createLogger(level: string, destination: DestinationStream): RequestLogger {
  return createContractLogger(level, destination, (path) => path.replace(/^\/join\/.+/, "/join/…"));
}
