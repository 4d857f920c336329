import cookie from "@fastify/cookie";
import formbody from "@fastify/formbody";
import type { FastifyInstance } from "fastify";
import { html } from "ghtml";
import type { LoginService } from "../../accounts/logins.ts";
import type { Context } from "../../context.ts";
import type { Contract } from "../../http/contract/types.ts";
import { rejectUnmatched } from "../../http/request/unmatched.ts";
import { checkerOf } from "../../http/request/validation.ts";
import { renderFailures } from "../../http/response/failures.ts";
import { serveStaticText } from "../../http/response/static-text.ts";
import { readAsset } from "../asset.ts";
import { contentSecurityPolicy, protect } from "../security.ts";
import { serveApiKeys } from "./api-keys.ts";
import { welcomeFromElsewhere } from "./arrival.ts";
import { cookiesFor } from "./cookies.ts";
import { requireTokens } from "./csrf.ts";
import { frame } from "./frame.ts";
import { serveSignIn } from "./sign-in.ts";
import { serveUsers } from "./users.ts";
import { recogniseVisitors, requireAdministrators, requireVisitors } from "./visit.ts";

/** What the pages stand on. */
interface Parts {
  readonly context: Context;
  readonly loginService: LoginService;
  /** They say what an address, a password and a user have to be. */
  readonly catalogue: Contract;
  readonly users: Contract;
}

/** The largest form, in bytes. */
const FORM_LIMIT = 64 * 1024;

/** Scripts and styles come from this server's files alone, never from the page itself. */
const POLICY = contentSecurityPolicy({ "script-src": "'self'", "style-src": "'self'", "img-src": "'self'" });

/** The pages under `/account`, for people: signing in, "Manage API Keys", and for administrators the users. They work without scripts. */
export async function registerAccountPages(server: FastifyInstance, parts: Parts): Promise<void> {
  await server.register(serveAssets);
  await server.register(async (scope) => servePages(scope, parts), { prefix: "/account" });
}

async function servePages(scope: FastifyInstance, { context, loginService, catalogue, users }: Parts): Promise<void> {
  const cookies = cookiesFor(context.config.baseUrl.startsWith("https:"));
  protect(scope);
  scope.addHook("onRequest", async (_request, reply) => {
    reply.headers({ "content-security-policy": POLICY, "cache-control": "no-store" });
  });
  welcomeFromElsewhere(scope);
  await scope.register(formbody, { bodyLimit: FORM_LIMIT });
  await scope.register(cookie);
  await requireTokens(scope, cookies, context.tokenSecret);
  renderFailures(scope, "text/html; charset=utf-8", ({ message, kind }, request, reply) =>
    frame(
      request,
      reply,
      kind === "notFound" ? "Not found" : "That did not work",
      html`<div class="card narrow"><p role="alert">${message}</p><p class="hint">Request <code>${request.id}</code></p></div>`,
    ),
  );
  recogniseVisitors(scope, context, cookies);
  rejectUnmatched(scope);

  serveSignIn(scope, { context, loginService, cookies, checkCredentials: checkerOf(catalogue, "Credentials") });
  await scope.register(async (signedIn) => {
    requireVisitors(signedIn);
    serveApiKeys(signedIn, context);
    await signedIn.register(async (administrators) => {
      requireAdministrators(administrators);
      serveUsers(administrators, {
        context,
        checkNew: checkerOf(users, "NewUser"),
        checkChange: checkerOf(users, "UserChange"),
      });
    });
  });
}

/** The files that the pages load. */
async function serveAssets(scope: FastifyInstance): Promise<void> {
  protect(scope);
  const policy = contentSecurityPolicy();
  const style = readAsset("colours.css") + readAsset("account.css");
  serveStaticText(scope, { path: "/assets/account.css", type: "text/css; charset=utf-8", text: style, policy });
  const script = readAsset("account.js");
  serveStaticText(scope, { path: "/assets/account.js", type: "text/javascript; charset=utf-8", text: script, policy });
  serveStaticText(scope, {
    path: "/assets/triptych.svg",
    type: "image/svg+xml",
    text: readAsset("triptych.svg"),
    policy,
  });
}
