import type { DestinationStream } from "pino";
import { createLogger as createContractLogger, type RequestLogger } from "#contract/server/logging";

/**
 * The server's logger. The path of a request is logged without the token of an invitation, with which whoever reads the
 * log could join.
 */
export function createLogger(level: string, destination: DestinationStream): RequestLogger {
  return createContractLogger(level, destination, (path) => path.replace(/^\/join\/.+/, "/join/…"));
}
