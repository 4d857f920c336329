import { join } from "node:path";
import t from "tap";
import { loadConfig } from "../tools/config.ts";
import { generateDocuments } from "../tools/generate/documents.ts";
import { loadContracts, parseContract } from "../tools/source/contracts.ts";
import { CONFIG, configOf, PETS, projectOf } from "./project.ts";

/** What is wrong with a contract when its text is changed. */
const MISTAKES: readonly [what: string, from: string, to: string, message: string | RegExp][] = [
  ["no YAML", "paths:\n", "paths: {\n", /^pets\.yaml:\d+:\d+: This is not valid YAML: ./],
  ["no OpenAPI", "openapi: 3.1.0\n", "", 'pets.yaml: "openapi" is missing, so this is no OpenAPI document.'],
  ["another version of OpenAPI", "3.1.0", "3.0.3", /^pets\.yaml: "openapi" is 3\.0\.3\. Write the contract in .* 3\.1/],
  ["no version", ", version: 1.0.0", "", 'pets.yaml: "info.version" is missing.'],
  [
    "a server without an address",
    "url: /pets",
    "description: Pets",
    'pets.yaml: "servers" has no "url". Write the path below which the operations are: servers: [{ url: /pets }].',
  ],
  [
    "a server with variables",
    "/pets",
    '"https://{host}/pets"',
    /^pets\.yaml: The first of "servers" is https:\/\/{host}/,
  ],
  [
    "no operationId",
    "      operationId: listDogs\n",
    "",
    /^pets\.yaml: GET \/dogs: "operationId" is missing\. It is the name of the method/,
  ],
  [
    "an operationId that is no identifier",
    "listDogs",
    "list-dogs",
    /^pets\.yaml: GET \/dogs: The operationId "list-dogs" can't be .*\. Write it like listDogs\.$/,
  ],
  [
    "an operationId twice",
    "components:",
    "  /cats: { get: { operationId: listDogs, responses: { '200': { description: The cats } } } }\ncomponents:",
    "pets.yaml: GET /cats: GET /dogs has the same operationId.",
  ],
  ["an operation without responses", "responses:", "x-responses:", 'pets.yaml: GET /dogs: "responses" is missing.'],
  ["a range of statuses", '"200"', "2XX", /^pets\.yaml: GET \/dogs: The response "2XX" is no status\. List each/],
  [
    "a reference without a target",
    "#/components/schemas/Dog",
    "#/components/schemas/Cat",
    /^pets\.yaml: The reference #\/components\/schemas\/Cat has no target in the contract\./,
  ],
  [
    "a reference to another file",
    "#/components/schemas/Dog",
    "dog.yaml",
    /^pets\.yaml: The reference dog\.yaml has no target .* bundle the file first\.$/,
  ],
];

for (const [what, from, to, message] of MISTAKES) {
  t.test(`a contract with ${what} is an error that names the file`, async (t) => {
    t.ok(from !== "" && PETS.includes(from));
    t.throws(
      () =>
        parseContract(
          "pets",
          PETS.replace(from, () => to),
        ),
      { name: "ToolFailure", message },
    );
  });
}

t.test("all that is wrong with a contract is one error, a line each", async (t) => {
  const yaml = PETS.replace("servers: [{ url: /pets }]\n", "servers: {}\n").replace("listDogs", "list-dogs");
  t.throws(() => parseContract("pets", yaml), {
    message: /^pets\.yaml: "servers"[^\n]*\npets\.yaml: GET \/dogs: [^\n]*$/,
  });
});

t.test("components and responses outside of operations may be left out, and a server may be an address", async (t) => {
  const yaml = PETS.replace(/^components[\s\S]*/m, "")
    .replace('{ $ref: "#/components/schemas/Dog" }', "{}")
    .replace("/pets", "https://example.com/api/pets/");
  const { basePath, outside } = parseContract("pets", yaml);
  t.equal(basePath, "/api/pets");
  t.ok(["400", "404", "405", "500"].every((status) => status in outside));
});

t.test("a $ref in an extension is left as it is", async (t) => {
  const { document } = parseContract("pets", `${PETS}x-topics: [{ content: { $ref: ./topics.md } }]\n`);
  t.match(document, { "x-topics": [{ content: { $ref: "./topics.md" } }] });
});

t.test("merge keys of YAML are merged; a quoted one is a name", async (t) => {
  const yaml = PETS.replace(
    "    Dog: { type: object, properties: { name: { type: string } } }\n",
    `    Named: { type: object, properties: &named { name: { type: string }, age: { type: integer } } }
    Dog: { type: object, properties: { <<: *named, age: { type: number } } }
    Cat: { type: object, properties: { <<: [*named, { lives: { const: 9 } }], "<<": { type: boolean } } }\n`,
  );
  const { Dog, Cat } = parseContract("pets", yaml).document.components.schemas;
  t.same(Dog?.properties, { name: { type: "string" }, age: { type: "number" } });
  t.same(Cat?.properties, {
    name: { type: "string" },
    age: { type: "integer" },
    lives: { const: 9 },
    "<<": { type: "boolean" },
  });
});

