import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { argv, stdout } from "node:process";
import { parseArgs } from "node:util";
import { assertNoViolations, createAdministrator, startServer, temporaryDatabase } from "../harness/server.ts";
import * as go from "./clients/go.ts";
import { CONTRACTS, type Language } from "./clients/language.ts";
import * as python from "./clients/python.ts";

const HELP = `Generates clients of every contract in Python and Go, builds them, and runs a scenario (a test program)
with each against a server:

  python   openapi-python-client and mypy, in a virtual environment; needs Python 3.11 or newer with venv
  go       oapi-codegen; needs Go 1.25 or newer in PATH or in /usr/local/go/bin

Usage: npm run clients [-- --only python|go]

The scenarios are in scripts/clients/. Generated code is deleted at the end; downloads stay in
node_modules/.cache/downloads and in Go's cache.
`;

const LANGUAGES: Readonly<Record<string, Language>> = { python, go };

const { values } = parseArgs({ args: argv.slice(2), options: { help: { type: "boolean" }, only: { type: "string" } } });
if (values.help) stdout.write(HELP);
else await run(values.only);

async function run(only: string | undefined): Promise<void> {
  const chosen = Object.entries(LANGUAGES).filter(([name]) => only === undefined || name === only);
  if (chosen.length === 0)
    throw new Error(`Unknown language ${only}. Choose one of: ${Object.keys(LANGUAGES).join(", ")}.`);
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
    await assertNoViolations(server.base);
    print(`${chosen.length * CONTRACTS.length} scenarios passed`);
  } finally {
    await server.stop();
    await remove();
    await rm(folder, { recursive: true, force: true });
  }
}

function print(line: string): void {
  stdout.write(`${line}\n`);
}
