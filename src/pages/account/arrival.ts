import type { FastifyInstance } from "fastify";
import { html } from "ghtml";

/**
 * Lets who follows a link from another site arrive as who they are. Their browser holds back cookies of `SameSite=Strict` on the way (RFC
 * 6265bis, section 5.2), so that they would be strangers here; asked again by a page of ours, it sends them.
 */
export function welcomeFromElsewhere(scope: FastifyInstance): void {
  scope.addHook("onRequest", async ({ method, headers }, reply) => {
    if (method !== "GET" || headers["sec-fetch-site"] !== "cross-site") return;
    return reply.type("text/html; charset=utf-8").send(ONWARD);
  });
}

/** Loads the same address again, at once. */
const ONWARD = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="0">
<title>One moment · Triptych</title>
<link rel="stylesheet" href="/assets/account.css">
</head>
<body>
<main><h1>One moment …</h1></main>
</body>
</html>
`;
