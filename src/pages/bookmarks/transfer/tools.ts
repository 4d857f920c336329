import type { FastifyInstance } from "fastify";
import { html } from "ghtml";
import type { Context } from "../../../context/context.ts";
import { buttonLink } from "../../design/button.ts";
import { card } from "../../design/card.ts";
import { copyable } from "../../design/copyable.ts";
import * as paths from "../../design/paths.ts";
import { EDIT_HEAD } from "../head.ts";
import { sendBookmarkPage } from "../undo-notice.ts";

/** Serves the page with the bookmarklet, and with links to the pages that concern many bookmarks. */
export function serveTools(scope: FastifyInstance, { config }: Context): void {
  const bookmarklet = bookmarkletFor(config.baseUrl);
  scope.get("/tools", async (request, reply) =>
    sendBookmarkPage(request, reply, ({ texts, serverName }) => {
      const { transfer, edit } = texts;
      const link = (href: string, title: string, text: string) =>
        html`<li><a href="${href}">${title}</a><p class="hint">${text}</p></li>`;
      return {
        title: transfer.tools,
        lead: html`${transfer.toolsLead}`,
        head: EDIT_HEAD,
        actions: buttonLink(paths.BOOKMARKS, texts.bookmarks.all, "secondary"),
        content: html`!${card(
          { id: "more", title: transfer.manyBookmarks },
          html`<ul class="tools">
!${link(paths.NEW_LINKS, edit.adding.several, edit.adding.severalText)}
!${link(paths.UPLOAD, edit.adding.upload, edit.adding.uploadText)}
!${link(paths.IMPORT, transfer.importTitle, transfer.importLead)}
!${link(paths.EXPORT, transfer.exportTitle, transfer.exportLead)}
!${link(paths.DUPLICATES, transfer.duplicatesTitle, transfer.duplicatesLead)}
!${link(paths.BROKEN, transfer.broken, transfer.brokenText)}
!${link(paths.CLEAN_COLLECTIONS, edit.clean, transfer.cleanText)}
</ul>`,
        )}
!${card({ id: "app", title: transfer.app }, html`<p>${transfer.appText}</p>`)}
!${card(
          { id: "bookmarklet", title: transfer.bookmarklet },
          html`<p>${transfer.bookmarkletText}</p>
<p><a class="button secondary" href="${bookmarklet}">${transfer.bookmarkletName(serverName)}</a></p>
<p class="hint">${transfer.bookmarkletByHand}</p>
!${copyable(texts, "bookmarklet-code", bookmarklet, html`${transfer.copyBookmarklet}`)}`,
        )}`,
      };
    }),
  );
}

/**
 * A link that runs on the page that its owner reads: it opens the form for a new bookmark in a small window, with the
 * address, the title and the selected text of that page. The window has an opener, because only then a script may close
 * it. On this server's pages the Content-Security-Policy keeps the link from running.
 */
export function bookmarkletFor(baseUrl: string): string {
  const value = (code: string) => `encodeURIComponent(${code})`;
  const query = [
    `link='+${value("location.href")}`,
    `title='+${value("document.title")}`,
    `text='+${value("String(getSelection()).slice(0,2000)")}`,
  ].join("+'&");
  return `javascript:void(window.open('${baseUrl}${paths.NEW_ITEM_WINDOW}?${query},'_blank','width=480,height=600'))`;
}
