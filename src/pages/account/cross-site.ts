import type { FastifyInstance } from "fastify";
import { html } from "ghtml";

/**
 * Reloads pages that are opened from another site. Browsers withhold `SameSite=Strict` cookies from
 * such requests (RFC 6265bis, section 5.2), so that the user would seem signed out. The reload is a
 * same-site request, so it includes the cookies.
 */
export function reloadCrossSiteNavigations(scope: FastifyInstance): void {
  scope.addHook("onRequest", async ({ method, headers }, reply) => {
    if (method !== "GET" || headers["sec-fetch-site"] !== "cross-site") return;
    return reply.type("text/html; charset=utf-8").send(RELOAD_PAGE);
  });
}

const RELOAD_PAGE = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="0">
<title>Loading · Triptych</title>
<link rel="stylesheet" href="/assets/design.css">
</head>
<body>
<main><h1>Loading …</h1></main>
</body>
</html>
`;
