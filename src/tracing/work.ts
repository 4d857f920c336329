import { tracingChannel } from "node:diagnostics_channel";
import { type Context, ROOT_CONTEXT, SpanStatusCode, type Tracer, trace } from "@opentelemetry/api";
import { WORK_CHANNEL, type Work } from "../base/instrumentation.ts";
import { currentScope, now, type Scope } from "./scope.ts";

/**
 * Traces the work that `traced` publishes. A job has a trace of its own, even if a request has started it; other work is
 * a part of its request. Returns the function that ends this.
 */
export function traceWork(tracer: Tracer): () => void {
  const channel = tracingChannel<Scope, Work>(WORK_CHANNEL);
  const scopes = new WeakMap<Work, Scope>();

  function open(work: Work): Scope {
    const span = tracer.startSpan(work.name, { startTime: now() }, work.isJob ? ROOT_CONTEXT : parentContext());
    const scope = { span, context: trace.setSpan(ROOT_CONTEXT, span), statements: 0, isEnded: false };
    scopes.set(work, scope);
    return scope;
  }

  const listeners = {
    start() {},
    end() {},
    asyncStart() {},
    asyncEnd(work: Work) {
      const scope = scopes.get(work);
      if (scope === undefined) return;
      scope.isEnded = true;
      scope.span.setAttributes(work.attributes);
      if ("error.type" in work.attributes) scope.span.setStatus({ code: SpanStatusCode.ERROR });
      scope.span.end(now());
    },
    error(work: Work) {
      scopes.get(work)?.span.setStatus({ code: SpanStatusCode.ERROR });
    },
  };
  channel.start.bindStore(currentScope, open);
  channel.subscribe(listeners);
  return () => {
    channel.unsubscribe(listeners);
    channel.start.unbindStore(currentScope);
  };
}

/** The context of the request that is being handled. */
function parentContext(): Context {
  const scope = currentScope.getStore();
  return scope === undefined || scope.isEnded ? ROOT_CONTEXT : scope.context;
}
