import type { FastifyReply, FastifyRequest } from "fastify";
import type { Page } from "../design/document.ts";
import { valuesIn } from "../design/form-state.ts";
import { notice } from "../design/notice.ts";
import type { View } from "../design/view.ts";
import { HTML_TYPE, renderPage, viewOf } from "../page.ts";
import type { Texts } from "../texts/en.ts";

/**
 * Sends a page of the account. The query parameter `notice` names a message that confirms the previous action, which
 * stands above the content. `toAction` returns what the reader can do about the message, as markup.
 */
export function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  toPage: (view: View) => Page,
  toAction: (view: View) => string = () => "",
): FastifyReply {
  const view = viewOf(request);
  const page = toPage(view);
  const confirmation = confirmationOf(request, view.texts);
  const content =
    confirmation === undefined ? page.content : `${notice(confirmation, toAction(view))}\n${page.content}`;
  return reply.type(HTML_TYPE).send(renderPage(view, reply, { ...page, content }));
}

function confirmationOf({ query }: FastifyRequest, { notices }: Texts): string | undefined {
  const { notice: name = "" } = valuesIn(query);
  return Object.entries(notices).find(([key]) => key === name)?.[1];
}
