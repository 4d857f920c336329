import { readFile } from "node:fs/promises";
import type { FastifyInstance } from "fastify";
import { serveStaticText } from "../http/response/static-text.ts";
import { HTML_TYPE } from "./error-page.ts";
import * as paths from "./paths.ts";
import { DOCS_POLICY } from "./security.ts";

const FILE = new URL("../../docs/quickstart.md", import.meta.url);

/** Serves docs/quickstart.md as a page. Like the API reference, it is rendered by the first request. */
export function serve(scope: FastifyInstance, baseUrl: string): void {
  serveStaticText(scope, {
    path: paths.QUICKSTART,
    type: HTML_TYPE,
    policy: DOCS_POLICY,
    async text() {
      const { quickstartPage } = await import("./reference/quickstart-page.ts");
      return quickstartPage(await readFile(FILE, "utf8"), baseUrl);
    },
  });
}
