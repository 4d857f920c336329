import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import type { Failure } from "../errors.ts";
import { DEFAULT_ENVELOPE, renderFailures } from "../http/response/failures.ts";
import { JSON_TYPE } from "../http/response/json.ts";
import { prefersHtml } from "./accept.ts";
import { renderLayout } from "./layout.ts";
import { PAGE_HEADERS, PAGE_POLICY } from "./security.ts";

export const HTML_TYPE = "text/html; charset=utf-8";

/**
 * Renders failures of requests outside the APIs: as a page for clients that prefer HTML, as JSON
 * for all others.
 */
export function renderErrorPages(server: FastifyInstance): void {
  renderFailures(server, typeFor, (failure, request, reply) => {
    reply.header("vary", "Accept");
    if (typeFor(request) === JSON_TYPE) return JSON.stringify(DEFAULT_ENVELOPE.toBody(failure));
    return errorPage(failure, request, reply);
  });
}

function typeFor({ headers }: FastifyRequest): string {
  return prefersHtml(headers.accept) ? HTML_TYPE : JSON_TYPE;
}

function errorPage(failure: Failure, request: FastifyRequest, reply: FastifyReply): string {
  reply.headers({ ...PAGE_HEADERS, "content-security-policy": PAGE_POLICY, "cache-control": "no-store" });
  return renderLayout({ title: errorTitle(failure), content: errorContent(failure, request) });
}

/** The heading of an error page. */
export function errorTitle({ kind }: Failure): string {
  return kind === "notFound" ? "Not found" : "Request failed";
}

/** The content of an error page: the message, the request id, and links to other pages. */
export function errorContent({ message }: Failure, { id }: FastifyRequest): string {
  return html`<div class="card narrow">
<p role="alert">${message}</p>
<p class="hint">Request <code>${id}</code></p>
<ul class="links">
<li><a href="/">Start page</a></li>
<li><a href="/docs/">API reference</a></li>
<li><a href="/account/api-keys">Manage API Keys</a></li>
</ul>
</div>`;
}
