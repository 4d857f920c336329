import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import type { Context } from "../../../context/context.ts";
import * as brokenItems from "../../../library/items/broken-items.ts";
import * as bulk from "../../../library/items/bulk.ts";
import { EVERYTHING } from "../../../library/placement.ts";
import { buttonLink } from "../../design/button.ts";
import { emptyState } from "../../design/empty-state.ts";
import { valuesIn } from "../../design/form-state.ts";
import { pagination } from "../../design/pagination.ts";
import { BOOKMARKS, BROKEN, ITEMS, pathOfItemCopy } from "../../design/paths.ts";
import { time } from "../../design/time.ts";
import { userText } from "../../design/user-text.ts";
import { csrfField } from "../../forms/csrf.ts";
import { KEEPS_DRAFTS } from "../../forms/drafts.ts";
import { redirect } from "../../forms/notices.ts";
import { getSignedInUser } from "../../forms/session.ts";
import type * as en from "../../texts/en.ts";
import { markedIn } from "../bulk-form.ts";
import { EDIT_HEAD } from "../head.ts";
import { cut, isWebAddress } from "../item-parts.ts";
import { sendBookmarkPage } from "../undo-notice.ts";

/** Bookmarks on a page. */
const PAGE_SIZE = 50;

/** Characters of an address that the page shows. */
const MAX_ADDRESS = 200;

/** Where the Internet Archive lists its copies of a page. */
const WAYBACK = "https://web.archive.org/web/*/";

/** Serves the page of the bookmarks whose links no longer work, which marks them as working or removes them. */
export function serveBroken(scope: FastifyInstance, context: Context): void {
  const { database, clock, config } = context;
  const days = context.linkChecks === undefined ? 0 : config.checkLinksDays;

  scope.get("/broken", async (request, reply) => {
    const { id } = getSignedInUser(request);
    const number = pageIn(request.query);
    const found = await brokenItems.page(database, id, { number: number - 1, limit: PAGE_SIZE });
    return brokenPage(request, reply, { ...found, number, days });
  });

  scope.post("/broken", KEEPS_DRAFTS, async (request, reply) => {
    const { id: accountId } = getSignedInUser(request);
    const { action = "" } = valuesIn(request.body);
    const ids = markedIn(request.body).slice(0, PAGE_SIZE);
    if (action === "works") {
      const count = await brokenItems.markWorking(database, clock, accountId, ids);
      return redirect(reply, {
        path: BROKEN,
        notice: count === 0 ? "transfer-nothing-chosen" : "transfer-broken-works",
      });
    }
    if (action !== "trash" || ids.length === 0)
      return redirect(reply, { path: BROKEN, notice: "transfer-nothing-chosen" });
    const selection = { placeId: EVERYTHING, nested: false, ids, searches: ["broken:true"] };
    const { result, step } = await bulk.remove(database, clock, accountId, selection);
    const notice = result.modified === 0 ? "transfer-nothing-moved" : "transfer-broken-moved";
    return redirect(reply, { path: BROKEN, notice, step });
  });
}

/** The number of the page, from 1. */
function pageIn(query: unknown): number {
  const { page = "" } = valuesIn(query);
  return /^[1-9]\d{0,6}$/.test(page) ? Number(page) : 1;
}

interface BrokenList {
  readonly items: readonly brokenItems.BrokenItem[];
  /** On all pages. */
  readonly count: number;
  readonly number: number;
  readonly days: number;
}

function brokenPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { items, count, number, days }: BrokenList,
): FastifyReply {
  return sendBookmarkPage(request, reply, ({ texts }) => {
    const { transfer, nextPage } = texts;
    const hasMore = number * PAGE_SIZE < count;
    const more = pagination(nextPage, hasMore ? `${BROKEN}?page=${number + 1}` : undefined);
    const none = emptyState({
      title: transfer.noBroken,
      text: transfer.noBrokenText,
      action: buttonLink(BOOKMARKS, transfer.showBookmarks),
    });
    return {
      title: transfer.broken,
      lead: html`${transfer.brokenLead(days)}`,
      head: EDIT_HEAD,
      content:
        items.length === 0
          ? none
          : html`<p class="total">${transfer.brokenCount(count)}</p>
<form method="post" action="${BROKEN}">
!${csrfField(request, reply)}
<ul class="broken-links">
!${items.map((broken) => entry(texts, broken))}</ul>
<div class="marked-bar">
<label hidden><input type="checkbox" data-selects="ids">${transfer.selectAll}</label>
<button class="secondary" name="action" value="works">${transfer.works}</button>
<button class="danger" name="action" value="trash">${transfer.moveToTrash}</button>
</div>
</form>
!${more}`,
    };
  });
}

function entry({ transfer, edit }: en.Texts, { item, check }: brokenItems.BrokenItem): string {
  const title = cut(item.title, MAX_ADDRESS);
  const address = userText(cut(item.link, MAX_ADDRESS));
  const isSafe = isWebAddress(item.link);
  const seen =
    check === undefined
      ? html`${transfer.markedByHand}`
      : html`${wordsFor(transfer, check.seen)}, ${transfer.since} !${time(check.since)}`;
  return html`<li class="card">
<input type="checkbox" name="ids" value="${item.id}" aria-label="${transfer.selectBookmark(title)}">
<div>
<p class="title">!${userText(title)}</p>
<p class="address">!${isSafe ? html`<a href="${item.link}" rel="noopener noreferrer">!${address}</a>` : address}</p>
<p class="hint">!${seen}</p>
</div>
<div class="links">
!${item.copy_status === "ready" ? html`<a class="button secondary small" href="${pathOfItemCopy(item.id)}">${edit.openCopy}<span class="visually-hidden"> ${title}</span></a>` : ""}
!${isSafe ? html`<a class="button secondary small" href="${WAYBACK}${item.link}" rel="noopener noreferrer" aria-label="${transfer.archivedOf(title)}">${transfer.archived}</a>` : ""}
<a class="button secondary small" href="${ITEMS}/${item.id}">${transfer.edit}<span class="visually-hidden"> ${title}</span></a>
</div>
</li>
`;
}

/** What a check saw, in words. */
function wordsFor({ seen: words, status }: en.Texts["transfer"], seen: string): string {
  if (/^\d+$/.test(seen)) return status(seen);
  return Object.entries(words).find(([name]) => name === seen)?.[1] ?? words.other;
}
