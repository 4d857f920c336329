import type { FastifyInstance } from "fastify";
import type { Contract } from "#contract/contract";
import type { CallerLimit } from "#contract/request/caller-limit";
import { handleUnknownPaths } from "#contract/request/unmatched";
import type { Uploads } from "#contract/request/uploads";
import { serveStaticTexts } from "#contract/response/static-text";
import type { MailService } from "../accounts/links/mail-service.ts";
import type { LoginService } from "../accounts/login/login-service.ts";
import type { RegistrationService } from "../accounts/registration.ts";
import type { TokenService } from "../accounts/tokens.ts";
import type { Context } from "../context/context.ts";
import { registerAccountPages } from "./account/plugin.ts";
import { serveBulk } from "./bookmarks/bulk-page.ts";
import { serveChanges } from "./bookmarks/changes-page.ts";
import { serveCollectionList } from "./bookmarks/collection-list.ts";
import type { Dependencies } from "./bookmarks/dependencies.ts";
import { serveCollection } from "./bookmarks/edit/collection.ts";
import { serveCollectionPlace } from "./bookmarks/edit/collection-place.ts";
import { serveCollectionRemoval } from "./bookmarks/edit/collection-removal.ts";
import { serveCopies } from "./bookmarks/edit/copy-card.ts";
import { serveItemFiles } from "./bookmarks/edit/file.ts";
import { serveItem } from "./bookmarks/edit/item.ts";
import { serveItemCover } from "./bookmarks/edit/item-cover.ts";
import { serveNewCollection } from "./bookmarks/edit/new-collection.ts";
import { serveNewItem } from "./bookmarks/edit/new-item.ts";
import { serveNewLinks } from "./bookmarks/edit/new-links.ts";
import { servePageReading } from "./bookmarks/edit/page-card.ts";
import { serveUpload } from "./bookmarks/edit/upload-file.ts";
import { serveEmptyTrash } from "./bookmarks/empty-trash.ts";
import { serveHighlights } from "./bookmarks/finding/highlights.ts";
import { serveSavedSearches } from "./bookmarks/finding/saved-searches.ts";
import { serveTags } from "./bookmarks/finding/tags.ts";
import { serveItemPosition } from "./bookmarks/item-position.ts";
import { serveLists } from "./bookmarks/list-page.ts";
import { serveReader } from "./bookmarks/reader.ts";
import { serveShortcuts } from "./bookmarks/shortcuts.ts";
import { serveBroken } from "./bookmarks/transfer/broken.ts";
import { serveDuplicates } from "./bookmarks/transfer/duplicates.ts";
import { serveExport } from "./bookmarks/transfer/export.ts";
import { serveImport } from "./bookmarks/transfer/import.ts";
import { serveTools } from "./bookmarks/transfer/tools.ts";
import { serveUndo } from "./bookmarks/undo-notice.ts";
import { ACCOUNT, BOOKMARKS, JOIN, PRODUCTS, SETUP } from "./design/paths.ts";
import { servePreferences } from "./design/preferences.ts";
import { SERVER_FACTS } from "./design/rendering.ts";
import { preparePageScope } from "./design/security.ts";
import { preparePages, registerPagesBelow } from "./forms/prepare.ts";
import { requireSignIn } from "./forms/require-sign-in.ts";
import { loadVisitors } from "./forms/visitors.ts";
import { registerProductPages } from "./products/plugin.ts";
import { registerCalendars } from "./public/calendars.ts";
import { registerPublicPages } from "./public/plugin.ts";
import * as contractFiles from "./reference/contract-files.ts";
import { registerOwnCredential } from "./reference/own-credential.ts";
import * as packages from "./reference/packages.ts";
import * as reference from "./reference/plugin.ts";
import * as textFiles from "./reference/text-files.ts";
import * as workflowFiles from "./reference/workflow-files.ts";
import { registerJoinPage, serveSharing } from "./sharing/plugin.ts";
import { registerSiteIcons } from "./site-icons.ts";
import * as startPage from "./start-page.ts";
import * as staticFiles from "./static-files.ts";

/** The pages that depend on who is signed in, as one pattern: "/account" and so on. */
const PAGES = `/:section(${[ACCOUNT, BOOKMARKS, JOIN, PRODUCTS, SETUP].map((path) => path.slice(1)).join("|")})`;

interface Options {
  readonly context: Context;
  /** The contracts whose schemas validate the forms, and which the reference describes. */
  readonly contracts: { readonly catalogue: Contract; readonly users: Contract; readonly collections: Contract };
  readonly limit: CallerLimit;
  readonly uploads: Uploads;
  readonly services: {
    readonly logins: LoginService;
    readonly mails: MailService;
    readonly registration: RegistrationService;
    readonly tokens: TokenService;
  };
}

