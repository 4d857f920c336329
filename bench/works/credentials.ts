import { API_KEY, type Data, PASSWORD } from "../dataset/made.ts";
import type { Credentials } from "./work.ts";

/** Logs everybody in at a server that signs with the secret of all. The limit gets the account's number, because it believes everybody. */
export async function logIn(base: string, { few, many, keeper }: Data): Promise<Credentials> {
  const owners = { few, many, keeper };
  const tokens = {
    few: await tokenOf(base, few.email),
    many: await tokenOf(base, many.email),
    keeper: await tokenOf(base, keeper.email),
  };
  return {
    headersOf: (person) => ({
      "auth-token": tokens[person],
      Authorization: `Bearer ${tokens[person]}`,
      "X-Account": String(owners[person].id),
    }),
    administrator: { "X-Auth-Token": API_KEY },
  };
}

async function tokenOf(base: string, email: string): Promise<string> {
  const response = await fetch(`${base}/api/user/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  const { data } = Object(await response.json());
  if (typeof data !== "string") throw new Error(`${email} could not log in: ${response.status}.`);
  return data;
}
