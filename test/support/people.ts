import * as accounts from "../../src/accounts/accounts.ts";
import * as apiKeys from "../../src/accounts/api-keys.ts";
import type { Level } from "../../src/accounts/levels.ts";
import type { Send, TestApp } from "./app.ts";

/** Somebody with an account. */
export interface Person {
  readonly id: number;
  readonly email: string;
  readonly password: string;
  readonly token: string;
}

/** What somebody registers with. */
export function registrationOf(name: string) {
  return { name, email: `${name.toLowerCase()}@example.com`, password: `${name}'s long password` };
}

/** Logs in and gives back the token. */
export async function logIn(send: Send, { email, password }: { email: string; password: string }): Promise<string> {
  const { status, body } = await send("POST", "/api/user/login", { body: { email, password } });
  if (status !== 200) throw new Error(`The login of ${email} was answered ${status}.`);
  return String(Reflect.get(Object(body), "data"));
}

/** Gives somebody a user level. */
export async function raise({ context }: Pick<TestApp, "context">, id: number, level: Level): Promise<void> {
  await accounts.update(context.database, context.clock, id, { level });
}

/** A new API key of somebody. */
export async function keyOf({ context }: Pick<TestApp, "context">, id: number, name = "test"): Promise<string> {
  return apiKeys.create(context.database, context.clock, id, { name, expiresAt: null });
}

/** Registers somebody and logs in. */
export async function join({ send }: Pick<TestApp, "send">, name: string): Promise<Person> {
  const registration = registrationOf(name);
  const { status, body } = await send("POST", "/api/user/register", { body: registration });
  if (status !== 201) throw new Error(`The registration of ${name} was answered ${status}.`);
  const token = await logIn(send, registration);
  return { ...registration, id: Number(Reflect.get(Object(body), "_id")), token };
}
