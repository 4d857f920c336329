import type { FastifyInstance, FastifyRequest } from "fastify";
import { html } from "ghtml";
import type { Failure } from "#contract/failure";
import { DEFAULT_ENVELOPE, renderFailures } from "#contract/response/failures";
import { JSON_TYPE } from "#contract/response/json";
import { actions, buttonLink } from "./button.ts";
import type { Page } from "./document.ts";
import * as paths from "./paths.ts";
import { HTML_TYPE, renderPage, viewOf } from "./rendering.ts";
import { PAGE_HEADERS, PAGE_POLICY } from "./security.ts";
import { userText } from "./user-text.ts";
import { signedIn, type View } from "./view.ts";

/**
 * Renders failures of requests outside the APIs: as a page for clients that prefer HTML, as JSON
 * for all others.
 */
export function renderErrorPages(server: FastifyInstance): void {
  renderFailures(server, typeFor, (failure, request, reply, type) => {
    reply.header("vary", "Accept");
    if (type === JSON_TYPE) return JSON.stringify(DEFAULT_ENVELOPE.toBody(failure));
    reply.headers({ ...PAGE_HEADERS, "content-security-policy": PAGE_POLICY, "cache-control": "no-store" });
    const view = viewOf(request);
    return renderPage(view, reply, errorPage(view, failure, request));
  });
}

function typeFor({ headers }: FastifyRequest): string {
  return prefersHtml(headers.accept) ? HTML_TYPE : JSON_TYPE;
}

/** What an error page says besides the message: its heading, an explanation as markup, and the next step. */
interface Explanation {
  readonly title: string;
  readonly text: string;
  readonly nextStep: string;
}

/** The page of a failure: what happened, why, and what to do next. */
export function errorPage(view: View, failure: Failure, { id }: FastifyRequest): Page {
  const { title, text, nextStep } = explain(view, failure);
  const { errors, translate } = view.texts;
  return {
    title,
    content: html`<div class="card narrow">
<p role="alert">${translate(failure)}</p>
<p>!${text}</p>
!${nextStep}
<p class="hint">${errors.request} <code>${id}</code></p>
</div>`,
  };
}

function explain(view: View, { kind, reason }: Failure): Explanation {
  const { errors } = view.texts;
  const startPage = buttonLink(paths.START, errors.startPage);
  const retry = buttonLink(view.url, errors.retry);
  switch (kind) {
    case "notFound":
      return { title: errors.notFound, text: html`${errors.notFoundText}`, nextStep: actions(startPage) };
    case "forbidden":
      return reason === "form-expired"
        ? {
            title: errors.expired,
            text: html`${errors.expiredText}`,
            nextStep: actions(buttonLink(view.url, errors.reload)),
          }
        : { title: errors.forbidden, text: whyForbidden(view, reason), nextStep: actions(nextAfterForbidden(view)) };
    case "tooMany":
    case "unavailable":
    case "timeout":
      return { title: errors.unavailable, text: html`${errors.unavailableText}`, nextStep: actions(retry) };
    case "internal":
      return { title: errors.failed, text: html`${errors.internalText}`, nextStep: actions(retry) };
    default:
      return { title: errors.failed, text: "", nextStep: actions(startPage) };
  }
}

/** The reasons for which a higher level of the account would help. */
const LEVEL_TOO_LOW: ReadonlySet<Failure["reason"]> = new Set(["administrators-only", "products-need-level"]);

/** Who is signed in. If their level is too low, also who can raise it. */
function whyForbidden(view: View, reason: Failure["reason"]): string {
  const { errors, users } = view.texts;
  const user = signedIn(view);
  if (user === undefined) return "";
  const [before, after] = errors.signedInAs("\0").split("\0");
  const level = LEVEL_TOO_LOW.has(reason) ? errors.levelIs(users.levels[user.level]) : "";
  return html`${before}!${userText(user.name)}${after} ${level}`;
}

function nextAfterForbidden(view: View): string {
  const { errors } = view.texts;
  return signedIn(view) === undefined
    ? buttonLink(paths.START, errors.startPage)
    : buttonLink(paths.BOOKMARKS, errors.bookmarks);
}

/**
 * Whether a client prefers HTML to JSON by its `Accept` header (RFC 9110, section 12.5.1). False if
 * the header is missing or gives both types the same quality.
 */
export function prefersHtml(accept = ""): boolean {
  const ranges = accept.toLowerCase().split(",").map(toRange);
  return qualityOf("text", "html", ranges) > qualityOf("application", "json", ranges);
}

interface MediaRange {
  readonly range: string;
  readonly quality: number;
}

function toRange(text: string): MediaRange {
  const [range = "", ...parameters] = text.split(";").map((part) => part.trim());
  const weight = parameters.find((parameter) => parameter.startsWith("q="));
  const quality = weight === undefined ? 1 : Number(weight.slice(2));
  return { range, quality: quality >= 0 && quality <= 1 ? quality : 0 };
}

/** The quality that the most specific matching range gives to a media type; 0 when none matches. */
function qualityOf(type: string, subtype: string, ranges: readonly MediaRange[]): number {
  const bySpecificity = [`${type}/${subtype}`, `${type}/*`, "*/*"];
  const matches = bySpecificity.map((wanted) => ranges.find(({ range }) => range === wanted));
  return matches.find((match) => match !== undefined)?.quality ?? 0;
}
