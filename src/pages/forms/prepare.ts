import formbody from "@fastify/formbody";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { html } from "ghtml";
import type { CallerLimit } from "#contract/request/caller-limit";
import { rejectUnmatched } from "#contract/request/unmatched";
import { renderFailures } from "#contract/response/failures";
import { type Origin, runAs } from "../../audit/origin.ts";
import type { Context } from "../../context/context.ts";
import { documentStart } from "../design/document-start.ts";
import { errorPage } from "../design/error-page.ts";
import { valuesIn } from "../design/form-state.ts";
import { HTML_TYPE, renderPage, viewOf } from "../design/rendering.ts";
import { PAGE_POLICY, preparePageScope } from "../design/security.ts";
import type { View } from "../design/view.ts";
import { type Cookies, cookiesFor } from "./cookies.ts";
import { showDrafts } from "./drafts.ts";
import { limitLargePages } from "./large-pages.ts";
import { clientOf, findSignedInUser } from "./session.ts";
import { loadVisitors } from "./visitors.ts";

/** The size limit of forms by default, in bytes. */
const FORM_LIMIT = 64 * 1024;

/** The names of the session cookies for the server's public URL. */
export function cookiesOf({ config }: Context): Cookies {
  return cookiesFor(config.baseUrl.startsWith("https:"));
}

/**
 * Prepares a scope for pages that depend on who is signed in: headers, sessions, CSRF tokens and error pages. `limit`
 * counts their requests. All these pages share one scope, because each hook of another one would take time at the start.
 */
export async function preparePages(scope: FastifyInstance, context: Context, limit: CallerLimit): Promise<void> {
  preparePageScope(scope);
  showDrafts(scope, context);
  limitLargePages(scope, context);
  scope.addHook("onRequest", async (_request, reply) => {
    reply.headers({ "content-security-policy": PAGE_POLICY, "cache-control": "no-store" });
  });
  hideTokensInAddresses(scope);
  reloadCrossSiteNavigations(scope);
  renderFailures(scope, HTML_TYPE, (failure, request, reply) => {
    const view = viewOf(request);
    return renderPage(view, reply, errorPage(view, failure, request));
  });
  await loadVisitors(scope, context, { limit });
  attributeChanges(scope, context);
  rejectUnmatched(scope);
}

/** Registers the pages below a path in the scope of `preparePages`. `formLimit` is the size limit of forms, in bytes. */
export async function registerPagesBelow(
  pages: FastifyInstance,
  { prefix, formLimit = FORM_LIMIT }: { readonly prefix: string; readonly formLimit?: number },
  register: (scope: FastifyInstance) => void | Promise<void>,
): Promise<void> {
  await pages.register(
    async (scope) => {
      await scope.register(formbody, { bodyLimit: formLimit });
      await register(scope);
    },
    { prefix },
  );
}

/** The page of an invitation, whose path ends with its token, also as the page to return to after signing in. */
const INVITATION = /(?:\/|%2f)join(?:\/|%2f)/i;

/**
 * Keeps browsers from repeating the address of a page in `Referer` if it has the token of a link. The policy is
 * `strict-origin` and not `no-referrer`, with which the forms of the page would send `Origin: null`.
 */
function hideTokensInAddresses(scope: FastifyInstance): void {
  scope.addHook("onRequest", async ({ query, url }, reply) => {
    if (valuesIn(query).token !== undefined || INVITATION.test(url)) reply.header("referrer-policy", "strict-origin");
  });
}

/**
 * Reloads pages that are opened from another site. Browsers withhold `SameSite=Strict` cookies from
 * such requests (RFC 6265bis, section 5.2), so that the user would seem signed out. The reload is a
 * same-site request, so it includes the cookies.
 */
function reloadCrossSiteNavigations(scope: FastifyInstance): void {
  scope.addHook("onRequest", async (request, reply) => {
    if (request.method !== "GET" || request.headers["sec-fetch-site"] !== "cross-site") return;
    return reply.type(HTML_TYPE).send(reloadPage(viewOf(request)));
  });
}

function reloadPage(view: View): string {
  return html`!${documentStart(view, view.texts.loading, html`<meta http-equiv="refresh" content="0">`)}
<body>
<main><h1>${view.texts.loading}</h1></main>
</body>
</html>
`;
}

/** Tells the audit log who causes what the handlers of forms change. */
function attributeChanges(scope: FastifyInstance, { clock }: Context): void {
  // After the body was read: its events do not keep the context of the hooks before.
  scope.addHook("preHandler", (request, _reply, done) => {
    if (request.method === "GET" || request.method === "HEAD") done();
    else runAs(originOf(request, clock), done);
  });
}

function originOf(request: FastifyRequest, clock: () => number): Origin {
  const user = findSignedInUser(request);
  const { address, userAgent } = clientOf(request);
  return {
    actor: user === undefined ? "anonymous" : "account",
    accountId: user?.id ?? null,
    credentialVersion: user?.credential_version ?? null,
    via: request.routeOptions.url ?? "",
    credential: user?.browser_id ?? null,
    client: { address, userAgent },
    clock,
  };
}
