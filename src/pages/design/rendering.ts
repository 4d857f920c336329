import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sendText } from "#contract/response/static-text";
import { DEFAULT_SERVER_NAME } from "../../mail/server-name.ts";
import type { ServerFacts } from "../../setup/server-facts.ts";
import { chooseLanguage, textsIn } from "../texts/language.ts";
import { documentOf, type Page } from "./document.ts";
import { preferencesOf } from "./preferences.ts";
import { signedIn, type View, type Visitor } from "./view.ts";

export const HTML_TYPE = "text/html; charset=utf-8";

/** The name of the request decorator with the `Visitor`, which scopes that read sessions have. */
export const VISITOR = "visitor";

/** The name of the server decorator with its `ServerFacts`. */
export const SERVER_FACTS = "serverFacts";

/** A page of a public path. */
interface PublicPage {
  readonly path: string;
  /** The value of `Content-Security-Policy`. */
  readonly policy: string;
  readonly page: (view: View) => Page | Promise<Page>;
}

/** Serves a public page. It has an entity tag, unless somebody is signed in: then its forms have a token. */
export function servePage(scope: FastifyInstance, { path, policy, page }: PublicPage): void {
  scope.get(path, async (request, reply) => {
    const view = viewOf(request);
    const content = await page(view);
    const text = renderPage(view, reply.header("content-security-policy", policy).type(HTML_TYPE), content);
    return signedIn(view) === undefined
      ? sendText(request, reply, text)
      : reply.header("cache-control", "private, no-store").send(text);
  });
}

/** The HTML of a page. Sets the headers that say which language it has, and what it depends on. */
export function renderPage(view: View, reply: FastifyReply, page: Page): string {
  const vary = reply.getHeader("vary");
  reply.headers({
    vary: [...(vary === undefined ? [] : [vary]), "Accept-Language", "Cookie", "Save-Data"].join(", "),
    "content-language": page.language ?? view.language,
  });
  return documentOf(view, page);
}

/** What the components need to know about a request. */
export function viewOf(request: FastifyRequest): View {
  const visitor = visitorOf(request);
  const { theme, language: chosen, samples } = preferencesOf(request);
  const locale = typeof visitor === "string" ? undefined : visitor.locale;
  const language = chooseLanguage({ chosen, locale, accepted: request.headers["accept-language"] });
  return {
    language,
    texts: textsIn(language),
    theme,
    samples,
    serverName: serverNameIn(request.server),
    url: request.url,
    visitor,
    savesData: request.headers["save-data"]?.toString().toLowerCase() === "on",
  };
}

/** The name of a server, which has none in tests without a database. */
export function serverNameIn(server: FastifyInstance): string {
  if (!server.hasDecorator(SERVER_FACTS)) return DEFAULT_SERVER_NAME;
  return server.getDecorator<ServerFacts>(SERVER_FACTS).current.name;
}

function visitorOf(request: FastifyRequest): Visitor {
  if (!request.server.hasRequestDecorator(VISITOR)) return "unknown";
  // Undefined until the hook of the scope has read the session.
  return request.getDecorator<Visitor | undefined>(VISITOR) ?? "unknown";
}
