import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { env, execPath } from "node:process";
import { fileURLToPath } from "node:url";
import t from "tap";
import { projectOf } from "./project.ts";

const PACKAGE = fileURLToPath(new URL("../", import.meta.url));
const CONTRACT = join(PACKAGE, "bin/contract.js");

/** Runs Node in a folder, without what tap gives to its own processes. */
function node(cwd: string, ...args: readonly string[]) {
  const { NODE_OPTIONS: _options, NODE_TEST_CONTEXT: _context, ...rest } = env;
  return new Promise<{ code: unknown; output: string }>((done) => {
    execFile(execPath, args, { cwd, env: rest }, (error, stdout, stderr) =>
      done({ code: error?.code ?? 0, output: stdout + stderr }),
    );
  });
}

t.test("contract init writes a project with a contract that passes the rules", async (t) => {
  const folder = join(await projectOf(t, {}), "tasks");
  t.match(await node(".", CONTRACT, "init", folder), { code: 0, output: /npm install/ });
  const { version } = JSON.parse(await readFile(join(PACKAGE, "package.json"), "utf8"));
  t.match(JSON.parse(await readFile(join(folder, "package.json"), "utf8")), {
    dependencies: { "@triptych/contract": version },
  });
  t.match(await readFile(join(folder, ".gitignore"), "utf8"), "node_modules");
  t.match(await node(folder, CONTRACT, "generate"), { code: 0 });
  t.match(await node(folder, CONTRACT, "lint"), { code: 0, output: "Your API description is valid" });
});

t.test("the README's example breaks no rule that is an error", async (t) => {
  t.match(await node(join(PACKAGE, "examples/notes"), CONTRACT, "lint"), {
    code: 0,
    output: "API description is valid",
  });
});

t.test("the README's example has the tsconfig.json that contract init writes", async (t) => {
  const read = (folder: string) => readFile(join(PACKAGE, folder, "tsconfig.json"), "utf8");
  t.equal(await read("template"), await read("examples/notes"));
});

t.test("contract init writes nothing to a folder that is not empty", async (t) => {
  const folder = await projectOf(t, { "notes.txt": "mine" });
  t.match(await node(".", CONTRACT, "init", folder), { code: 1, output: / is not empty\. Name a new folder/ });
  t.match(await node(".", CONTRACT, "init"), { code: 2, output: /^An argument is missing\. See contract init --help/ });
});
