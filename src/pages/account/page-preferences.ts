import type { FastifyInstance, RouteShorthandOptions } from "fastify";
import { storePreferences } from "../design/preferences.ts";
import { fieldsOf } from "../forms/draft.ts";
import { draftAt, keepTyped, pageOf } from "../forms/drafts.ts";

/** The path and the options of a route that receives the form of any page. */
interface Route {
  readonly path: string;
  readonly options: RouteShorthandOptions;
  /** The server's public URL. */
  readonly baseUrl: string;
}

/**
 * Serves the buttons in the footer of pages with a form: stores the theme or the language, and returns to the page with
 * what was typed, and with what was wrong with it.
 */
export function servePagePreferences(scope: FastifyInstance, { path, options, baseUrl }: Route): void {
  scope.post(path, options, async (request, reply) => {
    const page = pageOf(request);
    const shown = await draftAt(request, page);
    storePreferences(request, reply, baseUrl);
    const { theme: _theme, language: _language, ...fields } = fieldsOf(request.body);
    return reply.redirect(await keepTyped(request, reply, page, fields, shown), 303);
  });
}
