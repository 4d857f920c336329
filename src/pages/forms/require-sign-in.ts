import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import { Failure } from "#contract/failure";
import { pathOf } from "#contract/request/path";
import { statusOf } from "#contract/response/failures";
import { NO_ERRORS } from "../design/form-state.ts";
import { alert } from "../design/notice.ts";
import { POST_FORM } from "../design/page-form.ts";
import { SIGN_IN } from "../design/paths.ts";
import { cookiesIn, tokensIn } from "./cookies.ts";
import { pageOf } from "./drafts.ts";
import { isKept, keptFields } from "./kept-form.ts";
import { sendPage } from "./layout.ts";
import { findSignedInUser } from "./session.ts";
import { signInForm } from "./sign-in-form.ts";

const ENDED = new Failure("unauthenticated", "The session has ended.", { reason: "session-ended" });

/**
 * Redirects requests without a signed-in user to the sign-in page, which redirects back after signing in. A form whose
 * session has ended gets the sign-in form as its response, which keeps what was typed.
 */
export function requireSignIn(scope: FastifyInstance): void {
  scope.addHook("onRequest", async (request, reply) => {
    if (findSignedInUser(request) !== undefined || mayBeKept(request)) return;
    return toSignIn(request, reply);
  });
  // After the body was read, and before its CSRF token is checked, which nobody can have without a session.
  scope.addHook("preValidation", async (request, reply) => {
    if (findSignedInUser(request) !== undefined) return;
    const kept = keptFields(request);
    if (kept === undefined) return toSignIn(request, reply);
    const values = { ...kept, next: pathOf(pageOf(request)) };
    return sendPage(request, reply.code(statusOf(ENDED)), ({ texts }) => ({
      title: texts.signIn.title,
      form: POST_FORM,
      hasNoChoices: true,
      content: html`!${alert(html`${texts.signIn.kept}`)}
!${signInForm(request, reply, texts, { constraints: {}, values, errors: NO_ERRORS })}`,
    }));
  });
}

/** Whether a request may be a form of a browser that was signed in: only then is its body read. */
function mayBeKept(request: FastifyRequest): boolean {
  const names = cookiesIn(request.server);
  const hasSession = tokensIn(request, names).length > 0 && request.cookies[names.csrf] !== undefined;
  return hasSession && isKept(request);
}

function toSignIn(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const next = request.method === "GET" ? request.url : pathOf(pageOf(request));
  return reply.redirect(`${SIGN_IN}?next=${encodeURIComponent(next)}`, 303);
}
