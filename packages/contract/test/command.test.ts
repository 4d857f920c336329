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
  return runProgram(cwd, CONTRACT, ...args);
}

function runProgram(cwd: string, program: string, ...args: readonly string[]) {
  return new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
    execFile(execPath, [program, ...args], { cwd }, (error, stdout, stderr) =>
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

/** A program that proves all of `PETS`, or only the status. */
function recording(fields: readonly string[]): string {
  const recorder = new URL("../tools/proof/recorder.ts", import.meta.url).href;
  return `
    import { createRecorder } from ${JSON.stringify(recorder)};
    const { prove, recordEffect } = createRecorder("proof");
    const documented = ${JSON.stringify(LISTED)};
    for (const text of ${JSON.stringify(fields)})
      prove({ contract: "pets", operation: "listDogs", status: 200, type: "application/json", documented, headers: {}, text });
  `;
}

const LISTED = {
  content: {
    "application/json": {
      schema: { type: "array", items: { type: "object", properties: { name: { type: "string" } } } },
    },
  },
};

t.test("contract proof reads what processes recorded, writes a report and knows a threshold", async (t) => {
  const folder = await projectOf(t, {
    "contract.config.json": CONFIG,
    "pets.yaml": PETS,
    "some.mjs": recording(["[{}]"]),
    "present.mjs": recording(['[{ "name": "Rex" }]']),
    "all.mjs": recording(["[{}]", '[{ "name": "Rex" }]']),
    "misspelled.mjs": `${recording([])}recordEffect("pets", "listDogs", "query serch");`,
  });
  t.match(await run(folder, "proof"), { code: 1, stderr: /^There are no records in .*proof\. Run the tests first/ });
  await runProgram(folder, "some.mjs");
  t.match(await run(folder, "proof", "--json", "proof.json"), {
    code: 1,
    stdout: /✗ listDogs {2}GET \/pets\/dogs {2}200 ×1/,
    stderr:
      /pets listDogs: never seen: field 200 \[\]\/name present[\s\S]*66\.6 % of the parts are proved, and 100 % must be/,
  });
  t.match(JSON.parse(await readFile(join(folder, "proof.json"), "utf8")), {
    commit: null,
    percent: 66.6,
    contracts: [
      {
        name: "pets",
        version: "1.0.0",
        operations: [
          {
            id: "listDogs",
            request: "GET /pets/dogs",
            parts: 3,
            proved: 2,
            missing: [{ kind: "field", name: "200 []/name present", problem: "never seen: field 200 []/name present" }],
            exceptions: [],
          },
        ],
      },
    ],
  });
  t.match(await run(folder, "proof", "--threshold", "66"), { code: 0 });
  t.match(await run(folder, "proof", "--only", "status,header"), { code: 0, stderr: "" });
  t.same(await run(folder, "proof", "--only", "status", "--quiet"), {
    code: 0,
    stdout: "1 of 1 operations, 1 of 1 statuses, 0 exceptions\n",
    stderr: "",
  });
  t.match(await run(folder, "proof", "--only", "status, field"), { code: 1, stderr: /never seen: field 200/ });
  t.match(await run(folder, "proof", "--only", "fields"), {
    code: 2,
    stderr: /^--only takes status, header, .*fields/,
  });
  t.match(await run(folder, "proof", "--threshold", "67"), { code: 1 });
  t.match(await run(folder, "proof", "--threshold", "all"), {
    code: 2,
    stderr: /^--threshold is a number from 0 to 100/,
  });
  t.notMatch(await run(folder, "proof"), { stderr: 'under "required"' });
  await run(folder, "proof", "--reset");
  await runProgram(folder, "present.mjs");
  t.match(await run(folder, "proof"), {
    code: 1,
    stderr: /field 200 \[\]\/name absent\n[\s\S]*list it under "required"/,
  });
  await runProgram(folder, "all.mjs");
  t.match(await run(folder, "proof"), { code: 0, stdout: /✓ listDogs/, stderr: "" });
  await runProgram(folder, "misspelled.mjs");
  t.match(await run(folder, "proof", "--threshold", "0"), {
    code: 1,
    stdout: /✓ listDogs/,
    stderr:
      /recordEffect\("pets", "listDogs", "query serch"\): listDogs has no such parameter or field\. It has none\./,
  });
  t.match(await run(folder, "proof", "--only", "field"), { code: 0, stderr: "" });
  t.match(await run(folder, "proof", "--reset"), { code: 0 });
  t.match(await run(folder, "proof"), { code: 1, stderr: /^There are no records/ });
});

const RULES = fileURLToPath(new URL("../redocly.yaml", import.meta.url));

/** A configuration of Redocly with options of rules, and with another file to lint. */
const LINT = `extends: [${JSON.stringify(RULES)}]
apis: { cats: { root: cats.yaml } }
rules:
  contract/request-id: { severity: error, header: Dog-Id }
  contract/deprecation-dates: { severity: error, since: x-since, until: x-until, required: true }
  contract/known-format: { severity: error, formats: [breed] }
`;

t.test("contract lint applies the rules of the package, or those of the project's redocly.yaml", async (t) => {
  const yaml = PETS.replace("name: { type: string }", "name: { type: string, format: breed }").replace(
    "      operationId",
    "      deprecated: true\n      x-since: 2026-11-21\n      operationId",
  );
  const project = { "contract.config.json": CONFIG, "pets.yaml": yaml };
  const alone = await run(await projectOf(t, project), "lint", "--format", "json");
  t.equal(alone.code, 1);
  t.notMatch(alone.stdout, "X-Request-Id");
  t.match(alone.stdout, /does not check the format .*breed/);
  const folder = await projectOf(t, { ...project, "redocly.yaml": LINT, "cats.yaml": "openapi: 3.1.0\npaths: {}\n" });
  const { code, stdout } = await run(folder, "lint", "--format", "json");
  t.equal(code, 1);
  t.match(stdout, "The server sends Dog-Id with every response once one lists it");
  t.notMatch(stdout, /does not check the format|x-deprecation|x-since/);
  t.match(stdout, "cats.yaml", "also lints the files of redocly.yaml");
});

/** A contract as many are published: what the server would do wrong is left out, not what readers miss. */
const PUBLISHED = PETS.replace("paths:", "security: []\npaths:")
  .replace('"200":', '"500": { description: A fault, content: { application/json: {} } }\n        "200":')
  .replace("name: { type: string }", "name: { type: string, format: breed, example: Rex }");

t.test("contract lint exits with 1 for what the server would do wrong, not for what readers miss", async (t) => {
  const published = { "contract.config.json": CONFIG, "pets.yaml": PUBLISHED };
  const { code, stdout, stderr } = await run(await projectOf(t, published), "lint", "--format", "stylish");
  t.match([code, stdout], [0, /warning +contract\/no-example/]);
  t.match(stderr, /You have \d+ warnings/);
  const wrong = PUBLISHED.replace(/ *"500":.*\n/, "");
  const failed = await run(await projectOf(t, { ...published, "pets.yaml": wrong }), "lint", "--format", "stylish");
  t.match([failed.code, failed.stdout], [1, /error +contract\/listed-statuses/]);
  t.match(failed.stderr, /Validation failed with 1 error/);
  t.notMatch(failed.stderr, "ignore", "does not advise to ignore all problems");
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
  for (const name of names) {
    const help = await run(".", name, "--help");
    t.match(help, { code: 0, stdout: `Usage: contract ${name}` });
    t.notMatch(help.stdout, /^.{121}/m, `lines of ${name} --help have at most 120 columns`);
  }
});
