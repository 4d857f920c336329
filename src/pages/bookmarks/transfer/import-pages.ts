import type { FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import type { Problem } from "#contract/failure";
import type { Import, ImportState } from "../../../library/import/imports.ts";
import { actions, button, buttonLink } from "../../design/button.ts";
import { card } from "../../design/card.ts";
import { alert } from "../../design/notice.ts";
import { PAGE_FORM, POST_FORM } from "../../design/page-form.ts";
import { BOOKMARKS, IMPORT } from "../../design/paths.ts";
import { userText } from "../../design/user-text.ts";
import type { View } from "../../design/view.ts";
import { csrfField } from "../../forms/csrf.ts";
import { type ChoiceList, nameField } from "../choices.ts";
import { toOptions } from "../collection-options.ts";
import { EDIT_HEAD } from "../head.ts";
import { sendBookmarkPage, undoNotice } from "../undo-notice.ts";

/** Seconds until the page of a running import loads itself again. */
const REFRESH_SECONDS = 2;

interface UploadPage {
  /** The account's last import. */
  readonly current: Import | undefined;
  readonly error: Problem | undefined;
}

/** The page on which a file is chosen. */
export function uploadPage(request: FastifyRequest, reply: FastifyReply, { current, error }: UploadPage): FastifyReply {
  return sendBookmarkPage(request, reply, ({ texts }) => {
    const { transfer } = texts;
    return {
      title: transfer.importTitle,
      lead: html`${transfer.importLead}`,
      head: EDIT_HEAD,
      content: html`!${
        current === undefined
          ? ""
          : html`<p><a href="${IMPORT}/${current.id}">${current.state.kind === "ready" ? transfer.continueImport : transfer.lastImport}</a></p>`
      }
<form class="card edit" method="post" action="${IMPORT}" enctype="multipart/form-data">
!${error === undefined ? "" : alert(html`${texts.translate(error)}`)}
!${csrfField(request, reply)}
<div class="field"><label for="file">${transfer.file}</label>
<input id="file" name="file" type="file" accept=".html,.htm,.csv,.tsv,.txt,.json,.jsonlz4,.zip,text/html,text/csv,text/plain,application/json,application/zip" required aria-describedby="file-hint">
<p class="hint" id="file-hint">${transfer.fileHint}</p></div>
!${actions(button(transfer.readFile), buttonLink(BOOKMARKS, texts.form.cancel, "secondary"))}
</form>`,
    };
  });
}

/** The choice of the collection into which a file is imported. */
interface Target {
  readonly collections: ChoiceList;
  readonly selected: string;
  /** Why the collection was not accepted, as the end of a sentence. */
  readonly error: Problem | undefined;
}

/** The page that says what a file holds, and asks where to put it. */
export function previewPage(
  request: FastifyRequest,
  reply: FastifyReply,
  job: Import,
  { collections, selected, error }: Target,
): FastifyReply {
  return sendBookmarkPage(request, reply, (view) => {
    const { transfer, form } = view.texts;
    const csrf = csrfField(request, reply);
    const { bookmarks, duplicates, repeated, skipped, datesNotRead, folders, tags, highlights } = job.counts;
    return {
      title: transfer.previewTitle,
      lead: html`${transfer.previewLead}`,
      head: EDIT_HEAD,
      form: POST_FORM,
      content: html`<form class="card edit" id="${PAGE_FORM}" method="post" action="${IMPORT}/${job.id}">
!${csrf}
!${counts([
        [transfer.toAdd, bookmarks - duplicates],
        [transfer.duplicates, duplicates],
        ...(repeated === 0 ? [] : [[transfer.repeated, repeated] as const]),
        [transfer.invalid, skipped],
        ...(datesNotRead === 0 ? [] : [[transfer.datesNotRead, datesNotRead] as const]),
        [transfer.folders, folders],
        [transfer.tags, tags],
        [transfer.highlights, highlights],
      ])}
!${error === undefined ? "" : alert(html`${transfer.into}: ${view.texts.translate(error)}.`)}
<div class="field"><label for="into">${transfer.into}</label>
<select id="into" name="into"><option value="">${transfer.topLevel}</option>
!${toOptions(collections).map(([value, text]) => html`<option value="${value}"!${value === selected ? " selected" : ""}>${text}</option>`)}
</select></div>
!${nameField(view.texts, "into", collections)}
!${actions(button(transfer.start(bookmarks - duplicates)), html`<button class="secondary" formaction="${IMPORT}/${job.id}/cancel">${form.cancel}</button>`)}
</form>
!${skippedCard(view, job)}`,
    };
  });
}

/** The page of a running import. It loads itself again. */
export function progressPage(request: FastifyRequest, reply: FastifyReply, job: Import): FastifyReply {
  const total = job.counts.bookmarks - job.counts.duplicates;
  const stored = job.state.kind === "running" ? job.state.stored : 0;
  return sendBookmarkPage(request, reply, ({ texts: { transfer } }) => ({
    title: transfer.running,
    head: html`!${EDIT_HEAD}
<meta http-equiv="refresh" content="${REFRESH_SECONDS}">`,
    content: html`<div class="card edit">
<p role="status"><label for="progress">${transfer.progress(stored, total)}</label></p>
<progress id="progress"!${stored === 0 ? "" : html` value="${stored}"`} max="${Math.max(total, 1)}"></progress>
<p class="hint">${transfer.runningHint}</p>
</div>`,
  }));
}

/** The page that says what an import did, with the button that reverts it. */
export function reportPage(
  request: FastifyRequest,
  reply: FastifyReply,
  job: Import,
  { result }: Extract<ImportState, { readonly kind: "done" }>,
): FastifyReply {
  return sendBookmarkPage(request, reply, (view) => {
    const { transfer } = view.texts;
    return {
      title: transfer.reportTitle,
      head: EDIT_HEAD,
      content: html`<div class="card edit">
!${counts([
        [transfer.added, result.items],
        [transfer.newCollections, result.collections],
        [transfer.duplicates, result.duplicates],
        [transfer.invalid, job.counts.skipped],
      ])}
!${actions(buttonLink(BOOKMARKS, transfer.showBookmarks), buttonLink(IMPORT, transfer.importMore, "secondary"))}
!${result.step === undefined ? "" : html`<div class="undo"><p class="hint">${transfer.undoHint}</p>!${undoNotice(view, result.step, undefined)}</div>`}
</div>
!${skippedCard(view, job)}`,
    };
  });
}

/** The page of an import that stored nothing. `message` says why. */
export function failedPage(request: FastifyRequest, reply: FastifyReply, problem: Problem): FastifyReply {
  return sendBookmarkPage(request, reply, ({ texts }) => ({
    title: texts.transfer.failedTitle,
    content: html`!${alert(html`${texts.translate(problem)}`)}
<p>${texts.transfer.failedText}</p>
!${actions(buttonLink(IMPORT, texts.transfer.tryAgain))}`,
  }));
}

/** Numbers with their names. */
function counts(rows: readonly (readonly [label: string, count: number])[]): string {
  return html`<dl class="counts">
!${rows.map(([label, count]) => html`<div><dt>${label}</dt><dd>${count}</dd></div>`)}
</dl>`;
}

/** The entries that can't be imported, and why; empty without any. */
function skippedCard({ texts: { transfer } }: View, { skipped, counts: { skipped: count } }: Import): string {
  if (count === 0) return "";
  return card(
    { id: "skipped", title: transfer.skippedTitle },
    html`<ul class="skipped">
!${skipped.map(
      ({ text, reason, line }) =>
        html`<li>!${userText(text)} <span class="hint">${transfer.reasons[reason]}!${line === undefined ? "" : html` (${transfer.line(line)})`}</span></li>`,
    )}
</ul>
!${count > skipped.length ? html`<p class="hint">${transfer.moreSkipped(count - skipped.length)}</p>` : ""}`,
  );
}
