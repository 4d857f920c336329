import type { FastifyInstance } from "fastify";
import { registerContract } from "#contract/bind";
import type { ResponseCache } from "#contract/cache/response-cache";
import type { Contract } from "#contract/contract";
import type { CallerLimit } from "#contract/request/caller-limit";
import type { IdempotentRequests } from "#contract/request/idempotency";
import type { Uploads } from "#contract/request/uploads";
import type { Conformance } from "#contract/response/conformance";
import type { KeyService } from "../../accounts/api-keys.ts";
import * as bearer from "../../accounts/bearer.ts";
import type { OwnAccountServices } from "../../accounts/own-account.ts";
import type { Principal } from "../../accounts/principal.ts";
import { assertInScope, SCOPES } from "../../accounts/scopes.ts";
import type { TokenService } from "../../accounts/tokens.ts";
import type { Context } from "../../context/context.ts";
import { gatesOf } from "../../context/large-reads.ts";
import { COLLECTIONS } from "../cached-operations.ts";
import { assertIdMatches } from "../id-in-body.ts";
import { attributed } from "../origin.ts";
import { handlersOf } from "../standby.ts";
import { AccountHandlers } from "./account-handlers.ts";
import { CollectionHandlers } from "./collection-handlers.ts";
import { toFailureBody, toProblemBody } from "./failures.ts";
import { FileHandlers } from "./file-handlers.ts";
import { HighlightHandlers } from "./highlight-handlers.ts";
import { IconHandlers } from "./icon-handlers.ts";
import { ItemHandlers } from "./item-handlers.ts";
import { SharingHandlers } from "./sharing-handlers.ts";
import { SuggestionHandlers } from "./suggestion-handlers.ts";
import { TagHandlers } from "./tag-handlers.ts";
import { TransferHandlers } from "./transfer-handlers.ts";
import { UndoHandlers } from "./undo-handlers.ts";

/** The classes of the handlers. */
export const HANDLERS = [
  CollectionHandlers,
  ItemHandlers,
  FileHandlers,
  HighlightHandlers,
  SharingHandlers,
  SuggestionHandlers,
  TagHandlers,
  TransferHandlers,
  AccountHandlers,
  IconHandlers,
  UndoHandlers,
];

/** Options of `registerCollections`. */
interface Options {
  readonly contract: Contract;
  readonly context: Context;
  readonly keys: KeyService;
  readonly tokens: TokenService;
  readonly ownAccount: OwnAccountServices;
  readonly callerLimit: CallerLimit;
  readonly conformance: Conformance;
  readonly cache: ResponseCache;
  readonly uploads: Uploads;
  readonly idempotentRequests: IdempotentRequests;
}

/** Registers the operations of the collections contract, `openapi/collections.yaml`. */
export async function registerCollections(app: FastifyInstance, options: Options): Promise<void> {
  const { contract, context, keys, tokens, ownAccount, callerLimit, conformance, cache, uploads, idempotentRequests } =
    options;
  const { database } = context;
  await registerContract<Principal>(app, {
    contract,
    ...handlersOf(context, (chosen) => [
      new CollectionHandlers(chosen),
      new ItemHandlers(chosen),
      new FileHandlers(chosen),
      new HighlightHandlers(chosen),
      new SharingHandlers(chosen, ownAccount.mails),
      new SuggestionHandlers(chosen),
      new TagHandlers(chosen),
      new TransferHandlers(chosen),
      new AccountHandlers(chosen, ownAccount),
      new IconHandlers(chosen),
      new UndoHandlers(chosen),
    ]),
    security: {
      verifiers: {
        bearer: (credential) => bearer.authenticate(database, { keys, tokens }, credential),
      },
      scopes: { names: SCOPES, assert: ({ scopes }, required) => assertInScope(scopes, required) },
      malformed: "The header Authorization must be a bearer token.",
    },
    assertInput: assertIdMatches,
    around: attributed(contract.name, context.clock),
    toFailureBody,
    toProblemBody,
    callerLimit,
    // A page shows up to 50 of them.
    freeOperations: ["getPicture", "getIcon"],
    conformance,
    cache,
    cachedOperations: COLLECTIONS,
    uploads,
    largeBodies: context.slots.bodies,
    longLists: gatesOf("collections", context.slots),
    idempotentRequests,
    accountIdOf: ({ accountId }) => accountId,
    // Browser clients of Raindrop.io, such as plugins of note applications, call it from origins of their own.
    origins: context.config.corsOrigins ?? "any",
  });
}
