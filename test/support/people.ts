import type { components } from "../../generated/catalogue.ts";
import * as accounts from "../../src/accounts/accounts.ts";
import * as apiKeys from "../../src/accounts/api-keys.ts";
import type { Level } from "../../src/accounts/levels.ts";
import type { Scope } from "../../src/accounts/scopes.ts";
import { issue } from "../../src/accounts/tokens.ts";
import { FIXTURE_PASSWORD, FIXTURE_PASSWORD_HASH } from "../../src/testing/fixtures.ts";
import type { Send, TestApp } from "./app.ts";

/** A registered person who is logged in. */
export interface Person {
  readonly id: number;
  readonly email: string;
  readonly password: string;
  readonly token: string;
}

/** The body of a registration. Everybody has the same password. */
export function registrationOf(name: string) {
  return { name, email: `${name.toLowerCase()}@example.com`, password: FIXTURE_PASSWORD };
}

/** Logs in and returns the token. */
export async function logIn(send: Send, { email, password }: { email: string; password: string }): Promise<string> {
  const { status, body } = await send("POST", "/api/user/login", { body: { email, password } });
  if (status !== 200) throw new Error(`The login of ${email} returned ${status}.`);
  // The response was checked against the contract, which has this shape for 200.
  return (body as components["schemas"]["LoggedIn"]).data;
}

/** Sets the user level of an account. */
export async function setLevel({ context }: Pick<TestApp, "context">, id: number, level: Level): Promise<void> {
  await accounts.update(context.database, context.clock, id, { level });
}

/** Creates an API key for an account; returns the key. */
export async function createKey(
  { context }: Pick<TestApp, "context">,
  id: number,
  name = "test",
  scopes: readonly Scope[] = [],
): Promise<string> {
  return apiKeys.create(context.database, context.clock, id, { name, expiresAt: null, scopes });
}

/** Headers that authenticate a person in all three contracts: the login token, and a new API key. */
export async function credentialsOf(app: Pick<TestApp, "context">, { id, token }: Person) {
  return { "auth-token": token, authorization: `Bearer ${token}`, "x-auth-token": await createKey(app, id) };
}

/** Registers a person over HTTP and logs in. Slower than `createPerson`: it hashes the password, and verifies it. */
export async function registerAndLogIn(send: Send, name: string): Promise<Person> {
  const registration = registrationOf(name);
  const { status, body } = await send("POST", "/api/user/register", { body: registration });
  if (status !== 201) throw new Error(`The registration of ${name} returned ${status}.`);
  // The response was checked against the contract, which has this shape for 201.
  const { _id } = body as components["schemas"]["Registered"];
  return { ...registration, id: Number(_id), token: await logIn(send, registration) };
}

/** Inserts an account with a password that is already hashed, and issues a token to it. */
export async function createPerson({ context, tokens }: TestApp, name: string): Promise<Person> {
  const account = registrationOf(name);
  const { id } = await accounts.createWithHash(context.database, context.clock, account, FIXTURE_PASSWORD_HASH);
  const token = issue(tokens, { id, credential_version: 1 });
  return { ...account, id, token };
}
