import type { FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import { assetPath } from "../design/assets.ts";
import type { Page } from "../design/document.ts";
import { alert, notice } from "../design/notice.ts";
import { HTML_TYPE, renderPage, viewOf } from "../design/rendering.ts";
import type { View } from "../design/view.ts";
import { accountNavigation } from "./account-navigation.ts";
import { problemOf } from "./drafts.ts";
import { takeNotice } from "./notices.ts";

/**
 * Sends a page of the account. Above the content is the notice that confirms the previous action, or why it failed if
 * no form says so. `toAction` returns what the reader can do about the undo step of that action, as markup.
 */
export function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  toPage: (view: View) => Page,
  toAction: (view: View, step: number, form: Page["form"]) => string = () => "",
): FastifyReply {
  const view = viewOf(request);
  const page = toPage(view);
  const found = takeNotice(request, reply, view.texts);
  const action = found?.step === undefined ? "" : toAction(view, found.step, page.form);
  const problem = problemOf(request);
  const above = [
    ...(found === undefined ? [] : [notice(found.text, action)]),
    ...(problem === undefined ? [] : [alert(html`${view.texts.translate(problem)}`)]),
  ];
  const content = [...above, page.content].join("\n");
  return reply.type(HTML_TYPE).send(renderPage(view, reply, inSection(view, { ...page, content })));
}

/** The page with the links and the styles of the pages of accounts, if it is one of them. */
function inSection(view: View, page: Page): Page {
  const navigation = accountNavigation(view);
  if (navigation === undefined) return page;
  const styles = html`<link rel="stylesheet" href="${assetPath("account.css")}">`;
  return { ...page, navigation, head: [styles, page.head ?? ""].join("\n").trimEnd() };
}
