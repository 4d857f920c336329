import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { argv, stdout } from "node:process";
import { parseArgs } from "node:util";
import { assertNoViolations, createAdministrator, startServer, temporaryDatabase } from "../harness/server.ts";
import { runAgent } from "./clients/agent.ts";
import * as go from "./clients/go.ts";
import { CONTRACTS, type Language } from "./clients/language.ts";
import * as python from "./clients/python.ts";

const HELP = `Generates clients of every contract in Python and Go, builds them, and runs a scenario (a test program)
with each against a server. Does the same with a client of the Model Context Protocol, which needs no generated code:

  python   openapi-python-client and mypy, in a virtual environment; needs Python 3.11 or newer with venv
  go       oapi-codegen; needs Go 1.25 or newer in PATH or in /usr/local/go/bin
  agent    the package mcp and mypy, in a virtual environment; needs Python 3.11 or newer with venv

Usage: npm run clients [-- --only python|go|agent]

The scenarios are in scripts/clients/. Generated code is deleted at the end; downloads stay in
node_modules/.cache/downloads and in Go's cache.
`;

const AGENT = "agent";

const LANGUAGES: Readonly<Record<string, Language>> = { python, go };

const { values } = parseArgs({ args: argv.slice(2), options: { help: { type: "boolean" }, only: { type: "string" } } });
if (values.help) stdout.write(HELP);
else await run(values.only);

async function run(only: string | undefined): Promise<void> {
  const isChosen = (name: string) => only === undefined || name === only;
  const chosen = Object.entries(LANGUAGES).filter(([name]) => isChosen(name));
  if (chosen.length === 0 && !isChosen(AGENT))
    throw new Error(`Unknown client ${only}. Choose one of: ${[...Object.keys(LANGUAGES), AGENT].join(", ")}.`);
  const folder = await mkdtemp(join(tmpdir(), "triptych-clients-"));
  const { url, remove } = await temporaryDatabase();
  const server = await startServer(url, { CONFORMANCE_SHARE: "1" });
  try {
    for (const [name, { openTools }] of chosen) {
      const key = await createAdministrator(url, `${name}@example.com`);
      const { generate, build, runScenario } = await openTools(join(folder, name));
      for (const contract of CONTRACTS) {
        await generate(contract);
        print(`${name}: generated a client of ${contract}`);
      }
      await build();
      print(`${name}: built the clients and scenarios`);
      for (const contract of CONTRACTS) {
        await runScenario(contract, { TRIPTYCH_URL: server.base, TRIPTYCH_KEY: key });
        print(`${name}: the scenario of ${contract} passed`);
      }
    }
    if (isChosen(AGENT)) {
      const key = await createAdministrator(url, `${AGENT}@example.com`);
      await runAgent(join(folder, AGENT), { TRIPTYCH_URL: server.base, TRIPTYCH_KEY: key });
      print(`${AGENT}: the scenario of /mcp passed`);
    }
    await assertNoViolations(server.base);
    print(`${chosen.length * CONTRACTS.length + (isChosen(AGENT) ? 1 : 0)} scenarios passed`);
  } finally {
    await server.stop();
    await remove();
    await rm(folder, { recursive: true, force: true });
  }
}

function print(line: string): void {
  stdout.write(`${line}\n`);
}
