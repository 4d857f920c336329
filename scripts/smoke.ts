import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { argv, env, stdout } from "node:process";
import { promisify } from "node:util";
import { loadContracts } from "../harness/contracts.ts";
import { startServer, temporaryDatabase } from "../harness/server-process.ts";
import { freePort } from "../src/base/free-port.ts";
import { changelogOf, referenceOf } from "../src/pages/design/paths.ts";
import { groupsOf, pathOf } from "../src/pages/reference/groups.ts";

const HELP = `For README.md and docs/examples.md: runs npm start with an empty database, then the examples of the document, and
compares every response with the one that it shows. Stops the server with SIGTERM, as a service manager would. A warning
in the log is a failure.

Usage: npm run smoke
`;

/** Documents with examples, and how many they have at least: a smaller number would mean that they were not found. */
const DOCUMENTS = { "README.md": 6, "docs/examples.md": 20 };

/** A command of a document and the output that the document shows. */
interface Example {
  readonly command: string;
  readonly output: string;
}

const PATHS = [
  "/",
  "/docs/",
  "/docs/quickstart",
  "/docs/errors",
  "/docs/search?q=title",
  ...loadContracts().flatMap((contract) => [
    referenceOf(contract),
    changelogOf(contract),
    ...groupsOf(contract).map((group) => pathOf(contract, group)),
  ]),
  ...loadContracts().flatMap(({ name }) =>
    ["yaml", "json", "3.2.json", "3.0.json", "md"].map((format) => `/openapi/${name}.${format}`),
  ),
  ...loadContracts().map(({ name }) => `/openapi/${name}/changelog.json`),
  "/docs/quickstart.md",
  "/docs/errors.md",
  "/llms.txt",
  "/openapi/workflows/register-to-product.arazzo.yaml",
  "/openapi/workflows/register-to-product.arazzo.json",
  "/account/api-keys",
  "/health/live",
  "/health/ready",
];

/** pino's number for the level warn. */
const WARNING = 40;

/** Separates the outputs of the examples. */
const SEPARATOR = "--- next ---";

if (argv.includes("--help")) stdout.write(HELP);
else for (const [document, atLeast] of Object.entries(DOCUMENTS)) await smoke(document, atLeast);

async function smoke(document: string, atLeast: number): Promise<void> {
  const examples = examplesIn(await readFile(new URL(`../${document}`, import.meta.url), "utf8"));
  if (examples.length < atLeast) throw new Error(`${document} has ${examples.length} examples, less than ${atLeast}.`);
  const { url, remove } = await temporaryDatabase();
  const messages: string[] = [];
  const warnings: string[] = [];
  const onLine = (line: string) => {
    const { level = 0, msg = "" } = line.startsWith("{") ? JSON.parse(line) : {};
    (level >= WARNING ? warnings : messages).push(String(msg));
  };
  // A port of 0, for any free port, would appear in the URLs of responses. npm needs HOME.
  const settings = { PORT: String(await freePort()), DATABASE_URL: url, HOME: env.HOME ?? "" };
  const started = performance.now();
  const server = await startServer({ command: ["npm", "start"], settings, onLine });
  try {
    print(`npm start listens after ${Math.round(performance.now() - started)} ms.`);
    for (const path of PATHS) await assertOk(server.base + path);
    await runExamples(document, examples, server.base, settings);
  } finally {
    await server.stop();
    await remove();
  }
  if (!messages.some((message) => message.includes("stopped")))
    throw new Error("The server did not log that it stopped.");
  if (warnings.length > 0) throw new Error(`The server logged warnings: ${warnings.join("; ")}`);
  print("stopped");
}

async function assertOk(url: string): Promise<void> {
  const { status } = await fetch(url);
  if (status !== 200) throw new Error(`${url} returned ${status}.`);
  print(`200 ${url}`);
}

/** Runs every example in one shell, so that later ones can use variables that earlier ones set. */
async function runExamples(
  document: string,
  examples: readonly Example[],
  base: string,
  settings: NodeJS.ProcessEnv,
): Promise<void> {
  const script = examples
    .map(({ command }) => `${command.replaceAll("localhost:3000", base)}\necho\necho '${SEPARATOR}'`)
    .join("\n");
  const { stdout: printed } = await promisify(execFile)("bash", ["-euc", script], { env: { ...env, ...settings } });
  const outputs = printed.split(`${SEPARATOR}\n`).map((output) => output.trim());
  for (const [index, { command, output }] of examples.entries()) {
    const actual = outputs[index] ?? "";
    if (maskVariables(actual) !== maskVariables(output)) {
      throw new Error(`${document} shows for\n  ${command}\nthe output\n  ${output}\nbut it was\n  ${actual}`);
    }
    print(`$ ${command}`);
  }
}

function examplesIn(document: string): Example[] {
  const commands = [...document.matchAll(/```console\n([\s\S]*?)```/g)].flatMap(([, block = ""]) =>
    block.split(/^\$ /m).slice(1),
  );
  return commands.map((example) => {
    const [command = "", ...output] = example.trimEnd().split("\n");
    return { command, output: output.join("\n") };
  });
}

/** Ids and times differ from run to run. */
function maskVariables(text: string): string {
  return text.replaceAll(/[0-9a-f]{24}/g, "<id>").replaceAll(/\d{4}-\d\d-\d\dT[\d:]+Z/g, "<time>");
}

function print(line: string): void {
  stdout.write(`${line}\n`);
}
