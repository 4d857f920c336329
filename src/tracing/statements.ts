import { SpanKind, SpanStatusCode, type Tracer } from "@opentelemetry/api";
import type { StatementObserver } from "../database/database.ts";
import { currentScope, now } from "./scope.ts";

/** Statements of a scope that get a span. An import executes thousands. */
const MAX_STATEMENTS = 200;

/** Returns an observer that adds a span for each statement to that of the request or the work that executed it. */
export function traceStatements(tracer: Tracer): StatementObserver {
  return ({ engine, sql, milliseconds, error }) => {
    const scope = currentScope.getStore();
    if (scope === undefined || scope.isEnded || !scope.span.isRecording()) return;
    scope.statements += 1;
    if (scope.statements > MAX_STATEMENTS) return;
    const endedAt = now();
    const span = tracer.startSpan(
      nameOf(sql),
      {
        kind: SpanKind.CLIENT,
        startTime: endedAt - milliseconds,
        attributes: { "db.system.name": engine, "db.query.text": sql },
      },
      scope.context,
    );
    if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(endedAt);
  };
}

/** The first word of a statement and its first table, such as `select items`. */
function nameOf(sql: string): string {
  const verb = /^\s*(\w+)/.exec(sql)?.[1] ?? "statement";
  const table = /\b(?:from|into|update) "(\w+)"/.exec(sql)?.[1];
  return table === undefined ? verb : `${verb} ${table}`;
}
