import type { FastifyInstance } from "fastify";
import type { ResponseCache } from "./cache/response-cache.ts";
import type { Contract } from "./contract.ts";
import type { FairSlots } from "./fair-slots.ts";
import type { Security } from "./request/authentication.ts";
import type { CallerLimit } from "./request/caller-limit.ts";
import type { IdempotentRequests } from "./request/idempotency.ts";
import type { Uploads } from "./request/uploads.ts";
import type { LongList } from "./response/build-slots.ts";
import type { Conformance } from "./response/conformance.ts";
import type { HandlerResponse } from "./response/serialized-response.ts";
import type { Origins } from "./server/cors.ts";

/** Throws `forbidden` unless the caller may call the operation. */
type Permission<Principal> =
  | ((principal: Principal | undefined) => void)
  | ((principal: Principal | undefined) => Promise<void>);

/** A contract, with the handlers of its operations and the checks before them. */
export interface Service<Principal> {
  readonly contract: Contract;
  /** Objects that together have one method per operation, named by its operationId. */
  readonly handlers: readonly object[];
  /** The same handlers, which read a standby of the database. Used for `GET`, while the standby can be read. */
  readonly standby?: StandbyHandlers | undefined;
  readonly security: Security<Principal>;
  /** By operationId. Checked before the body is read. */
  readonly permissions?: Readonly<Record<string, Permission<Principal>>>;
  /** How responses are checked against the contract; they are not unless given. */
  readonly conformance?: Conformance;
  /** Limits requests by account or network, before all other checks. */
  readonly callerLimit?: CallerLimit;
  /** Ids of operations that do not count towards `callerLimit`. Beyond the limit they are rejected like others. */
  readonly freeOperations?: readonly string[];
  /** Registers hooks that run before all others, for unknown paths too. */
  readonly registerEarlyHooks?: (scope: FastifyInstance) => Promise<void>;
  /** Origins whose pages may call the operations from a browser. */
  readonly origins?: Origins;
  /** Caches responses of `cachedOperations`. */
  readonly cache?: ResponseCache;
  /** By operationId: the parts of the data on which the responses depend. Only `GET` is cached. */
  readonly cachedOperations?: Readonly<Record<string, readonly string[]>>;
  /** Required by operations with a form. */
  readonly uploads?: Uploads;
  /** Slots of requests with a large body. Required if an operation has one. */
  readonly largeBodies?: FairSlots;
  /** Throws a failure for a path and a body that contradict each other. Called before they are validated. */
  readonly assertInput?: (input: { readonly params: unknown; readonly body: unknown }) => void;
  /** The kind of failure of invalid fields in a body; `invalid` by default. */
  readonly invalidFields?: "invalid" | "unprocessable";
  /** Whether messages say `the query parameter limit` instead of `/limit`, for people; paths in `details` stay. */
  readonly namesParameters?: boolean;
  /** Required if an operation accepts an `Idempotency-Key`. */
  readonly idempotentRequests?: IdempotentRequests;
  /** The id of the caller's account, for log lines and idempotency keys; 0 for anonymous callers. */
  readonly accountIdOf?: (principal: Principal) => number;
  /** Wraps the handlers of all operations except `GET`: runs `work`, for example with a context for an audit log. */
  readonly around?: <T>(call: Call<Principal>, work: () => Promise<T>) => Promise<T>;
  /** By operationId: operations with long responses, which are built while their requests hold a slot. */
  readonly longLists?: Readonly<Record<string, LongList>>;
}

/** A call of an operation. */
export interface Call<Principal> {
  readonly operationId: string;
  /** Undefined for anonymous callers. */
  readonly principal: Principal | undefined;
  readonly client: Client;
}

/** The client that sent a request. */
export interface Client {
  readonly address: string;
  /** Empty if the client sent none. */
  readonly userAgent: string;
}

interface StandbyHandlers {
  readonly handlers: readonly object[];
  /** Resolves with undefined if the standby can't be read now. */
  readonly read: (work: () => Promise<HandlerResponse>) => Promise<HandlerResponse | undefined>;
}
