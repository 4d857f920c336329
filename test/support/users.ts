import type { Test } from "tap";
import { openApp } from "./app.ts";
import { createKey, createPerson, setLevel } from "./people.ts";

/** The path for listing and creating users. */
export const USERS = "/api/v1/users.json";

/** The body of a request that creates a user. */
export const EVE = {
  email_address: "Eve@example.com",
  password: "Eve's long password",
  password_confirmation: "Eve's long password",
  name: "Eve",
  locale: "sv",
  active: true,
  user_level: 3,
};

/**
 * Starts a server with Ann, an administrator, and Bob, who has level 1, each with an API key: `key`
 * is Ann's. `bobs` is the path of Bob's account.
 */
export async function openUsers(t: Test, settings: Readonly<Record<string, string>> = {}) {
  const app = await openApp(t, settings);
  const [ann, bob] = [await createPerson(app, "Ann"), await createPerson(app, "Bob")];
  await setLevel(app, ann.id, 4);
  const [key, bobsKey] = [await createKey(app, ann.id), await createKey(app, bob.id)];
  const pathOf = (id: number) => `/api/v1/users/${id}.json`;
  return { ...app, app, ann, bob, key, bobsKey, bobs: pathOf(bob.id), pathOf };
}
