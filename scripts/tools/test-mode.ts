import { startServer } from "../../harness/server-process.ts";
import { FIXTURE_PASSWORD, FIXTURES } from "../../src/testing/fixtures.ts";
import { baseUrlOf, type Input } from "./tool.ts";

const { email, key } = FIXTURES.accounts.administrator;

/** A server in test mode, whose fixtures are what the examples of the contracts refer to. */
export interface TestServer {
  /** The URL of the contract's API. */
  readonly base: string;
  /** The administrator's API key; for the catalogue, the token of a login. */
  readonly credential: string;
  readonly stop: () => Promise<unknown>;
}

/** Starts a server in test mode for the API of an input. */
export async function startTestServer(input: Input): Promise<TestServer> {
  const server = await startServer({ args: ["--ephemeral"] });
  return {
    base: baseUrlOf({ ...input, variables: { ...input.variables, TRIPTYCH_URL: server.base } }),
    credential: input.contract === "catalogue" ? await logIn(server.base) : key,
    stop: () => server.stop(),
  };
}

/** Returns a token of the administrator. */
async function logIn(base: string): Promise<string> {
  const body = JSON.stringify({ email, password: FIXTURE_PASSWORD });
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${base}/api/user/login`, { method: "POST", headers, body });
  return response.headers.get("auth-token") ?? "";
}
