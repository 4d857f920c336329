import { AsyncLocalStorage } from "node:async_hooks";

/** The client that sent a request. */
export interface Client {
  readonly address: string;
  readonly userAgent: string;
}

/** Who causes the changes that code makes, and from where. */
export interface Origin {
  /** `anonymous` is a client without a credential, such as one that registers or follows a mailed link. */
  readonly actor: "account" | "anonymous" | "command" | "server";
  /** The account of the actor; null unless the actor is one. */
  readonly accountId: number | null;
  /** The `credential_version` of that account when the request was authenticated; null unless the actor is one. */
  readonly credentialVersion: number | null;
  /** The operation, page or command, such as `users deleteUser`, `/account/users/:id` or `user create`. */
  readonly via: string;
  /** The prefix of the API key, the id of the browser, or the user of the operating system; null if there is none. */
  readonly credential: string | null;
  /** Null for commands and the server. */
  readonly client: Client | null;
  /** The current time in milliseconds since 1970. */
  readonly clock: () => number;
}

/** Changes that no client or command requested, such as those of background jobs. */
export const SERVER: Origin = {
  actor: "server",
  accountId: null,
  credentialVersion: null,
  via: "server",
  credential: null,
  client: null,
  clock: Date.now,
};

// In AsyncLocalStorage, not an argument, so that no function that writes can omit it.
const origins = new AsyncLocalStorage<Origin>();

/** Calls `work` with this origin for all changes that it makes, asynchronous ones included. */
export function runAs<T>(origin: Origin, work: () => T): T {
  return origins.run(origin, work);
}

/** The origin of changes at this point; the server, unless `runAs` has set another one. */
export function currentOrigin(): Origin {
  return origins.getStore() ?? SERVER;
}
