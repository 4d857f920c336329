import type { FastifyInstance } from "fastify";
import { html } from "ghtml";
import { buttonLink } from "../design/button.ts";
import { card } from "../design/card.ts";
import { BOOKMARKS } from "../design/paths.ts";
import type { View } from "../design/view.ts";
import type { Texts } from "../texts/en.ts";
import { LIST_HEAD } from "./head.ts";
import { sendBookmarkPage } from "./undo-notice.ts";

/** The keys, in the order of the overview, each with what it does; assets/bookmarks.js has the same, and assets/tree.js the arrows. */
const KEYS = [
  [["j"], "next"],
  [["k"], "previous"],
  [["o", "Enter"], "open"],
  [["e"], "edit"],
  [["s"], "star"],
  [["x"], "select"],
  [["Shift + x"], "range"],
  [["Esc"], "none"],
  [["t"], "tag"],
  [["m"], "move"],
  [["z"], "undo"],
  [["/"], "search"],
  [["a"], "add"],
  [["↑", "↓", "←", "→"], "tree"],
  [["?"], "overview"],
] as const;

/** Serves the overview of the keyboard shortcuts, which lists show in a dialog if scripts run. */
export function serveShortcuts(scope: FastifyInstance): void {
  scope.get("/shortcuts", async (request, reply) =>
    sendBookmarkPage(request, reply, ({ texts }) => {
      const { shortcuts, all } = texts.bookmarks;
      return {
        title: shortcuts.title,
        lead: html`${shortcuts.lead}`,
        head: LIST_HEAD,
        actions: buttonLink(BOOKMARKS, all, "secondary"),
        content: card({ id: "keys", title: shortcuts.keys }, overview(texts)),
      };
    }),
  );
}

/** The dialog with the overview; closed until a script opens it. */
export function shortcutDialog({ texts }: View): string {
  const { shortcuts } = texts.bookmarks;
  return html`<dialog id="shortcuts" aria-labelledby="shortcuts-title">
<h2 id="shortcuts-title">${shortcuts.title}</h2>
!${overview(texts)}
<form method="dialog"><button class="secondary small">${shortcuts.close}</button></form>
</dialog>`;
}

function overview({ bookmarks }: Texts): string {
  const { shortcuts } = bookmarks;
  return html`<dl class="shortcuts">!${KEYS.map(
    ([keys, action]) =>
      html`<dt>!${keys.map((key) => html`<kbd>${key}</kbd>`).join(" ")}</dt><dd>${shortcuts.actions[action]}</dd>`,
  )}</dl>
<p class="checkbox" data-shortcut-switch hidden><label><input type="checkbox"> ${shortcuts.on}</label></p>`;
}