/** Registers all pages of the server. */
export async function registerPages(
  server: FastifyInstance,
  { context, contracts, limit, uploads, services }: Options,
): Promise<void> {
  const { catalogue, users, collections } = contracts;
  const { logins: loginService, mails, registration, tokens } = services;
  server.decorate(SERVER_FACTS, context.serverFacts);
  await registerGeneralPages(server, {
    facts: () => context.serverFacts.current,
    contracts: [catalogue, users, collections],
    baseUrl: context.config.baseUrl,
    limit,
    loadVisitors: (scope) => loadVisitors(scope, context, { limit, isOptional: true }),
  });
  await server.register(async (pages) => {
    await preparePages(pages, context, limit);
    await registerOwnCredential(pages, { context, contracts: [catalogue, users, collections], tokens });
    await registerAccountPages(pages, { context, loginService, mails, registration, catalogue, users });
    await registerBookmarkPages(pages, { context, collections, uploads, mails });
    await registerJoinPage(pages, context);
    await registerProductPages(pages, { context, catalogue });
    // Once for all of them: each handler of unknown paths registers 70 routes, which takes time at the start.
    await pages.register(async (unknown) => handleUnknownPaths(unknown), { prefix: PAGES });
  });
  await registerPublicPages(server, { context, limit });
  await registerCalendars(server, { context, limit });
  await registerSiteIcons(server, context);
}

interface GeneralOptions {
  readonly contracts: readonly Contract[];
  /** The server's public URL, without a trailing slash. */
  readonly baseUrl: string;
  /** What the start page says about the server; by default, that it is set up and anybody may register. */
  readonly facts?: Parameters<typeof startPage.serve>[1]["facts"];
  /** Counts the requests for other things than pages. */
  readonly limit: Pick<CallerLimit, "register">;
  /** Adds the visitor to the requests of a scope, for the header of its pages. Limits these requests. */
  readonly loadVisitors?: (scope: FastifyInstance) => Promise<void>;
}

/**
 * Registers the pages that need no account: `/`, the API reference at `/docs`, the quickstart, `/docs/proof`, the
 * contract files and workflows at `/openapi`, packages for clients at `/sdk`, and the styles and scripts of all pages.
 */
export async function registerGeneralPages(
  server: FastifyInstance,
  {
    contracts,
    baseUrl,
    facts = () => ({ hasAdministrator: true, isRegistrationOpen: true }),
    limit,
    loadVisitors = async () => {},
  }: GeneralOptions,
): Promise<void> {
  await server.register(async (scope) => {
    preparePageScope(scope);
    // A page needs several of these files: they do not count.
    staticFiles.serve(scope);
    await scope.register(async (limited) => {
      limit.register(limited);
      await limited.register(async (files) => serveFiles(files, contracts, baseUrl));
      packages.serve(limited);
      await servePreferences(limited, baseUrl);
    });
    await scope.register(async (pages) => {
      await loadVisitors(pages);
      startPage.serve(pages, { contracts, baseUrl, facts });
      reference.serve(pages, contracts, baseUrl);
    });
  });
}

/** Serves the files about the APIs. Pages of any origin may read them, because they are public. */
async function serveFiles(scope: FastifyInstance, contracts: readonly Contract[], baseUrl: string): Promise<void> {
  scope.addHook("onRequest", async (_request, reply) => {
    reply.header("access-control-allow-origin", "*");
  });
  const ofContracts = await Promise.all(contracts.map((contract) => contractFiles.filesOf(contract, baseUrl)));
  serveStaticTexts(scope, "/openapi/", [...ofContracts.flat(), ...workflowFiles.filesFor(baseUrl)]);
  textFiles.serve(scope, baseUrl);
}

/** The size limit of forms, in bytes: a note of 10,000 characters takes 90,000 bytes in some scripts. */
const FORM_LIMIT = 512 * 1024;

/** Registers the pages below `/bookmarks`, on which people read and change their collections. */
async function registerBookmarkPages(pages: FastifyInstance, dependencies: Dependencies): Promise<void> {
  await registerPagesBelow(pages, { prefix: BOOKMARKS, formLimit: FORM_LIMIT }, async (scope) => {
    requireSignIn(scope);
    serveLists(scope, dependencies);
    serveBulk(scope, dependencies);
    serveCollectionList(scope, dependencies.context);
    serveItemPosition(scope, dependencies.context);
    serveShortcuts(scope);
    serveSavedSearches(scope, dependencies.context);
    serveTags(scope, dependencies);
    serveHighlights(scope, dependencies.context);
    serveEmptyTrash(scope, dependencies.context);
    serveUndo(scope, dependencies.context);
    serveChanges(scope, dependencies.context);
    serveNewItem(scope, dependencies);
    serveNewLinks(scope, dependencies);
    await serveUpload(scope, dependencies);
    serveItem(scope, dependencies);
    serveReader(scope, dependencies);
    await serveItemCover(scope, dependencies);
    servePageReading(scope, dependencies);
    serveCopies(scope, dependencies);
    serveItemFiles(scope, dependencies);
    serveNewCollection(scope, dependencies);
    await serveCollection(scope, dependencies);
    serveCollectionPlace(scope, dependencies);
    serveCollectionRemoval(scope, dependencies);
    await serveImport(scope, dependencies);
    serveExport(scope, dependencies.context);
    serveDuplicates(scope, dependencies.context);
    serveBroken(scope, dependencies.context);
    serveTools(scope, dependencies.context);
    serveSharing(scope, dependencies);
  });
}
