import type { FastifyInstance } from "fastify";
import { html } from "ghtml";
import { documentStart } from "../design/document-start.ts";
import { HTML_TYPE, viewOf } from "../design/rendering.ts";
import type { View } from "../design/view.ts";

/**
 * Reloads pages that are opened from another site. Browsers withhold `SameSite=Strict` cookies from
 * such requests (RFC 6265bis, section 5.2), so that the user would seem signed out. The reload is a
 * same-site request, so it includes the cookies.
 */
export function reloadCrossSiteNavigations(scope: FastifyInstance): void {
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
