import { argv, stdout } from "node:process";
import { parseArgs } from "node:util";
import { assertNoViolations, createAdministrator, startServer, temporaryDatabase } from "../harness/server.ts";
import { CLIENTS, type Result, resultsOf } from "./raindrop-clients/clients.ts";
import { CLIENT_FAULTS, NOT_YET } from "./raindrop-clients/expected.ts";

const HELP = `Runs real clients of the Raindrop API against a server, unchanged except for the address of the API:

  ${Object.keys(CLIENTS).join("\n  ")}

Each client runs a scenario through all its methods. Prints a table; the exit code is 1 if a method fails that is not
listed in scripts/raindrop-clients/expected.ts, or one that is listed there works. Needs Python 3.11 or newer with venv,
and Rust 1.85 or newer with pkg-config and libssl-dev.

Usage: npm run raindrop-clients [-- --only <client>]

The scenarios are in scripts/raindrop-clients/programs/. Downloads stay in node_modules/.cache/downloads.
`;

const { values } = parseArgs({ args: argv.slice(2), options: { help: { type: "boolean" }, only: { type: "string" } } });
if (values.help) print(HELP.trimEnd());
else await run(values.only);

async function run(only: string | undefined): Promise<void> {
  const chosen = Object.entries(CLIENTS).filter(([name]) => only === undefined || name === only);
  if (chosen.length === 0)
    throw new Error(`Unknown client ${only}. Choose one of: ${Object.keys(CLIENTS).join(", ")}.`);
  const { url, remove } = await temporaryDatabase();
  const server = await startServer(url, { CONFORMANCE_SHARE: "1" });
  let unexpected = 0;
  try {
    for (const [index, [client, runScenario]] of chosen.entries()) {
      const key = await createAdministrator(url, `client${index}@example.com`);
      const guestKey = await createAdministrator(url, `guest${index}@example.com`);
      unexpected += report(client, await resultsOf(runScenario, server.base, { key, guestKey }));
    }
    await assertNoViolations(server.base);
  } finally {
    await server.stop();
    await remove();
  }
  if (unexpected > 0)
    throw new Error(`${unexpected} results are not as listed in scripts/raindrop-clients/expected.ts.`);
}

/** Prints the results of a client, and returns how many of them are not as expected. */
function report(client: string, results: readonly Result[]): number {
  if (results.length === 0) throw new Error(`The scenario of ${client} printed nothing.`);
  const [faults, missing] = [CLIENT_FAULTS[client] ?? {}, NOT_YET[client] ?? {}];
  const methods = new Set(results.map(({ method }) => method));
  const stale = Object.keys({ ...faults, ...missing }).filter((method) => !methods.has(method));
  const lines = results.map(({ method, error, places = [] }) => {
    const [fault, gap] = [faults[method], missing[method]];
    const isListed = fault !== undefined || gap !== undefined;
    if (error === undefined)
      return { method, isExpected: !isListed, text: isListed ? "works, but is listed" : "works" };
    if (fault !== undefined) return { method, isExpected: true, text: `client: ${fault}` };
    if (gap !== undefined) return { method, isExpected: true, text: `not yet: ${gap}` };
    return { method, isExpected: false, text: `fails: ${error} (${places.join(", ")})` };
  });
  const width = Math.max(...lines.map(({ method }) => method.length));
  print(`\n${client}: ${results.filter(({ error }) => error === undefined).length} of ${results.length} methods work`);
  for (const { method, isExpected, text } of lines) print(`${isExpected ? " " : "!"} ${method.padEnd(width)}  ${text}`);
  for (const method of stale) print(`! ${method.padEnd(width)}  is listed, but the scenario does not call it`);
  return lines.filter(({ isExpected }) => !isExpected).length + stale.length;
}

function print(line: string): void {
  stdout.write(`${line}\n`);
}
