import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import process, { argv, env, stderr, stdout } from "node:process";
import { loadContracts } from "../harness/contracts.ts";
import {
  assertNoViolations,
  createAdministrator,
  createKey,
  startServer,
  temporaryDatabase,
} from "../harness/server.ts";
import { ROOT } from "../harness/server-process.ts";

const HELP = `Runs the workflows of openapi/workflows/ with redocly respect, against a server with an empty database.
redocly checks each response against the criteria of its step. redocly and the server check it against the contract.

Usage: npm run workflows

Exits with 1 when a workflow fails.
`;

const PASSWORD = "correct horse battery";

if (argv.includes("--help")) stdout.write(HELP);
else await main();

async function main(): Promise<void> {
  const { url, remove } = await temporaryDatabase();
  const { base, stop } = await startServer(url, { CONFORMANCE_SHARE: "1" });
  try {
    await runWorkflows(base, url);
    await assertNoViolations(base);
  } catch (error) {
    stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  } finally {
    await stop();
    await remove();
  }
}

async function runWorkflows(base: string, databaseUrl: string): Promise<void> {
  const ada = "ada@example.com";
  await respect(base, "register-to-product", { email: ada, password: PASSWORD });

  const administratorKey = await createAdministrator(databaseUrl, "root@example.com");
  const grace = "grace@example.com";
  const inputs = { administratorKey, email: grace, password: PASSWORD };
  await respect(base, "administrator-to-user-to-key", inputs, "administrator-to-user");
  // No contract has an operation that creates an API key.
  const key = await createKey(databaseUrl, grace);
  await respect(base, "administrator-to-user-to-key", { administratorKey, key }, "user-to-key");

  const adasKey = await createKey(databaseUrl, ada);
  await respect(base, "collection-to-cover-to-merge-to-trash", { key: adasKey });
  await respect(base, "items-to-search-to-undo", { key: adasKey });
}

/** Runs a workflow of a file with `redocly respect`; by default the one named like the file. Throws when it fails. */
async function respect(base: string, file: string, inputs: object, workflow = file): Promise<void> {
  const servers = loadContracts().map(({ name, basePath }) => [name, base + basePath]);
  const run = spawn(
    join(ROOT, "node_modules/.bin/redocly"),
    [
      ...["respect", `openapi/workflows/${file}.arazzo.yaml`, "--workflow", workflow],
      ...["--input", JSON.stringify(inputs), "--server", JSON.stringify(Object.fromEntries(servers))],
    ],
    {
      cwd: ROOT,
      env: { ...env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
      stdio: ["ignore", "inherit", "inherit"],
    },
  );
  const [code] = await once(run, "close");
  if (code !== 0) throw new Error(`The workflow ${workflow} failed.`);
}
