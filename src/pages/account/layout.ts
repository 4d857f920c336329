import type { FastifyReply, FastifyRequest } from "fastify";
import type { Page } from "../design/document.ts";
import { notice } from "../design/notice.ts";
import type { View } from "../design/view.ts";
import { HTML_TYPE, renderPage, viewOf } from "../page.ts";
import { takeNotice } from "./notices.ts";

/**
 * Sends a page of the account. The notice that confirms the previous action stands above the content. `toAction`
 * returns what the reader can do about the undo step of that action, as markup.
 */
export function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  toPage: (view: View) => Page,
  toAction: (view: View, step: number) => string = () => "",
): FastifyReply {
  const view = viewOf(request);
  const page = toPage(view);
  const found = takeNotice(request, reply, view.texts);
  const action = found?.step === undefined ? "" : toAction(view, found.step);
  const content = found === undefined ? page.content : `${notice(found.text, action)}\n${page.content}`;
  return reply.type(HTML_TYPE).send(renderPage(view, reply, { ...page, content }));
}
