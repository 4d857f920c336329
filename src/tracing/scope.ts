import { AsyncLocalStorage } from "node:async_hooks";
import type { Context, Span } from "@opentelemetry/api";

/** What is traced at the moment: a request, or a piece of work. */
export interface Scope {
  readonly span: Span;
  /** Contains the span, as the parent of others. */
  readonly context: Context;
  /** How many statements it executed. */
  statements: number;
  /** Whether its span has ended. Statements that run later are not part of it. */
  isEnded: boolean;
}

/** The scope of the code that runs. */
export const currentScope = new AsyncLocalStorage<Scope>();

/** The time in milliseconds since 1970 with fractions. */
export function now(): number {
  return performance.timeOrigin + performance.now();
}
