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

/** Registers somebody and logs in. */
export async function join({ send }: Pick<TestApp, "send">, name: string): Promise<Person> {
  const registration = registrationOf(name);
  const { status, body } = await send("POST", "/api/user/register", { body: registration });
  if (status !== 201) throw new Error(`The registration of ${name} was answered ${status}.`);
  const token = await logIn(send, registration);
  return { ...registration, id: Number(Reflect.get(Object(body), "_id")), token };
}
