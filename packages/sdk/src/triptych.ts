export { type AccountClients, type AccountOptions, createAccountClients } from "./account.ts";
export {
  type CatalogueClient,
  type CatalogueOptions,
  type CatalogueSchemas,
  createCatalogueClient,
} from "./catalogue.ts";
export type { ClientOptions } from "./client.ts";
export {
  type CollectionsClient,
  type CollectionsOptions,
  type CollectionsSchemas,
  createCollectionsClient,
} from "./collections.ts";
export { CatalogueError, CollectionsError, NotJsonError, TriptychError, UsersError } from "./errors.ts";
export type * from "./generated/names.ts";
export { catalogueKeys, collectionsKeys, usersKeys } from "./generated/query-keys.ts";
export type { ApiPromise, ApiResponse } from "./response.ts";
export { TimeoutError } from "./timeout.ts";
export { createUsersClient, type UsersClient, type UsersOptions, type UsersSchemas } from "./users.ts";
export { verifyWebhook, WebhookError, type WebhookEvent, type WebhookHeaders } from "./webhook.ts";
