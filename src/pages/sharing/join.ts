import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import { Failure, type Problem } from "#contract/failure";
import type { Context } from "../../context/context.ts";
import * as offers from "../../library/sharing/offers.ts";
import * as sharing from "../../library/sharing/sharing.ts";
import * as registrationPolicy from "../../setup/registration-policy.ts";
import { actions, button, buttonLink } from "../design/button.ts";
import type { Page } from "../design/document.ts";
import { alert } from "../design/notice.ts";
import { BOOKMARKS, JOIN, REGISTER, SHARED, SIGN_IN, START, sharingOf } from "../design/paths.ts";
import { viewOf } from "../design/rendering.ts";
import type { View } from "../design/view.ts";
import { csrfField } from "../forms/csrf.ts";
import { KEEPS_DRAFTS_IN_COOKIE, takeDraft } from "../forms/drafts.ts";
import { invalidLinkPage } from "../forms/invalid-link.ts";
import { sendPage } from "../forms/layout.ts";
import { withNext } from "../forms/next-path.ts";
import { type Destination, redirect } from "../forms/notices.ts";
import { findSignedInUser } from "../forms/session.ts";
import { sentence } from "./sentence.ts";

/** The longest token that the API takes. */
const MAX_TOKEN_LENGTH = 100;

const INVALID = new Failure("invalid", "The link is not valid any more.", { reason: "link-invalid" });

/** The reasons that the page shows, of an invitation that its reader can use later. */
const QUOTAS: ReadonlySet<Failure["reason"]> = new Set(["collaborator-limit", "shared-limit"]);

/** What the page shows of an invitation to one visitor. */
interface Shown {
  readonly token: string;
  readonly offer: offers.Offer;
  readonly standing: offers.Standing;
  /** Why joining failed. */
  readonly error?: Problem;
}

/** Serves the page that the link of an invitation opens. A button joins, not opening the page. */
export function serveJoin(scope: FastifyInstance, { database, clock, config }: Context): void {
  scope.get("/:token", async (request, reply) => joinPage(request, reply, tokenIn(request)));

  scope.post("/:token", KEEPS_DRAFTS_IN_COOKIE, async (request, reply) => {
    const token = tokenIn(request);
    const user = findSignedInUser(request);
    if (user === undefined) return reply.redirect(withNext(SIGN_IN, joinPath(token)), 303);
    const offer = await offers.find(database, clock, token);
    if (offer === undefined) return joinPage(request, reply, token);
    return redirect(reply, await join({ database, clock }, user.id, { ...offer, token }));
  });

  async function joinPage(request: FastifyRequest, reply: FastifyReply, token: string): Promise<FastifyReply> {
    const user = findSignedInUser(request);
    const offer = await offers.find(database, clock, token);
    if (offer === undefined) return invalidPage(request, reply);
    if (user === undefined) {
      const isOpen = await registrationPolicy.isOpen(database, config.registration);
      return sendPage(request, reply, ({ texts }) => strangerPage(texts.sharing, { offer, token, isOpen }));
    }
    const standing = await offers.standingOf(database, user.id, offer.collectionId);
    const failure = takeDraft(request)?.failure;
    const error = failure !== undefined && QUOTAS.has(failure.reason) ? { error: failure } : {};
    return sendPage(request, reply, (view) =>
      memberPage(view, { token, offer, standing, ...error }, csrfField(request, reply)),
    );
  }
}

/** Joins a collection, and returns where that leads. Throws what the page of the form shows, such as a quota. */
export async function join(
  { database, clock }: Pick<Context, "database" | "clock">,
  accountId: number,
  { collectionId, token }: Pick<offers.ReceivedOffer, "collectionId" | "token">,
): Promise<Destination> {
  try {
    await sharing.join(database, clock, accountId, collectionId, token);
  } catch (error) {
    if (!(error instanceof Failure && error.kind === "forbidden")) throw error;
    // The page says why: who owns the collection, or that the visitor uses too many.
    const { message, reason, values, limit } = error;
    throw new Failure("conflict", message, { reason, values, ...(limit !== undefined && { limit }), cause: error });
  }
  return { path: `${BOOKMARKS}/${collectionId}`, notice: "sharing-joined" };
}

/** What signed-in people see. */
function memberPage({ texts }: View, { token, offer, standing, error }: Shown, csrf: string): Page {
  const { join, openCollection, people, untitled } = texts.sharing;
  const title = offer.title || untitled;
  if (standing === "owner") {
    return message(join.own, html`${join.ownText}`, buttonLink(sharingOf(offer.collectionId), people));
  }
  if (standing === "member" || standing === offer.role) {
    const open = buttonLink(`${BOOKMARKS}/${offer.collectionId}`, openCollection);
    return message(join.already, sentence(join.alreadyText, title), open);
  }
  return {
    title: join.title,
    content: html`<form class="card narrow" method="post" action="${joinPath(token)}">
!${error === undefined ? "" : alert(html`${texts.translate(error)} <a href="${SHARED}">${texts.sharing.allShared}</a>`)}
!${csrf}
!${offerOf(texts.sharing, offer)}
<p class="hint">${join.seen}</p>
!${actions(button(join.submit), buttonLink(BOOKMARKS, join.refuse, "secondary"))}
</form>`,
  };
}

/** What people see who are not signed in. */
function strangerPage(
  texts: View["texts"]["sharing"],
  { offer, token, isOpen }: Pick<Shown, "offer" | "token"> & { readonly isOpen: boolean },
): Page {
  const { join } = texts;
  const signIn = buttonLink(withNext(SIGN_IN, joinPath(token)), join.signIn);
  const register = isOpen ? [buttonLink(withNext(REGISTER, joinPath(token)), join.register, "secondary")] : [];
  return {
    title: join.title,
    content: html`<div class="card narrow">
!${offerOf(texts, offer)}
!${actions(signIn, ...register)}
</div>`,
  };
}

function offerOf({ join, untitled }: View["texts"]["sharing"], { ownerName, title, role }: offers.Offer): string {
  return html`<p>!${sentence(join.offer, ownerName, title || untitled)}</p>
<p>${join[role]}</p>`;
}

/** Says that the link can't be used. */
function invalidPage(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { sharing: texts, errors } = viewOf(request).texts;
  const isSignedIn = findSignedInUser(request) !== undefined;
  const nextStep = isSignedIn
    ? buttonLink(SHARED, texts.allShared, "secondary")
    : buttonLink(START, errors.startPage, "secondary");
  return invalidLinkPage(request, reply, INVALID, { text: texts.join.invalid, nextStep });
}

/** A page that says why there is nothing to do. `text` and `nextStep` are markup. */
function message(title: string, text: string, nextStep: string): Page {
  return {
    title,
    content: html`<div class="card narrow">
<p role="status">!${text}</p>
!${actions(nextStep)}
</div>`,
  };
}

function joinPath(token: string): string {
  return `${JOIN}/${encodeURIComponent(token)}`;
}

/** The token in the path; longer texts are none. */
function tokenIn({ params }: FastifyRequest): string {
  // The routes of this page name their only parameter `token`.
  const { token = "" } = params as { readonly token?: string };
  return token.slice(0, MAX_TOKEN_LENGTH);
}
