import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { env, execPath } from "node:process";
import { fileURLToPath } from "node:url";
import t, { type Test } from "tap";
import { runClean } from "../support/sdk-project.ts";

// The package of the contract layer, as another project uses it: its example in a folder of its own, from the packed
// files and the registry. `npm run build --workspace packages/contract` must have built it.

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const EXAMPLE = join(ROOT, "packages/contract/examples/notes");

/** What the registry may need, without what the test runner sets. npm runs scripts with the first Node in the path. */
const NODE = {
  ...Object.fromEntries(
    Object.entries(env).flatMap(([name, value = ""]) => (/^(TAP|NODE_OPTIONS|npm_)/.test(name) ? [] : [[name, value]])),
  ),
  PATH: `${dirname(execPath)}${delimiter}${env.PATH}`,
};

const folder = await mkdtemp(join(tmpdir(), "triptych-contract-"));
t.teardown(() => rm(folder, { recursive: true, force: true }));
const [packed] = JSON.parse(
  await runClean(
    "npm",
    ["pack", "--json", "--ignore-scripts", "--workspace", "packages/contract", "--pack-destination", folder],
    ROOT,
  ),
);
const tarball = join(folder, packed.filename);
const project = await copyExample("notes");
await runClean("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error", tarball], project, NODE);

/** Copies the example, without what it generates. */
async function copyExample(name: string): Promise<string> {
  const copy = join(folder, name);
  await cp(EXAMPLE, copy, { recursive: true, filter: (path) => !/\/(generated|node_modules|proof)$/.test(path) });
  return copy;
}

/** A copy of the installed example in which a text of a file is replaced. */
async function changedExample(name: string, file: string, from: string, to: string): Promise<string> {
  const copy = await copyExample(name);
  await symlink(join(project, "node_modules"), join(copy, "node_modules"));
  const text = await readFile(join(copy, file), "utf8");
  if (!text.includes(from)) throw new Error(`${file} has no "${from}".`);
  await writeFile(join(copy, file), text.replace(from, to));
  await npm(copy, "generate");
  return copy;
}

/** Runs an npm script of a project. Returns what it prints; throws when it fails, with what it printed. */
function npm(cwd: string, script: string): Promise<string> {
  return runClean("npm", ["run", "--silent", script], cwd, NODE);
}

/** What a failing script printed. */
async function failureOf(t: Test, running: Promise<string>): Promise<string> {
  const error = await running.then(
    () => t.fail("it does not fail"),
    (error: unknown) => error,
  );
  const { stdout, stderr } = Object(error);
  return `${stdout}${stderr}`;
}

t.test("the package has what is built, its command and its documents, and nothing else", async (t) => {
  const paths: string[] = packed.files.map(({ path }: { path: string }) => path);
  const top = new Set(paths.map((path) => path.split("/")[0]));
  t.same([...top].sort(), [
    "LICENSE",
    "README.md",
    "bin",
    "contract.config.schema.json",
    "dist",
    "examples",
    "package.json",
    "redocly-plugin.js",
    "redocly.yaml",
    "template",
  ]);
  await t.resolves(runClean("npx", ["--no-install", "publint", "run", "--strict", tarball], ROOT));
  await t.resolves(
    runClean(
      "npx",
      ["--no-install", "attw", "--profile", "esm-only", tarball, "--exclude-entrypoints", "redocly.yaml"],
      ROOT,
    ),
  );
});

t.test("the example is generated, compiles, starts, and proves all of its contract", async (t) => {
  t.match(await npm(project, "generate"), /generated\/notes\.json/);
  await npm(project, "check");
  const server = spawn(execPath, ["start.ts"], { cwd: project, env: { ...NODE, PORT: "0" } });
  t.teardown(() => server.kill());
  const [line] = await once(server.stdout, "data");
  const notes = await fetch(String(line).trim(), { headers: { authorization: "Bearer secret" } });
  t.same([notes.status, await notes.json()], [200, []]);
  t.match(await npm(project, "test"), /16 of 16 statuses.*3 of 3 parameters and body fields/);
});

t.test("a parameter that no handler reads is reported", async (t) => {
  const parameter = "      parameters:\n        - { name: order, in: query, schema: { type: string } }\n";
  const copy = await changedExample("unread", "openapi.yaml", "      parameters:\n", parameter);
  const output = await failureOf(t, npm(copy, "test"));
  t.match(output, /listNotes.*query order/);
  t.notMatch(output, /createNote.*query/);
});

t.test("a response without a header of its contract does not compile, and fails its test", async (t) => {
  const copy = await changedExample("header", "server.ts", "headers: { Location", "other: { Location");
  t.match(await failureOf(t, npm(copy, "check")), /'createNote'.*not assignable/);
  t.match(await failureOf(t, npm(copy, "test")), /the header location is missing/);
});

t.test("an operation without a handler does not compile, and the server does not start", async (t) => {
  const copy = await changedExample("handler", "server.ts", "async getNote(", "async readNote(");
  t.match(await failureOf(t, npm(copy, "check")), /'getNote' is missing/);
  t.match(await failureOf(t, npm(copy, "start")), /The contract "notes" has no handler for the operations getNote/);
});

t.test("each command that contract init prints works, and those of its package.json", async (t) => {
  const tasks = join(folder, "tasks");
  const printed = await runClean("npx", ["--no-install", "contract", "init", tasks], project, NODE);
  t.match(printed, /npm install\n +npm run generate .*\n +npm test .*\n +npm start\n/);
  await runClean("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error"], tasks, NODE);
  t.match(await failureOf(t, npm(tasks, "start")), /tasks\.json does not exist\. contract generate writes it\./);
  await npm(tasks, "generate");
  t.match(await npm(tasks, "test"), /3 of 3 operations/);
  await npm(tasks, "lint");
  const server = spawn(execPath, ["src/start.ts"], { cwd: tasks, env: { ...NODE, PORT: "0" } });
  t.teardown(() => server.kill());
  const [line] = await once(server.stdout, "data");
  const { status, headers } = await fetch(String(line).trim());
  t.equal(status, 200);
  t.ok(headers.get("x-request-id"));
});

t.test("what the template says about the README is so", async (t) => {
  const readme = await readFile(join(ROOT, "packages/contract/README.md"), "utf8");
  const server = await readFile(join(ROOT, "packages/contract/template/src/server.ts"), "utf8");
  const [, section] = /see "(\w+)" in the README/.exec(server) ?? [];
  t.match(readme, `\n### ${section}\n`);
});
