import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Failure } from "#contract/failure";
import type { CallerLimit } from "#contract/request/caller-limit";
import { pathOf as requestedPathOf } from "#contract/request/path";
import { statusOf } from "#contract/response/failures";
import { sendText } from "#contract/response/static-text";
import type { Context } from "../../context/context.ts";
import { valuesIn } from "../design/form-state.ts";
import { PUBLIC } from "../design/paths.ts";
import { HTML_TYPE, renderPage, viewOf } from "../design/rendering.ts";
import { contentSecurityPolicy, PAGE_POLICY, preparePageScope } from "../design/security.ts";
import { signedIn } from "../design/view.ts";
import { idParameter } from "../forms/id-parameter.ts";
import { limitLargePages } from "../forms/large-pages.ts";
import { loadVisitors } from "../forms/visitors.ts";
import { feedPathsOf, pathOf } from "./addresses.ts";
import { collectionPage, MAX_SEARCH, type PublicQuery } from "./collection-page.ts";
import { JSON_FEED_TYPE, jsonFeedOf, RSS_TYPE, rssOf } from "./feeds.ts";
import { type Published, read } from "./published.ts";

/** The largest page number that the API accepts too. */
const MAX_PAGE = 9_007_199_254_740;

/** What the pages of public collections need. */
export interface Dependencies {
  readonly context: Context;
  /** Counts the requests of each account or network, together with its requests to the API. */
  readonly limit: CallerLimit;
}

/** Registers the pages and feeds of public collections, which anyone may read. Search engines are asked not to list them. */
export async function registerPublicPages(server: FastifyInstance, { context, limit }: Dependencies): Promise<void> {
  await server.register(
    async (scope) => {
      preparePageScope(scope);
      scope.addHook("onRequest", async (_request, reply) => {
        reply.header("x-robots-tag", "noindex");
      });
      limitLargePages(scope, context);
      await scope.register(async (feeds) => {
        limit.register(feeds);
        serveFeeds(feeds, context);
      });
      await scope.register(async (pages) => {
        await loadVisitors(pages, context, { limit, isOptional: true });
        servePages(pages, context);
      });
    },
    { prefix: PUBLIC },
  );
}

function servePages(scope: FastifyInstance, context: Context): void {
  const { baseUrl } = context.config;
  const serve = async (request: FastifyRequest, reply: FastifyReply) => {
    const query = queryIn(request);
    const found = await read(context, idParameter(request), { ...query, hasTags: true });
    const path = pathOf(found.collection);
    if (!isSamePath(requestedPathOf(request.url), path)) return redirect(request, reply, path);
    const view = viewOf(request);
    reply.header("content-security-policy", PAGE_POLICY).type(HTML_TYPE);
    if (found.searchFailure !== undefined) reply.code(statusOf(found.searchFailure));
    const text = renderPage(view, reply, collectionPage(view, found, query, baseUrl));
    // The page of a signed-in user has a token in its forms.
    return signedIn(view) === undefined
      ? sendText(request, reply, text)
      : reply.header("cache-control", "private, no-store").send(text);
  };
  scope.get("/:id", serve);
  scope.get("/:id/:slug", serve);
}

function serveFeeds(scope: FastifyInstance, context: Context): void {
  const { baseUrl } = context.config;
  const policy = contentSecurityPolicy();
  const serve = (
    name: keyof ReturnType<typeof feedPathsOf>,
    type: string,
    toText: (found: Published, baseUrl: string) => string,
  ) => {
    const [, , , file] = feedPathsOf({ id: 0 })[name].split("/");
    scope.get(`/:id/${file}`, async (request, reply) => {
      const found = await readFeed(request, context);
      reply.headers({ "content-security-policy": policy, "content-type": type });
      return sendText(request, reply, toText(found, baseUrl));
    });
    // People add the name of the feed to the address of the page.
    scope.get(`/:id/:slug/${file}`, async (request, reply) => {
      const { collection } = await readFeed(request, context);
      return reply.redirect(feedPathsOf(collection)[name], 301);
    });
  };
  serve("rss", RSS_TYPE, rssOf);
  serve("json", JSON_FEED_TYPE, jsonFeedOf);
}

/** Reads the newest items of the collection in a request's path. */
function readFeed(request: FastifyRequest, context: Context): Promise<Published> {
  return read(context, idParameter(request), { page: 0, search: "", hasTags: false });
}

/**
 * The search and the number of the page, from 0; `page` in the query is from 1. Throws `notFound` for anything but such
 * a number.
 */
function queryIn({ query }: FastifyRequest): PublicQuery {
  const { page = "1", search = "" } = valuesIn(query);
  const number = Number(page);
  if (/^[1-9]\d*$/.test(page) && number <= MAX_PAGE)
    return { page: number - 1, search: search.trim().slice(0, MAX_SEARCH) };
  throw new Failure("notFound", "This page does not exist.", { reason: "page-not-found" });
}

/** Whether two paths are equal after decoding: browsers and people encode letters differently. */
function isSamePath(one: string, other: string): boolean {
  return decodeURIComponent(one) === decodeURIComponent(other);
}

/** Keeps the query. Caches revalidate the redirect, because the title may change back. */
function redirect({ url }: FastifyRequest, reply: FastifyReply, path: string): FastifyReply {
  const query = url.indexOf("?");
  return reply.redirect(query === -1 ? path : path + url.slice(query), 301);
}
