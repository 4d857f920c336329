import { readFile } from "node:fs/promises";
import type { FastifyInstance } from "fastify";
import { html } from "ghtml";
import type { Contract } from "#contract/contract";
import { assetPath } from "../design/assets.ts";
import type { Page } from "../design/document.ts";
import * as paths from "../design/paths.ts";
import { servePage } from "../design/rendering.ts";
import { PAGE_POLICY } from "../design/security.ts";
import type { View } from "../design/view.ts";
import { changelogFile } from "./contract-files.ts";
import { groupsOf, pathOf } from "./groups.ts";
import { guideTo } from "./guide.ts";
import { DOCS, readForServer } from "./text-files.ts";
import * as workflowFiles from "./workflow-files.ts";

/** The content of the page of test coverage, which `npm run generate` writes. */
const PROOF_FILE = new URL("../../../generated/proof.html", import.meta.url);

/**
 * Serves the API reference: a list of all operations, a page and a changelog for each contract, a page for each group of
 * its operations, the search, docs/quickstart.md, docs/errors.md, and what tests prove. What is the same for everybody
 * is rendered by the first request, because loading the renderer would slow down the start.
 */
export function serve(scope: FastifyInstance, contracts: readonly Contract[], baseUrl: string): void {
  const overview = perLanguage(async (view) => {
    const { overviewPage } = await import("./overview-page.ts");
    return overviewPage(view, contracts, await workflowFiles.readAll());
  });
  for (const path of [paths.REFERENCE, `${paths.REFERENCE}/`]) serveReference(scope, path, overview);
  for (const contract of contracts) serveContract(scope, contract, baseUrl);
  serveSearch(scope, contracts, baseUrl);
  for (const [path, file] of Object.entries(DOCS))
    servePublic(
      scope,
      path,
      once(async () => {
        const { docsPage } = await import("./docs-page.ts");
        return docsPage(await readForServer(file, baseUrl));
      }),
    );
  serveProof(scope);
}

function serveContract(scope: FastifyInstance, contract: Contract, baseUrl: string): void {
  const about = perLanguage(async (view) =>
    (await import("./contract-page.ts")).contractPage(guideTo(contract, view, baseUrl)),
  );
  serveReference(scope, paths.referenceOf(contract), about);
  const changelog = once(async () => {
    const { changelogPage } = await import("./changelog-page.ts");
    return changelogPage(contract, await readFile(changelogFile(contract), "utf8"));
  });
  servePublic(scope, paths.changelogOf(contract), changelog);
  for (const group of groupsOf(contract)) {
    const parts = perLanguage(async (view) =>
      (await import("./group-page.ts")).renderGroup(guideTo(contract, view, baseUrl), group),
    );
    serveReference(scope, pathOf(contract, group), async (view) => {
      const { groupPage } = await import("./group-page.ts");
      return groupPage(view, guideTo(contract, view, baseUrl), group, await parts(view));
    });
  }
}

/** Serves the search of the reference. Its index is made by the first request. */
function serveSearch(scope: FastifyInstance, contracts: readonly Contract[], baseUrl: string): void {
  const index = once(async () => {
    const { indexOf } = await import("./search-index.ts");
    return indexOf(contracts, await readForServer(DOCS[paths.ERRORS], baseUrl));
  });
  serveReference(scope, paths.REFERENCE_SEARCH, async (view) => {
    const { searchPage } = await import("./search-page.ts");
    return searchPage(view, await index());
  });
}

/** Serves a page with the search of the reference. */
function serveReference(scope: FastifyInstance, path: string, page: (view: View) => Promise<Page>): void {
  servePublic(scope, path, async (view) => (await import("./frame.ts")).referencePage(view, await page(view)));
}

function servePublic(scope: FastifyInstance, path: string, page: (view: View) => Promise<Page>): void {
  servePage(scope, { path, policy: PAGE_POLICY, page });
}

/** A function whose result is kept; after a failure, the next call tries again. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

/** Caches the result of a function for each language of the pages. */
function perLanguage<T>(make: (view: Pick<View, "language" | "texts">) => Promise<T>): (view: View) => Promise<T> {
  const made = new Map<string, () => Promise<T>>();
  return (view) => {
    const { language, texts } = view;
    const ofLanguage = made.get(language) ?? once(() => make({ language, texts }));
    made.set(language, ofLanguage);
    return ofLanguage();
  };
}

/** Serves the list of the parts of the contracts that tests prove. */
function serveProof(scope: FastifyInstance): void {
  servePublic(scope, paths.PROOF, async () => {
    const content = await readFile(PROOF_FILE, "utf8");
    const head = html`<link rel="stylesheet" href="${assetPath("proof.css")}">`;
    return { title: "Contract coverage", head, content, language: "en" };
  });
}
