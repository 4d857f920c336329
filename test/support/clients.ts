import { createCatalogueClient, createCollectionsClient, createUsersClient } from "../../sdk/src/triptych.ts";
import type { TestApp } from "./app.ts";
import { rememberBody, rememberHeaders } from "./canary.ts";

/** What a client of a test's server is opened with. The secrets that it sends and gets must be seen in no log. */
export function clientOptions({ base }: Pick<TestApp, "base">) {
  return { baseUrl: base, fetch: watched };
}

/** The catalogue as somebody with a token sees it, or a visitor. */
export function catalogueOf(app: Pick<TestApp, "base">, token?: string) {
  return createCatalogueClient({ ...clientOptions(app), token });
}

/** The user administration for the owner of an API key. */
export function usersOf(app: Pick<TestApp, "base">, key: string) {
  return createUsersClient({ ...clientOptions(app), key, userAgent: "Triptych's tests (https://triptych.example)" });
}

/** The collections as somebody with a key or a token sees them, or a visitor. */
export function collectionsOf(app: Pick<TestApp, "base">, token?: string) {
  return createCollectionsClient({ ...clientOptions(app), token });
}

async function watched(request: Request): Promise<Response> {
  rememberHeaders(request.headers);
  if (request.headers.get("content-type") === "application/json") rememberBody(await request.clone().json());
  const response = await fetch(request);
  rememberHeaders(response.headers);
  return response;
}

/** The error of one kind that a call ends in; throws when it does not. */
export async function errorOf<Kind extends Error>(
  call: Promise<unknown>,
  kind: new (...parameters: never[]) => Kind,
): Promise<Kind> {
  try {
    await call;
  } catch (error) {
    if (error instanceof kind) return error;
    throw error;
  }
  throw new Error("The call did not fail.");
}
