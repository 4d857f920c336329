import { type CatalogueClient } from "./catalogue.ts";
import { type ClientOptions } from "./client.ts";
import { type CollectionsClient } from "./collections.ts";
export interface AccountOptions extends ClientOptions {
    readonly email: string;
    readonly password: string;
}
/** The clients of one account. */
export interface AccountClients {
    readonly catalogue: CatalogueClient;
    readonly collections: CollectionsClient;
}
/**
 * Creates clients of the catalogue and collections contracts that log in with the first request, share the
 * token, and log in again when the server rejects it, for example after it has expired. When a login
 * fails, calls of both clients throw its `CatalogueError`.
 */
export declare function createAccountClients({ email, password, ...options }: AccountOptions): AccountClients;
