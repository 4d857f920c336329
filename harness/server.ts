import {
  runCommand,
  type ServerProcess,
  type Settings,
  startServer as startProcess,
  UNREACHED_LIMITS,
} from "./server-process.ts";

export { temporaryDatabase } from "./server-process.ts";

/** Starts a server on a database, with limits that no script reaches. */
export async function startServer(url: string, settings: Settings = {}): Promise<ServerProcess> {
  return startProcess({ settings: { DATABASE_URL: url, ...UNREACHED_LIMITS, ...settings } });
}

/** Creates an administrator and returns an API key of the account. */
export async function createAdministrator(url: string, email: string): Promise<string> {
  const account = ["--email", email, "--name", "Administrator", "--level", "4"];
  await command(url, ["user", "create", ...account, "--password-stdin"], "correct horse battery staple");
  return createKey(url, email);
}

/** Creates an API key of an account and returns it. */
export async function createKey(url: string, email: string): Promise<string> {
  return (await command(url, ["key", "create", "--email", email, "--name", "script"])).trim();
}

/** Runs a subcommand of the command line on a database and returns its stdout. Throws when it fails. */
export async function command(url: string, args: readonly string[], input = ""): Promise<string> {
  const { code, stdout, stderr } = await runCommand(args, { DATABASE_URL: url }, input);
  if (code !== 0) throw new Error(`${args.slice(0, 2).join(" ")} failed: ${stderr}`);
  return stdout;
}

/** Throws when a server has counted responses that violate a contract. */
export async function assertNoViolations(base: string): Promise<void> {
  const count = await countViolations(base);
  if (count !== 0) throw new Error(`The server counted ${count} responses that violate their contract.`);
}

/** The number of responses that the server found to violate their contract. */
export async function countViolations(base: string): Promise<number> {
  const response = await fetch(`${base}/health/ready`);
  // The server's own health response, see packages/contract/src/server/health.ts.
  const { mismatches } = (await response.json()) as { mismatches: number };
  return mismatches;
}
