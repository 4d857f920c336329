import { type CatalogueClient, createCatalogueClient } from "./catalogue.ts";
import { type ClientOptions, globalFetch } from "./client.ts";
import { type CollectionsClient, createCollectionsClient } from "./collections.ts";
import { Login, withLogin } from "./login.ts";

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
export function createAccountClients({ email, password, ...options }: AccountOptions): AccountClients {
  const { fetch = globalFetch } = options;
  const visitor = createCatalogueClient(options);
  const login = new Login(async () => (await visitor.loginUser({ email, password })).data);
  const catalogue = createCatalogueClient({
    ...options,
    fetch: withLogin(fetch, login, (headers, token) => headers.set("auth-token", token)),
  });
  const collections = createCollectionsClient({
    ...options,
    fetch: withLogin(fetch, login, (headers, token) => headers.set("Authorization", `Bearer ${token}`)),
  });
  // These two need no token.
  const { registerUser, loginUser } = visitor;
  return { catalogue: { ...catalogue, registerUser, loginUser }, collections };
}
