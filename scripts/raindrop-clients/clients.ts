import { join } from "node:path";
import { env, execPath } from "node:process";
import { ROOT } from "../../harness/server-process.ts";
import { cargoProgram, npmPackages, npmPackagesAnd, pythonPackages } from "../shared/downloads.ts";
import { execute } from "../shared/execute.ts";

const SCENARIOS = join(ROOT, "scripts/raindrop-clients/programs");
const PICTURE = join(ROOT, "openapi/workflows/cover.png");

/** The version whose dependencies are those of `scripts/raindrop-clients/programs/n8n/package.json`. */
const N8N_VERSION = "2.41.2";

/** The result of a method of a client. */
export interface Result {
  /** Its name, followed by a description if it is called in several ways: `Raindrop.search, by word`. */
  readonly method: string;
  /** Undefined if it worked. */
  readonly error?: string;
  /** The lines of the client that led to the error. */
  readonly places?: readonly string[];
}

/** The API keys of two accounts: the one that the scenario is about, and one with which it shares collections. */
interface Keys {
  readonly key: string;
  readonly guestKey: string;
}

/** Runs a scenario against a server, and returns its output: a line of JSON per method. */
type RunScenario = (server: string, keys: Keys) => Promise<string>;

/** The scenario of each client, by the client's name in its registry. */
export const CLIENTS: Readonly<Record<string, RunScenario>> = {
  "@lasuillard/raindrop-client": runNodeScenario,
  "raindrop-io-py": (server, { key }) => runPythonScenario("raindrop_io_py.py", server, key),
  "python-raindropio": (server, { key }) => runPythonScenario("python_raindropio.py", server, key),
  braindrop: (server, { key }) => runPythonScenario("braindrop_download.py", server, key),
  raindrop: runRustScenario,
  "n8n-nodes-base": runN8nScenario,
};

/** Runs the scenario of a client, and parses its output. */
export async function resultsOf(run: RunScenario, server: string, keys: Keys): Promise<Result[]> {
  const lines = (await run(server, keys)).split("\n").filter((line) => line.startsWith("{"));
  // The scenarios print objects of this type.
  return lines.map((line) => JSON.parse(line) as Result);
}

async function runPythonScenario(file: string, server: string, key: string): Promise<string> {
  const python = join(await pythonPackages(join(SCENARIOS, "requirements.txt")), "bin/python");
  const variables = { TRIPTYCH_URL: server, TRIPTYCH_KEY: key, PICTURE, PYTHONDONTWRITEBYTECODE: "1" };
  return execute(python, [file], { cwd: SCENARIOS, env: { ...env, ...variables } });
}

async function runNodeScenario(server: string, { key, guestKey }: Keys): Promise<string> {
  const variables = {
    TRIPTYCH_URL: server,
    TRIPTYCH_KEY: key,
    TRIPTYCH_GUEST_KEY: guestKey,
    PICTURE,
    CLIENT_FOLDER: await npmPackages(SCENARIOS),
  };
  return execute(execPath, [join(SCENARIOS, "raindrop-client.ts")], { env: { ...env, ...variables } });
}

async function runRustScenario(server: string, { key }: Keys): Promise<string> {
  const program = await cargoProgram(join(SCENARIOS, "rust"), "raindrop-scenario");
  return execute(program, [], { env: { ...env, TRIPTYCH_URL: server, TRIPTYCH_KEY: key } });
}

async function runN8nScenario(server: string, { key }: Keys): Promise<string> {
  const folder = join(SCENARIOS, "n8n");
  const variables = {
    TRIPTYCH_URL: server,
    TRIPTYCH_KEY: key,
    PICTURE,
    CLIENT_FOLDER: await npmPackagesAnd(folder, "n8n-nodes-base", N8N_VERSION),
  };
  return execute(execPath, [join(folder, "n8n.ts")], { env: { ...env, ...variables } });
}
