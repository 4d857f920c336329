import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { argv, exit, stdout } from "node:process";
import { parseArgs } from "node:util";
import pLimit from "p-limit";
import { assertNoViolations, createAdministrator, startServer, temporaryDatabase } from "../harness/server.ts";
import { ROOT } from "../harness/server-process.ts";
import { runAgent } from "./tools/agent.ts";
import * as bruno from "./tools/bruno.ts";
import * as dredd from "./tools/dredd.ts";
import * as heyApi from "./tools/hey-api.ts";
import { stopJava } from "./tools/java.ts";
import * as kubb from "./tools/kubb.ts";
import * as oapiCodegen from "./tools/oapi-codegen.ts";
import * as oazapfts from "./tools/oazapfts.ts";
import * as ogen from "./tools/ogen.ts";
import * as openapiGeneratorGo from "./tools/openapi-generator-go.ts";
import * as openapiGeneratorJava from "./tools/openapi-generator-java.ts";
import * as openapiGeneratorPhp from "./tools/openapi-generator-php.ts";
import * as openapiGeneratorPython from "./tools/openapi-generator-python.ts";
import * as openapiGeneratorRuby from "./tools/openapi-generator-ruby.ts";
import * as openapiGeneratorRust from "./tools/openapi-generator-rust.ts";
import { openSources } from "./tools/openapi-generator-sources.ts";
import * as openapiGeneratorTypescript from "./tools/openapi-generator-typescript.ts";
import * as openapiPythonClient from "./tools/openapi-python-client.ts";
import * as openapiSchemaValidator from "./tools/openapi-schema-validator.ts";
import * as openapiSpecValidator from "./tools/openapi-spec-validator.ts";
import * as openapiTypescript from "./tools/openapi-typescript.ts";
import * as openapiZodClient from "./tools/openapi-zod-client.ts";
import * as orval from "./tools/orval.ts";
import * as owasp from "./tools/owasp.ts";
import { toPage } from "./tools/page.ts";
import * as portman from "./tools/portman.ts";
import * as postman from "./tools/postman.ts";
import * as prism from "./tools/prism.ts";
import * as redocly from "./tools/redocly.ts";
import { judge, type Result } from "./tools/results.ts";
import * as scalar from "./tools/scalar.ts";
import * as spectral from "./tools/spectral.ts";
import * as swaggerTypescriptApi from "./tools/swagger-typescript-api.ts";
import { CONTRACTS, type Input, type OpenTool, type Tool } from "./tools/tool.ts";

const TOOLS: Readonly<Record<string, OpenTool>> = {
  "openapi-generator-typescript": openapiGeneratorTypescript.open,
  "openapi-generator-python": openapiGeneratorPython.open,
  "openapi-generator-java": openapiGeneratorJava.open,
  "openapi-generator-go": openapiGeneratorGo.open,
  "openapi-generator-rust": openapiGeneratorRust.open,
  "openapi-generator-ruby": openapiGeneratorRuby.open,
  "openapi-generator-php": openapiGeneratorPhp.open,
  "openapi-generator-csharp": openSources(
    "csharp",
    "Debian's compiler knows C# 7, the code needs C# 8, and its libraries are on NuGet, which CI does not use",
  ),
  "openapi-generator-kotlin": openSources(
    "kotlin",
    "Debian has Kotlin 1.3, and neither Moshi nor the Gradle that the code needs",
  ),
  "openapi-generator-swift": openSources("swift6", "neither Debian 12 nor a registry that CI uses has a compiler"),
  "openapi-typescript": openapiTypescript.open,
  "hey-api": heyApi.open,
  orval: orval.open,
  kubb: kubb.open,
  oazapfts: oazapfts.open,
  "openapi-zod-client": openapiZodClient.open,
  "swagger-typescript-api": swaggerTypescriptApi.open,
  "openapi-python-client": openapiPythonClient.open,
  "oapi-codegen": oapiCodegen.open,
  ogen: ogen.open,
  prism: prism.open,
  portman: portman.open,
  dredd: dredd.open,
  spectral: spectral.open,
  owasp: owasp.open,
  redocly: redocly.open,
  "openapi-spec-validator": openapiSpecValidator.open,
  "openapi-schema-validator": openapiSchemaValidator.open,
  scalar: scalar.open,
  postman: postman.open,
  bruno: bruno.open,
};

const AGENT = "agent";

const NAMES = [...Object.keys(TOOLS), AGENT].join(", ");

