import { createCatalogueClient, createCollectionsClient, createUsersClient } from "../../sdk/src/triptych.ts";
import type { TestApp } from "./app.ts";
import { rememberBody, rememberHeaders } from "./canary.ts";

/** Options of an SDK client of a test's server. The secrets that it sends and receives must not appear in a log. */
export function clientOptions({ base }: Pick<TestApp, "base">) {
  return { baseUrl: base, fetch: fetchWatched };
}

/** A client of the catalogue with a token, or without one. */
export function catalogueOf(app: Pick<TestApp, "base">, token?: string) {
  return createCatalogueClient({ ...clientOptions(app), token });
}

/** A client of the user administration with an API key. */
export function usersOf(app: Pick<TestApp, "base">, key: string) {
  return createUsersClient({ ...clientOptions(app), key, userAgent: "Triptych's tests (https://triptych.example)" });
}

/** A client of the collections with a key or a token, or without one. */
export function collectionsOf(app: Pick<TestApp, "base">, token?: string) {
  return createCollectionsClient({ ...clientOptions(app), token });
}

/** Registers the secrets of a request and its response for the check of the logs. */
async function fetchWatched(request: Request): Promise<Response> {
  rememberHeaders(request.headers);
  if (request.headers.get("content-type") === "application/json") rememberBody(await request.clone().json());
  const response = await fetch(request);
  rememberHeaders(response.headers);
  return response;
}

/** Returns the error of this class that a call rejects with. Throws when it resolves or rejects with another. */
export async function errorOf<T extends Error>(
  call: Promise<unknown>,
  errorClass: new (...parameters: never[]) => T,
): Promise<T> {
  try {
    await call;
  } catch (error) {
    if (error instanceof errorClass) return error;
    throw error;
  }
  throw new Error("The call did not reject.");
}
