import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { execPath } from "node:process";
import { fileURLToPath } from "node:url";
import t from "tap";
import { CONFIG, PETS, projectOf } from "./project.ts";

const CONTRACT = fileURLToPath(new URL("../bin/contract.js", import.meta.url));

/** Runs `contract` in a folder. */
function run(cwd: string, ...args: readonly string[]) {
  return new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
    execFile(execPath, [CONTRACT, ...args], { cwd }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

t.test("contract generate writes files, and --check says which are out of date", async (t) => {
  const folder = await projectOf(t, { "contract.config.json": CONFIG, "pets.yaml": PETS });
  t.same(await run(folder, "generate", "--check"), {
    code: 1,
    stdout: "",
    stderr: "Out of date: generated/pets.ts, generated/pets.json. Run contract generate.\n",
  });
  t.same(await run(folder, "generate"), { code: 0, stdout: "generated/pets.ts\ngenerated/pets.json\n", stderr: "" });
  t.match(JSON.parse(await readFile(join(folder, "generated/pets.json"), "utf8")), { info: { title: "Pets" } });
  t.match(await run(folder, "generate", "--check"), { code: 0, stderr: "" });
  await writeFile(join(folder, "pets.yaml"), PETS.replace("name:", "names:"));
  t.match(await run(folder, "generate", "--check"), { code: 1, stderr: /^Out of date: / });
});

t.test("mistakes are one line and exit with 1, wrong arguments with 2", async (t) => {
  const folder = await projectOf(t, { "contract.config.json": CONFIG, "pets.yaml": "openapi: 3.1.0\ninfo: {" });
  t.match(await run(folder, "generate"), {
    code: 1,
    stdout: "",
    stderr: /^pets\.yaml:2:\d+: This is not valid YAML[^\n]*\n$/,
  });
  t.match(await run(folder, "generate", "--chek"), {
    code: 2,
    stderr: /^Unknown option '--chek'.*contract generate --help/,
  });
  t.match(await run(folder, "frob"), { code: 2, stderr: 'There is no command "frob". See contract --help.\n' });
});

t.test("contract --help lists the commands, and each has a help of its own", async (t) => {
  const { stdout } = await run(".", "--help");
  const names = [...stdout.matchAll(/^ {2}(\w+) /gm)].map(([, name = ""]) => name);
  t.ok(names.includes("generate"));
  for (const name of names) t.match(await run(".", name, "--help"), { code: 0, stdout: `Usage: contract ${name}` });
});