const HELP = `Starts a server, and tries the tools that people use with OpenAPI documents on the contracts that it publishes, in
OpenAPI 3.1 and 3.0. Generated clients are compiled, and call the server. Writes the results to docs/tools.md.

Usage: npm run tools [-- --only <tool>]

  --only <tool>   tries one tool, and does not write docs/tools.md

Tools: ${NAMES}. The last one is a client of the Model Context Protocol, which calls
/mcp and reads no document.

Exits with 1 when a tool fails, except for the failures in scripts/tools/known-failures.ts, each of which has an issue of
the tool. Needs Python 3.11 or newer with venv, Go 1.25 or newer, Rust 1.85 or newer, a JDK 17 or newer, and Debian's
packages libjakarta-annotation-api-java, libhttpmime-java, ruby-typhoeus, php-guzzlehttp-guzzle, php-cli, php-curl,
php-mbstring, gcc, pkg-config and libssl-dev.
`;

/** Most of a tool's time is one thread's. */
const TOOLS_AT_ONCE = 4;

const OPENAPI_VERSIONS = ["3.1", "3.0"] as const;

// Without these handlers Node would skip the exit event, in which the server is killed.
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => exit(1));

const { values } = parseArgs({ args: argv.slice(2), options: { help: { type: "boolean" }, only: { type: "string" } } });
if (values.help) stdout.write(HELP);
else await run(values.only);

async function run(only: string | undefined): Promise<void> {
  const chosen = Object.entries(TOOLS).filter(([name]) => only === undefined || name === only);
  const isAgentChosen = only === undefined || only === AGENT;
  if (chosen.length === 0 && !isAgentChosen) throw new Error(`Unknown tool ${only}. Choose one of: ${NAMES}.`);
  const folder = await mkdtemp(join(tmpdir(), "triptych-tools-"));
  const { url, remove } = await temporaryDatabase();
  const server = await startServer(url, { CONFORMANCE_SHARE: "1" });
  try {
    const key = await createAdministrator(url, "tools@example.com");
    const documents = await documentsOf(server.base, join(folder, "documents"));
    const variables = { TRIPTYCH_URL: server.base, TRIPTYCH_KEY: key };
    const limit = pLimit(TOOLS_AT_ONCE);
    const perTool = await limit.map(chosen, async ([name, open]) =>
      tryTool(name, await open(), await inputsIn(join(folder, name), documents, variables), () =>
        createAdministrator(url, `${name}@example.com`),
      ),
    );
    const results = perTool.flat();
    if (isAgentChosen) {
      const own = await createAdministrator(url, `${AGENT}@example.com`);
      await runAgent(join(folder, AGENT), { ...variables, TRIPTYCH_KEY: own });
      stdout.write(`${AGENT}: passed\n`);
    }
    await assertNoViolations(server.base);
    if (only === undefined) await writeFile(join(ROOT, "docs/tools.md"), toPage(results));
    const failed = results.filter(({ outcome }) => outcome === "failed").length;
    stdout.write(`${results.length - failed} passed, ${failed} failed\n`);
    if (failed > 0) process.exitCode = 1;
  } finally {
    stopJava();
    await server.stop();
    await remove();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Tries a tool with all inputs, one after the other, and prints the outcomes. `createKey` is that of an account. */
async function tryTool(
  name: string,
  tool: Tool,
  inputs: readonly Input[],
  createKey: () => Promise<string>,
): Promise<Result[]> {
  const own = tool.needsAccount && { TRIPTYCH_KEY: await createKey() };
  const results: Result[] = [];
  for (const input of inputs) {
    const { openapi, contract, variables } = input;
    const result = await judge(name, tool, { ...input, variables: { ...variables, ...own } });
    stdout.write(`${name} ${openapi} ${contract}: ${result.outcome}\n`);
    if (result.outcome === "failed") stdout.write(`${result.message}\n`);
    results.push(result);
  }
  return results;
}

/** A contract in one version of OpenAPI. */
type Document = Pick<Input, "contract" | "openapi" | "file">;

/** Downloads every contract in every version of OpenAPI from a server to a folder. */
async function documentsOf(base: string, folder: string): Promise<Document[]> {
  await mkdir(folder);
  const pairs = OPENAPI_VERSIONS.flatMap((openapi) => CONTRACTS.map((contract) => ({ openapi, contract })));
  return Promise.all(
    pairs.map(async ({ openapi, contract }) => {
      const file = join(folder, `${contract}.openapi-${openapi}.json`);
      const response = await fetch(`${base}/openapi/${contract}.${openapi === "3.0" ? "3.0.json" : "json"}`);
      await writeFile(file, await response.text());
      return { openapi, contract, file };
    }),
  );
}

/** An input for each document, each with an empty folder. */
async function inputsIn(
  folder: string,
  documents: readonly Document[],
  variables: Input["variables"],
): Promise<Input[]> {
  const inputs = documents.map((document) => {
    return { ...document, folder: join(folder, `${document.contract}-${document.openapi}`), variables };
  });
  for (const { folder } of inputs) await mkdir(folder, { recursive: true });
  return inputs;
}