t.test("generates what the configuration asks for, of each contract", async (t) => {
  const folder = await projectOf(t, {
    "contract.config.json": JSON.stringify({
      contracts: ["api/*.yaml"],
      common: "api/common.yaml",
      output: "out",
      documents: ["types", "json", "yaml", "3.2", "3.1", "3.0"],
    }),
    "api/pets.yaml": `${PETS}  headers:\n    Age:\n      $ref: common.yaml#/components/headers/Age\n`,
    "api/common.yaml": "components:\n  headers:\n    Age:\n      # In years.\n      schema: { type: integer }\n",
  });
  const config = configOf(folder);
  const files = new Map(await generateDocuments(config, loadContracts(config)));
  const suffixes = ["ts", "json", "openapi.yaml", "openapi-3.2.json", "openapi-3.1.json", "openapi-3.0.json"];
  t.same(
    [...files.keys()],
    suffixes.map((suffix) => `out/pets.${suffix}`),
  );
  t.match(files.get("out/pets.ts"), /listDogs: null;/);
  t.match(
    files.get("out/pets.openapi.yaml"),
    /^# Written by .* from api\/pets\.yaml and api\/common\.yaml\..*# In years/s,
  );
  t.match(JSON.parse(files.get("out/pets.openapi-3.0.json") ?? ""), { openapi: "3.0.3" });
  t.match(JSON.parse(files.get("out/pets.openapi-3.2.json") ?? ""), { openapi: "3.2.0" });
});

t.test("writes types and JSON by default", async (t) => {
  const config = configOf(await projectOf(t, { "contract.config.json": CONFIG, "pets.yaml": PETS }));
  const files = await generateDocuments(config, loadContracts(config));
  t.same(
    files.map(([path]) => path),
    ["generated/pets.ts", "generated/pets.json"],
  );
});

t.test("a contract that can't be written in OpenAPI 3.0 is an error that names the file", async (t) => {
  const folder = await projectOf(t, {
    "contract.config.json": '{ "contracts": ["pets.yaml"], "documents": ["3.0"] }',
    "pets.yaml": `${PETS}jsonSchemaDialect: https://example.com\n`,
  });
  const config = configOf(folder);
  await t.rejects(generateDocuments(config, loadContracts(config)), {
    message: /^pets\.yaml: There is no rule .*"jsonSchemaDialect"/,
  });
});

t.test("a contract is never replaced by what is generated of it", async (t) => {
  const folder = await projectOf(t, {
    "contract.config.json": '{ "contracts": ["./pets.json"], "output": ".", "documents": ["json"] }',
    "pets.json": JSON.stringify(parseContract("pets", PETS).document),
  });
  const config = configOf(folder);
  await t.rejects(generateDocuments(config, loadContracts(config)), {
    message: /contract\.config\.json: pets\.json would be replaced\. Choose another folder than \. for "output"\.$/,
  });
});

/** Configurations that are invalid, and why. */
const CONFIGS: readonly [text: string, message: RegExp][] = [
  ['{ "contracts": ["pets.yaml"], "common": "pets.yaml" }', /: "contracts" has no file besides "common"\.$/],
  ["{", /contract\.config\.json is not valid JSON: ./],
  ["{}", /contract\.config\.json: \/ must have required property 'contracts'$/],
  ['{ "contracts": ["pets.yaml"], "outptu": "x" }', /contract\.config\.json: \/ must NOT .* properties: outptu$/],
  [
    '{ "contracts": ["pets.yaml"], "documents": ["2.0"] }',
    /: \/documents\/0 must .* values: types,json,yaml,3\.2,3\.1,3\.0$/,
  ],
  ['{ "contracts": ["cats.yaml"] }', /contract\.config\.json: There is no file .*cats\.yaml\.$/],
  [
    '{ "contracts": ["*.yaml", "more/pets.yaml"] }',
    /: (more\/)?pets\.yaml and (more\/)?pets\.yaml are both named pets\./,
  ],
];

for (const [text, message] of CONFIGS) {
  t.test(`the configuration ${text} is an error that names the file`, async (t) => {
    const files = { "contract.config.json": text, "pets.yaml": PETS, "more/pets.yaml": PETS };
    const folder = await projectOf(t, files);
    t.throws(() => configOf(folder), { name: "ToolFailure", message });
  });
}

t.test("a missing configuration, and one that names a missing contract, are errors that say so", async (t) => {
  const folder = await projectOf(t, {
    "contract.config.json": '{ "contracts": [{ "name": "pets", "path": "dogs.yaml" }] }',
  });
  t.throws(() => loadConfig(join(folder, "none.json")), { message: /none\.json can't be read\. "contract init/ });
  t.throws(() => loadContracts(configOf(folder)), { message: /^dogs\.yaml does not exist\. .*config\.json lists it/ });
});
