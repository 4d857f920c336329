import type { FastifyInstance } from "fastify";
import { html } from "ghtml";
import type { Context } from "../../../context/context.ts";
import { card } from "../../design/card.ts";
import * as paths from "../../design/paths.ts";
import { EDIT_HEAD } from "../head.ts";
import { sendBookmarkPage } from "../undo-notice.ts";

/** Serves the page with the bookmarklet, and with links to the pages that concern many bookmarks. */
export function serveTools(scope: FastifyInstance, { config }: Context): void {
  const bookmarklet = bookmarkletFor(config.baseUrl);
  scope.get("/tools", async (request, reply) =>
    sendBookmarkPage(request, reply, ({ texts: { transfer, edit } }) => {
      const link = (href: string, title: string, text: string) =>
        html`<li><a href="${href}">${title}</a><p class="hint">${text}</p></li>`;
      return {
        title: transfer.tools,
        lead: html`${transfer.toolsLead}`,
        head: EDIT_HEAD,
        content: html`!${card(
          { id: "bookmarklet", title: transfer.bookmarklet },
          html`<p>${transfer.bookmarkletText}</p>
<p><a class="button secondary" href="${bookmarklet}">${transfer.bookmarkletName}</a></p>`,
        )}
!${card({ id: "app", title: transfer.app }, html`<p>${transfer.appText}</p>`)}
!${card(
          { id: "more", title: transfer.allBookmarks },
          html`<ul class="tools">
!${link(paths.IMPORT, transfer.importTitle, transfer.importLead)}
!${link(paths.EXPORT, transfer.exportTitle, transfer.exportLead)}
!${link(paths.DUPLICATES, transfer.duplicatesTitle, transfer.duplicatesLead)}
!${link(paths.BROKEN, transfer.broken, transfer.brokenText)}
!${link(paths.CLEAN_COLLECTIONS, edit.clean, transfer.cleanText)}
</ul>`,
        )}`,
      };
    }),
  );
}

/**
 * A link that runs on the page that its owner reads: it opens the form for a new bookmark, with the address, the title
 * and the selected text of that page. On this server's pages the Content-Security-Policy keeps it from running.
 */
export function bookmarkletFor(baseUrl: string): string {
  const value = (code: string) => `encodeURIComponent(${code})`;
  const query = [
    `link='+${value("location.href")}`,
    `title='+${value("document.title")}`,
    `text='+${value("String(getSelection()).slice(0,2000)")}`,
  ].join("+'&");
  return `javascript:void(window.open('${baseUrl}${paths.NEW_ITEM}?${query},'_blank','noopener'))`;
}
