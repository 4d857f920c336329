import type { IncomingMessage } from "node:http";
import { isSpanContextValid, type SpanContext } from "@opentelemetry/api";

/** `traceparent` of version 00 (W3C Trace Context, section 3.2). Later versions may add fields at the end. */
const PATTERN = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/;

/** The span of the client that a request names in `traceparent`; undefined if there is none, or if it is malformed. */
export function remoteParentOf({ headers: { traceparent } }: IncomingMessage): SpanContext | undefined {
  const [, traceId = "", spanId = "", flags = ""] = PATTERN.exec(String(traceparent ?? "")) ?? [];
  const parent = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(parent) ? parent : undefined;
}
