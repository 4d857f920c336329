import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import * as loginHistory from "../../accounts/login/login-history.ts";
import * as sessionList from "../../accounts/session-list.ts";
import type { Context } from "../../context/context.ts";
import { actions, button, buttonLink } from "../design/button.ts";
import { card } from "../design/card.ts";
import { valuesIn } from "../design/form-state.ts";
import { pagination } from "../design/pagination.ts";
import { ACCESS, SESSIONS, SIGN_IN } from "../design/paths.ts";
import { type Column, table } from "../design/table.ts";
import { exactTime } from "../design/time.ts";
import { type Cookies, clearCookies } from "../forms/cookies.ts";
import { csrfField } from "../forms/csrf.ts";
import { KEEPS_DRAFTS } from "../forms/drafts.ts";
import { sendPage } from "../forms/layout.ts";
import { redirect } from "../forms/notices.ts";
import { getSignedInUser } from "../forms/session.ts";
import type { Texts } from "../texts/en.ts";
import type { Language } from "../texts/language.ts";
import { clientName, clientText } from "./client-text.ts";
import { loginList } from "./login-list.ts";
import { signInAgain } from "./sign-in-again.ts";

/** Logins on a page of the history. */
const PAGE_SIZE = 20;

/** What the page lists. */
interface Lists {
  readonly browsers: readonly sessionList.SignedInBrowser[];
  readonly logins: readonly loginHistory.LoginRow[];
  readonly hasMoreLogins: boolean;
}

/** Serves the page that lists the browsers of the signed-in user, ends their sessions, and shows the login history. */
export function serveSessionList(scope: FastifyInstance, context: Context, cookies: Cookies): void {
  const { database, clock } = context;

  scope.get("/sessions", async (request, reply) => {
    const user = getSignedInUser(request);
    const browsers = await sessionList.list(database, clock, user);
    const { logins, hasMore } = await loginHistory.page(database, user.id, {
      before: beforeIn(request),
      limit: PAGE_SIZE,
    });
    return sessionsPage(request, reply, { browsers, logins, hasMoreLogins: hasMore });
  });

  scope.post("/sessions", KEEPS_DRAFTS, async (request, reply) => {
    const { id, browser_id: current } = getSignedInUser(request);
    const { browser = "", everywhere } = valuesIn(request.body);
    if (everywhere === "1") {
      await sessionList.endAll(database, clock, id);
      clearCookies(reply, cookies);
      return redirect(reply, await signInAgain(context, id, "signed-out-everywhere"));
    }
    await sessionList.end(database, id, browser);
    if (browser !== current) return redirect(reply, { path: SESSIONS, notice: "browser-signed-out" });
    clearCookies(reply, cookies);
    return redirect(reply, { path: SIGN_IN, notice: "signed-out" });
  });
}

/** The id that precedes the requested page of the history; undefined for its first page. */
function beforeIn({ query }: FastifyRequest): number | undefined {
  const { before = "" } = valuesIn(query);
  const id = Number(before);
  return /^[1-9]\d*$/.test(before) && Number.isSafeInteger(id) ? id : undefined;
}

function sessionsPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { browsers, logins, hasMoreLogins }: Lists,
): FastifyReply {
  const older = hasMoreLogins ? `${SESSIONS}?before=${logins.at(-1)?.id}#logins` : undefined;
  return sendPage(request, reply, ({ texts, language }) => {
    const { sessions, access, nextPage } = texts;
    const csrf = csrfField(request, reply);
    return {
      title: sessions.title,
      lead: html`${sessions.lead}`,
      content: html`!${card({ id: "browsers", title: sessions.browsers }, table(columns(texts, language, csrf), browsers))}
<form class="card" method="post" action="${SESSIONS}" aria-labelledby="everywhere">
<h2 id="everywhere">${sessions.everywhere}</h2>
<p>${sessions.everywhereText}</p>
!${csrf}
<input type="hidden" name="everywhere" value="1">
!${actions(button(sessions.everywhere, "danger"), buttonLink(ACCESS, access.title, "secondary"))}
</form>
!${card(
        { id: "logins", title: sessions.history },
        html`!${loginList(texts, language, logins)}
!${pagination(nextPage, older)}`,
      )}`,
    };
  });
}

function columns(all: Texts, language: Language, csrf: string): readonly Column<sessionList.SignedInBrowser>[] {
  const { sessions: texts } = all;
  return [
    {
      label: texts.browser,
      width: 4,
      kind: "text",
      cell: ({ userAgent, isKeptSignedIn }) =>
        html`!${userAgent === "" ? html`${texts.unknown}` : clientText(all, userAgent)}!${
          isKeptSignedIn ? html`<p class="hint">${texts.kept}</p>` : ""
        }`,
    },
    {
      label: texts.network,
      width: 2,
      kind: "text",
      cell: ({ network }) => html`${network === "" ? texts.unknown : network}`,
    },
    { label: texts.signedIn, width: 2, cell: ({ signedInAt }) => exactTime(language, signedInAt) },
    { label: texts.lastUsed, width: 2, cell: ({ lastUsedAt }) => exactTime(language, lastUsedAt) },
    {
      label: texts.action,
      width: 2,
      kind: "action",
      cell: ({ id, userAgent, isCurrent }) =>
        isCurrent
          ? html`<strong>${texts.current}</strong>`
          : html`<form method="post" action="${SESSIONS}">!${csrf}<button class="secondary small" name="browser" value="${id}">${texts.end}<span class="visually-hidden"> ${clientName(all, userAgent)}</span></button></form>`,
    },
  ];
}
