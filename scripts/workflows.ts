import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process, { argv, env, execPath, stderr, stdout } from "node:process";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { loadContract } from "../src/http/contract.ts";

const HELP = `Runs the workflows of openapi/workflows/ with Redocly's respect, against a server of their own with an empty database. Each answer is held
against the criteria of its step and against the contract, by respect and by the server itself.

Usage: npm run workflows

Ends with 1 when a workflow fails.
`;

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const PASSWORD = "correct horse battery";

/** Where the server of a run is, and the environment of its command line. */
interface Place {
  readonly base: string;
  readonly settings: NodeJS.ProcessEnv;
}

if (argv.includes("--help")) stdout.write(HELP);
else await runAll();

async function runAll(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "triptych-workflows-"));
  const settings = {
    ...env,
    PORT: "0",
    LOG_LEVEL: "info",
    CONFORMANCE_SHARE: "1",
    DATABASE_URL: `sqlite:${join(folder, "triptych.db")}`,
  };
  const server = spawn(execPath, ["src/main.ts", "start"], {
    cwd: ROOT,
    env: settings,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const gone = once(server, "close");
  try {
    const base = await addressIn(server.stdout);
    await runStories({ base, settings });
    await refuseMismatches(base);
  } catch (error) {
    stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  } finally {
    server.kill("SIGKILL");
    await gone;
    await rm(folder, { recursive: true, force: true });
  }
}

async function runStories(place: Place): Promise<void> {
  const ada = "ada@example.com";
  await respect(place, "register-to-product", { email: ada, password: PASSWORD });

  const administratorKey = await administratorKeyIn(place);
  const grace = "grace@example.com";
  const inputs = { administratorKey, email: grace, password: PASSWORD };
  await respect(place, "administrator-to-user-to-key", inputs, "administrator-to-user");
  // No contract makes keys.
  const key = await keyOf(place, grace);
  await respect(place, "administrator-to-user-to-key", { administratorKey, key }, "user-to-key");

  await respect(place, "collection-to-cover-to-merge-to-trash", { key: await keyOf(place, ada) });
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

/** Throws when the server itself has counted answers that its contracts do not allow. */
async function refuseMismatches(base: string): Promise<void> {
  const { mismatches } = Object(await (await fetch(`${base}/health/ready`)).json());
  if (mismatches !== 0)
    throw new Error(`The server has counted ${mismatches} answers that its contracts do not allow.`);
}

function basePathOf(contract: string): string {
  return loadContract(new URL(`../openapi/${contract}.yaml`, import.meta.url)).basePath;
}

async function administratorKeyIn(place: Place): Promise<string> {
  const email = "root@example.com";
  const level = ["--name", "Root", "--level", "4"];
  await command(place, ["user", "create", "--email", email, ...level, "--password-stdin"], PASSWORD);
  return keyOf(place, email);
}

async function keyOf(place: Place, email: string): Promise<string> {
  return (await command(place, ["key", "create", "--email", email, "--name", "workflow"])).trim();
}

/** Runs a command of the command line; gives back what it prints. */
async function command({ settings }: Place, args: readonly string[], input = ""): Promise<string> {
  const running = promisify(execFile)(execPath, ["src/main.ts", ...args], { cwd: ROOT, env: settings });
  running.child.stdin?.end(input);
  return (await running).stdout;
}

/** The address that a server tells when it listens. What it logs afterwards is read and let go. */
async function addressIn(log: Readable): Promise<string> {
  return new Promise((resolve, reject) => {
    const lines = createInterface(log);
    lines.on("line", (line) => {
      const address = /listens at (http:\S+),/.exec(line)?.[1];
      if (address !== undefined) resolve(address);
    });
    lines.on("close", () => reject(new Error("The server ended before it listened.")));
  });
}
