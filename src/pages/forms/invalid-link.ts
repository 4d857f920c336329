import type { FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import { Failure } from "#contract/failure";
import { statusOf } from "#contract/response/failures";
import { actions } from "../design/button.ts";
import { sendPage } from "./layout.ts";

/** Whether a link was unknown, used or expired. */
export function isInvalidLink(error: unknown): error is Failure {
  return error instanceof Failure && error.reason === "link-invalid";
}

/** Says that a link is not valid any more. `nextStep` is a link as markup. */
export function invalidLinkPage(
  request: FastifyRequest,
  reply: FastifyReply,
  failure: Failure,
  { text, nextStep }: { readonly text: string; readonly nextStep: string },
): FastifyReply {
  return sendPage(request, reply.code(statusOf(failure)), ({ texts }) => ({
    title: texts.invalidLink.title,
    content: html`<div class="card narrow">
<p role="alert">${text}</p>
!${actions(nextStep)}
</div>`,
  }));
}
