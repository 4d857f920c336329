import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { execPath } from "node:process";
import t from "tap";
import { PROGRAM, ROOT, startServer } from "../../harness/server-process.ts";
import { runClean } from "../support/sdk-project.ts";
import { copyServer, replaceIn } from "../support/server-copy.ts";

// Another contract is served after three edits: its YAML, its handlers, and a line (with its import) that registers it.

const PLUGIN = `import type { FastifyInstance } from "fastify";
import { registerContract } from "#contract/bind";
import { loadContract } from "../../server/contracts.ts";
import { taskHandlers } from "./handlers.ts";

export async function registerTasks(app: FastifyInstance): Promise<void> {
  await registerContract(app, {
    contract: loadContract("tasks"),
    handlers: [taskHandlers([])],
    security: { verifiers: {} },
    toFailureBody: ({ message }) => ({ error: message }),
  });
}
`;

t.test("a new contract is served after its YAML, its handlers and one line are written", async (t) => {
  const parts = [
    "openapi",
    "harness",
    "scripts",
    "packages/sdk/README.md",
    "packages/sdk/src",
    "packages/sdk/tsconfig.json",
    "tsconfig.json",
    "contract.config.json",
    "packages/contract/tools",
  ];
  const schema = "packages/contract/contract.config.schema.json";
  const folder = await copyServer(t, [...parts, schema, "packages/contract/package.json"]);
  const template = join(ROOT, "packages/contract/template");
  const yaml = await readFile(join(template, "openapi.yaml"), "utf8");
  await writeFile(join(folder, "openapi/tasks.yaml"), yaml.replace("url: /api\n", "url: /api/v2\n"));
  await mkdir(join(folder, "src/api/tasks"));
  const handlers = await readFile(join(template, "src/handlers.ts"), "utf8");
  await writeFile(
    join(folder, "src/api/tasks/handlers.ts"),
    handlers
      .replace('import { Failure, type Handlers } from "@triptych/contract";', "")
      .replace('"../generated/tasks.ts";', '"../../../generated/tasks.ts";')
      .replace(
        /^/,
        'import { Failure } from "#contract/failure";\nimport type { Handlers } from "#contract/handler-types";\n',
      ),
  );
  await writeFile(join(folder, "src/api/tasks/plugin.ts"), PLUGIN);
  const app = join(folder, "src/server/app.ts");
  await replaceIn(
    app,
    "  await registerCatalogue(app, {",
    "  await registerTasks(app);\n  await registerCatalogue(app, {",
  );
  await replaceIn(app, "import ", 'import { registerTasks } from "../api/tasks/plugin.ts";\nimport ');

  t.match(await runClean(execPath, ["scripts/generate.ts"], folder), "generated/tasks.ts\n");
  const program = PROGRAM.map((part) => (part.startsWith("src/") ? join(folder, part) : part));
  const server = await startServer({ command: [execPath, ...program, "start", "--ephemeral"] });
  t.teardown(() => server.stop("SIGKILL"));
  const send = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(server.base + path, init);
    return [response.status, await response.json()];
  };
  const created = { id: 1, title: "Water the plants", done: false };
  const body = JSON.stringify({ title: created.title });
  const headers = { "content-type": "application/json" };
  t.same(await send("/api/v2/tasks", { method: "POST", headers, body }), [201, created]);
  t.same(await send("/api/v2/tasks/1"), [200, created]);
  t.same(await send("/api/v2/nothing"), [404, { error: "This path does not exist." }]);
  t.match(await send("/api/v2/tasks", { method: "PUT" }), [405, { error: /Supported methods: GET, HEAD, POST/ }]);
  // The other contracts are served as before.
  t.match(await send("/api/products?limit=1"), [200, [{ name: String }]]);
});
