import { trackBodySecrets, trackHeaderSecrets } from "../../harness/canary.ts";
import { createCatalogueClient, createCollectionsClient, createUsersClient } from "../../packages/sdk/src/triptych.ts";
import type { TestApp } from "./app.ts";

/** SDK options for a test's server. The test fails if the log contains secrets of its requests or responses. */
export function clientOptions({ base }: Pick<TestApp, "base">) {
  return { baseUrl: base, fetch: fetchTrackingSecrets };
}

/** A catalogue client, anonymous without a token. */
export function catalogueOf(app: Pick<TestApp, "base">, token?: string) {
  return createCatalogueClient({ ...clientOptions(app), token });
}

/** A user administration client with an API key. */
export function usersOf(app: Pick<TestApp, "base">, key: string) {
  return createUsersClient({ ...clientOptions(app), key, userAgent: "Triptych's tests (https://triptych.example)" });
}

/** A collections client with an API key or a login token, anonymous without one. */
export function collectionsOf(app: Pick<TestApp, "base">, token?: string) {
  return createCollectionsClient({ ...clientOptions(app), token });
}

/** Sends a request; records secrets in it and in the response's headers for `assertNoSecrets`. */
async function fetchTrackingSecrets(request: Request): Promise<Response> {
  trackHeaderSecrets(request.headers);
  if (request.headers.get("content-type") === "application/json") trackBodySecrets(await request.clone().json());
  const response = await fetch(request);
  trackHeaderSecrets(response.headers);
  return response;
}

/** Returns the error that a call rejects with. Throws when it resolves, or rejects with an error of another class. */
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
