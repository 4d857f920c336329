// A Fastify server with limits, timeouts, logs and the contracts' errors for malformed requests.

export { type SecurityHeaders, securityHeaders } from "./response/security-headers.ts";
export { addressReader } from "./server/client-address.ts";
export { envelopeOf } from "./server/envelope.ts";
export { registerHealth } from "./server/health.ts";
export { createLogger, type RequestLogger } from "./server/logging.ts";
export { Refusals } from "./server/refusals.ts";
export { createServer, type ServerOptions } from "./server/server.ts";
export { UnreadResponses } from "./server/unread-responses.ts";
