import type { FastifyInstance } from "fastify";
import { servePage } from "../pages/design/rendering.ts";
import { invalidFormPage, samplePage } from "../pages/design/sample-page.ts";
import { PAGE_POLICY, setPageHeaders } from "../pages/design/security.ts";

/** Serves two pages that show all components of the design: `/__test__/design` and `/__test__/design/errors`. */
export function registerDesignPages(app: FastifyInstance): void {
  app.register(async (scope) => {
    setPageHeaders(scope);
    servePage(scope, { path: "/__test__/design", policy: PAGE_POLICY, page: samplePage });
    servePage(scope, { path: "/__test__/design/errors", policy: PAGE_POLICY, page: invalidFormPage });
  });
}
