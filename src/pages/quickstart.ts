import { readFile } from "node:fs/promises";
import type { FastifyInstance } from "fastify";
import type { Page } from "./design/document.ts";
import { servePage } from "./page.ts";
import * as paths from "./paths.ts";
import { PAGE_POLICY } from "./security.ts";

const FILE = new URL("../../docs/quickstart.md", import.meta.url);

/** Serves docs/quickstart.md as a page. Like the API reference, it is rendered by the first request. */
export function serve(scope: FastifyInstance, baseUrl: string): void {
  let page: Promise<Page> | undefined;
  servePage(scope, {
    path: paths.QUICKSTART,
    policy: PAGE_POLICY,
    page() {
      page ??= render(baseUrl);
      return page;
    },
  });
}

async function render(baseUrl: string): Promise<Page> {
  const { quickstartPage } = await import("./reference/quickstart-page.ts");
  return quickstartPage(await readFile(FILE, "utf8"), baseUrl);
}
