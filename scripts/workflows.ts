import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import process, { argv, env, stderr, stdout } from "node:process";
import { fileURLToPath } from "node:url";
import { loadContract } from "../src/http/contract/load.ts";
import { keyOf, makeAdministrator, refuseMismatches, startServer, temporaryDatabase } from "./server.ts";

const HELP = `Runs the workflows of openapi/workflows/ with Redocly's respect, against a server of their own with an empty database. Each answer is held
against the criteria of its step and against the contract, by respect and by the server itself.

Usage: npm run workflows

Ends with 1 when a workflow fails.
`;

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const PASSWORD = "correct horse battery";

/** Where the server of a run is, and its database. */
interface Place {
  readonly base: string;
  readonly url: string;
}

if (argv.includes("--help")) stdout.write(HELP);
else await runAll();

async function runAll(): Promise<void> {
  const { url, remove } = await temporaryDatabase();
  const { base, stop } = await startServer(url, { LOG_LEVEL: "info", CONFORMANCE_SHARE: "1" });
  try {
    await runStories({ base, url });
    await refuseMismatches(base);
  } catch (error) {
    stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  } finally {
    await stop();
    await remove();
  }
}

async function runStories(place: Place): Promise<void> {
  const ada = "ada@example.com";
  await respect(place, "register-to-product", { email: ada, password: PASSWORD });

  const administratorKey = await makeAdministrator(place.url, "root@example.com");
  const grace = "grace@example.com";
  const inputs = { administratorKey, email: grace, password: PASSWORD };
  await respect(place, "administrator-to-user-to-key", inputs, "administrator-to-user");
  // No contract makes keys.
  const key = await keyOf(place.url, grace);
  await respect(place, "administrator-to-user-to-key", { administratorKey, key }, "user-to-key");

  await respect(place, "collection-to-cover-to-merge-to-trash", { key: await keyOf(place.url, ada) });
}

/** Runs a workflow of a file, the only one unless it is named. Throws when it fails. */
async function respect({ base }: Place, file: string, inputs: object, workflow = file): Promise<void> {
  const servers = ["catalogue", "users", "collections"].map((name) => [name, base + basePathOf(name)]);
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

function basePathOf(contract: string): string {
  return loadContract(new URL(`../openapi/${contract}.yaml`, import.meta.url)).basePath;
}
