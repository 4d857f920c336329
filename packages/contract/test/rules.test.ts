import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { env, execPath } from "node:process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import t from "tap";

const RULES = fileURLToPath(new URL("../redocly.yaml", import.meta.url));
const REDOCLY = join(dirname(createRequire(import.meta.url).resolve("@redocly/cli/package.json")), "bin/cli.js");

/** A configuration in which all rules are on. */
const ALL = `extends: [${JSON.stringify(RULES)}]
rules:
  contract/request-id: error
  contract/deprecation-dates: { severity: error, required: true }
`;

/** A contract that breaks no rule. */
const VALID = `
openapi: 3.1.0
info: { title: Dogs, version: 1.0.0, license: { name: MIT, identifier: MIT } }
servers: [{ url: /dogs }]
tags: [{ name: dogs, description: Dogs }]
paths:
  /dogs:
    post:
      operationId: createDog
      tags: [dogs]
      summary: Create a dog
      description: Creates a dog.
      security: [{ key: [] }, { other: [] }]
      parameters:
        - { name: litter, in: query, description: The litter, schema: { type: integer, minimum: 1, maximum: 9 } }
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              properties:
                name: { type: string, maxLength: 9, pattern: '^[^\\u0000]*$', description: A name, examples: [Rex] }
                born: { type: string, format: date, description: Its birthday, examples: ["2026-11-22"] }
                home: { $ref: "#/components/schemas/Home" }
      responses:
        "201": &response
          description: The dog
          headers: { X-Request-Id: { description: Its id, schema: { type: string } } }
          content:
            application/json:
              schema: { $ref: "#/components/schemas/Dog" }
        "400": *response
        "401": *response
        "413": *response
        "415": *response
        "500": *response
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: dog-key }
    other: { type: apiKey, in: header, name: other-key }
  schemas:
    Dog:
      type: object
      description: A dog
      additionalProperties: false
      properties:
        name: { type: string, description: Its name, examples: [Rex] }
        kind: { const: dog, description: Its kind }
        colours: { type: array, description: Its colours, items: { type: string, examples: [brown] } }
        born:
          type: object
          description: Its birth
          additionalProperties: false
          properties:
            year: { type: integer, description: The year, examples: [2026] }
    Home:
      type: string
      description: Where it lives
      maxLength: 9
      pattern: '^[a-z]*$'
      examples: [kennel]
`;

const NAME = "name: { type: string, maxLength: 9, pattern: '^[^\\u0000]*$', description: A name, examples: [Rex] }";
const DOG_NAME = "name: { type: string, description: Its name, examples: [Rex] }";
const LITTER = "{ type: integer, minimum: 1, maximum: 9 }";
const BODY = "              type: object\n              properties:\n";

const DEPRECATED = "deprecated: true\n      x-deprecation: 2026-11-21";

/** A case that adds lines to the operation that deprecate it in an invalid way. */
function deprecation(lines: string): [rule: string, from: string, to: string] {
  return ["contract/deprecation-dates", "tags: [dogs]\n", `tags: [dogs]\n      ${lines}\n`];
}

/** `VALID` breaks `rule` when its first `from` is replaced with `to`. */
const CASES: [rule: string, from: string, to: string][] = [
  ["contract/no-example", DOG_NAME, "name: { type: string, description: Its name, examples: [Rex], example: Rex }"],
  [
    "contract/no-discriminator",
    "additionalProperties: false",
    "additionalProperties: false\n      discriminator: { propertyName: name }",
  ],
  [
    "contract/no-unevaluated-properties",
    "additionalProperties: false",
    "additionalProperties: false\n      unevaluatedProperties: false",
  ],
  ["contract/no-nullable", DOG_NAME, "name: { type: string, nullable: true }"],
  ["contract/no-extension", DOG_NAME, "name: { type: string, x-note: dog }"],
  ["contract/known-format", "format: date", "format: dog"],
  ["contract/known-format", "format: date", "format: int32"],
  ["contract/known-format", "format: date", "format: binary"],
  ["contract/bounded-text", NAME, "name: { type: string, maxLength: 9 }"],
  ["contract/bounded-text", NAME, "name: { type: string, pattern: '^[^\\u0000]*$' }"],
  ["contract/bounded-text", NAME, "name: { type: string, maxLength: 9, format: password }"],
  ["contract/bounded-text", NAME, "name: { type: [string, 'null'], maxLength: 9 }"],
  ["contract/bounded-text", NAME, "name: { type: string, maxLength: 9, format: dog }"],
  ["contract/bounded-parameter", LITTER, "{ type: integer, minimum: 1 }"],
  ["contract/bounded-parameter", LITTER, "{ type: integer, maximum: 9 }"],
  ["contract/bounded-parameter", LITTER, "{ type: string }"],
  [
    "contract/flat-body",
    BODY,
    `              anyOf: [{ type: object, properties: { a: { type: integer } } }]\n${BODY}`,
  ],
  [
    "contract/flat-body",
    'home: { $ref: "#/components/schemas/Home" }',
    'home: { oneOf: [{ $ref: "#/components/schemas/Dog" }, { type: object, properties: {} }] }',
  ],
  ["contract/closed-response", "      additionalProperties: false\n", ""],
  [
    "contract/no-recursion",
    DOG_NAME,
    'name: { type: string }\n        pups: { type: array, items: { $ref: "#/components/schemas/Dog" } }',
  ],
  ["contract/plain-operation-id", "operationId: createDog", "operationId: create-dog"],
  ["contract/plain-operation-id", "operationId: createDog", "operationId: toString"],
  ["contract/one-scheme", "[{ key: [] }, { other: [] }]", "[{ key: [], other: [] }]"],
  ["contract/explicit-body", "        required: true\n        content", "        content"],
  [
    "contract/request-id",
    "          headers: { X-Request-Id: { description: Its id, schema: { type: string } } }\n",
    "",
  ],
  ...["400", "401", "413", "415", "500"].map((status): [string, string, string] => [
    "contract/listed-statuses",
    `        "${status}": *response\n`,
    "",
  ]),
  [
    "contract/listed-statuses",
    "      parameters:\n",
    "      parameters:\n        - { name: If-Match, in: header, description: The tag, schema: { type: string } }\n",
  ],
  ["contract/failure-type", '"500": *response', '"500": { description: None, content: { text/plain: {} } }'],
  ["contract/failure-type", '"500": *response', '"500": { description: None }'],
  ...[
    "deprecated: true",
    "x-deprecation: 2026-11-21",
    "deprecated: false\n      x-deprecation: 2026-11-21",
    "x-sunset: 2027-11-21",
  ].map(deprecation),
  ...["soon", "2026-02-30", "2026-11-21T12:00:00Z"].map((date) =>
    deprecation(`deprecated: true\n      x-deprecation: ${date}`),
  ),
  deprecation(`${DEPRECATED}\n      x-sunset: 2026-11-21`),
  deprecation(`${DEPRECATED}\n      x-sunset: 2026-11-20`),
  deprecation(`${DEPRECATED}\n      x-sunset: later`),
  ["contract/streamed-form", "tags: [dogs]\n", "tags: [dogs]\n      x-stream: true\n"],
  ["contract/tool", "tags: [dogs]\n", "tags: [dogs]\n      x-tool: Create a dog\n"],
  ["contract/tool", "tags: [dogs]\n", "tags: [dogs]\n      x-tool: [create_dog]\n"],
  ["operation-summary", "      summary: Create a dog\n", ""],
  ["operation-description", "      description: Creates a dog.\n", ""],
  ["parameter-description", "description: The litter, ", ""],
  ["contract/described-header", "description: Its id, ", ""],
  ["contract/described-schema", "      description: A dog\n", ""],
  ["contract/described-schema", "      description: A dog\n", '      description: " "\n'],
  ["contract/described-property", "description: Its name, ", ""],
  ["contract/described-property", "description: A name, ", ""],
  ["contract/described-property", "description: The year, ", ""],
  ["contract/described-property", ", description: Its kind", ""],
  ["contract/described-property", "      description: Where it lives\n", ""],
  ["contract/property-example", DOG_NAME, "name: { type: string, description: Its name }"],
  ["contract/property-example", DOG_NAME, "name: { type: string, description: Its name, examples: [] }"],
  ["contract/property-example", "description: A name, examples: [Rex]", "description: A name"],
  ["contract/property-example", "description: The year, examples: [2026]", "description: The year"],
  ["contract/property-example", ", examples: [brown]", ""],
  ["contract/property-example", "      examples: [kennel]\n", ""],
  ["no-invalid-schema-examples", "examples: [2026]", "examples: [recently]"],
  ["operation-operationId", "      operationId: createDog\n", ""],
  ["security-defined", "[{ key: [] }, { other: [] }]", "[{ lock: [] }]"],
  ["struct", "openapi: 3.1.0\n", "openapi: 3.1.0\ncolour: red\n"],
];

interface Problem {
  readonly ruleId: string;
  readonly message: string;
}

/** Lints the texts of contracts in one run; returns the rules that each contract breaks, with their messages. */
async function problemsOf(texts: readonly string[]): Promise<Problem[][]> {
  const folder = await mkdtemp(join(tmpdir(), "triptych-rules-"));
  const files = texts.map((_, index) => join(folder, `${index}.yaml`));
  await Promise.all(files.map((file, index) => writeFile(file, texts[index] ?? "")));
  await writeFile(join(folder, "redocly.yaml"), ALL);
  const args = [REDOCLY, "lint", "--config", "redocly.yaml", "--format", "json", "--max-problems", "1000", ...files];
  const lint = spawn(execPath, args, {
    cwd: folder,
    env: { ...env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
  });
  const [output] = await Promise.all([text(lint.stdout), text(lint.stderr)]);
  await rm(folder, { recursive: true });
  // One JSON document per file, in the order of the files, without separators.
  const reports: { problems: Problem[] }[] = output.split(/(?<=^\})(?=\{)/m).map((report) => JSON.parse(report));
  return reports.map(({ problems }) => problems);
}

const VALID_DEPRECATION = VALID.replace(
  "tags: [dogs]\n",
  `tags: [dogs]\n      ${DEPRECATED}\n      x-sunset: 2027-11-21\n`,
);

const WITHOUT_SERVERS = VALID.replace("servers: [{ url: /dogs }]\n", "");
const ALL_OF = VALID.replace(
  BODY,
  (body) => `              allOf: [{ $ref: "#/components/schemas/Toy" }]\n${body}`,
).replace(
  "    Home:\n",
  (home) =>
    `    Toy:\n      type: object\n      description: Its toys\n      properties: { home: { $ref: "#/components/schemas/Home" } }\n${home}`,
);
const AT_ROOT = VALID.replace("{ url: /dogs }", "{ url: / }");

/** Without the status that follows from a credential which all operations need. */
const SECURED = VALID.replace("      security: [{ key: [] }, { other: [] }]\n", "")
  .replace("\npaths:", "\nsecurity: [{ key: [] }, { other: [] }]\npaths:")
  .replace('        "401": *response\n', "");

/** Formats of numbers, and of texts of a fixed length, and a file. */
const VALID_FORMATS = VALID.replace(
  LITTER,
  `{ type: integer, format: int32, minimum: 1, exclusiveMaximum: 9 }`,
).replace(
  BODY,
  `${BODY}${["uuid", "ipv4", "date-time"]
    .map((format) => `                ${format}: { type: string, format: ${format}, description: A, examples: [] }\n`)
    .join("")}                file: { type: string, contentMediaType: image/png, description: A picture }\n`,
);

/** Text without limits, at several depths, and one that its format limits in part. */
const UNBOUNDED = VALID.replace(
  BODY,
  `${BODY}                note: { type: string }
                tags: { type: array, items: { type: string } }
                owner: { type: object, properties: { email: { type: string, format: email } } }
                properties: { type: string, maxLength: 9, examples: [{ type: string }] }
`,
);

/** Requests that the server does not serve, one in a webhook and one in a callback. */
const SENT = "{ post: { requestBody: { content: { application/json: { schema: { type: string } } } } } }";
const NOT_SERVED = VALID.replace(
  "      requestBody:\n",
  `      callbacks: { born: { "{$request.query.litter}": ${SENT} } }\n      requestBody:\n`,
).replace("components:\n", `webhooks: { dogBorn: ${SENT} }\ncomponents:\n`);

/** The form that the README shows. */
const README = await readFile(new URL("../README.md", import.meta.url), "utf8");
const [, form = ""] = /```yaml\n(requestBody:\n[^`]*)```/.exec(README) ?? [];
const WITH_FORM = VALID.replace(/ {6}requestBody:[\s\S]*?(?= {6}responses:)/, () => form.replace(/^(?=.)/gm, "      "));

/** An operation with a tool, one with the same, and one that takes a form. */
const withTool = (text: string) => text.replace("tags: [dogs]\n", "tags: [dogs]\n      x-tool: create_dog\n");
const SAME_TOOL = withTool(VALID).replace(
  "components:\n",
  `  /cats:
    get:
      operationId: createCat
      x-tool: create_dog
      tags: [dogs]
      summary: Create a cat
      description: Creates a cat.
      security: [{ key: [] }]
      responses: { "200": *response, "400": *response, "401": *response, "500": *response }
components:
`,
);

const OTHERS = [
  VALID,
  VALID_DEPRECATION,
  ALL_OF,
  WITHOUT_SERVERS,
  AT_ROOT,
  SECURED,
  VALID_FORMATS,
  UNBOUNDED,
  NOT_SERVED,
  WITH_FORM,
  withTool(VALID),
  SAME_TOOL,
  withTool(WITH_FORM),
];
const found = await problemsOf([...OTHERS, ...CASES.map(([, from, to]) => VALID.replace(from, () => to))]);
const broken = found.map((problems) => problems.map(({ ruleId }) => ruleId));
const [valid, validDeprecation, allOf, withoutServers, atRoot, secured, validFormats, , notServed, withForm] = broken;
const invalid = broken.slice(OTHERS.length);

t.test("accepts a valid contract", async (t) => {
  t.same(valid, []);
});

t.test("accepts an operation with a valid deprecation and sunset date", async (t) => {
  t.same(validDeprecation, []);
});

t.test("accepts allOf of plain objects in a body", async (t) => {
  t.match(ALL_OF, /allOf.*schemas\/Toy/);
  t.same(allOf, []);
});

t.test("accepts a contract whose base path is /, with servers and without", async (t) => {
  t.notMatch(WITHOUT_SERVERS, "servers");
  t.same([withoutServers, atRoot], [[], []]);
});

t.test("accepts formats of numbers and files, and text whose format limits its length", async (t) => {
  t.notOk(
    validFormats?.some((rule) => /bounded|known-format/.test(rule)),
    `broken rules: ${validFormats}`,
  );
});

t.test("accepts the form of the README", async (t) => {
  t.match(WITH_FORM, "contentMediaType");
  // Its properties have no descriptions and examples, a form needs two more statuses, and the schema Home is not used.
  const others = /described-property|property-example|listed-statuses|no-unused-components/;
  const rules = withForm?.filter((rule) => !others.test(rule));
  t.same(rules, []);
});

t.test("contract/bounded-text: says what each text of a body lacks", async (t) => {
  const messages = found[OTHERS.indexOf(UNBOUNDED)]?.filter(({ ruleId }) => ruleId === "contract/bounded-text");
  t.same(
    messages?.map(({ message }) => message),
    [
      'Text from clients needs limits. Give "note", "tags" a maxLength and a pattern that rejects NUL, such as ' +
        `'^[^\\u0000]*$'. Give "email" a maxLength. Give "properties" a pattern that rejects NUL, such as '^[^\\u0000]*$'.`,
    ],
  );
});

t.test("applies no rule of the package to webhooks and callbacks", async (t) => {
  t.same(
    notServed?.filter((rule) => rule.startsWith("contract/")),
    [],
  );
});

t.test("contract/tool: accepts a name once, and not for a form", async (t) => {
  const [one, same, ofForm] = broken.slice(OTHERS.length - 3).map((rules) => rules.includes("contract/tool"));
  t.same([one, same, ofForm], [false, true, true]);
});

t.test("contract/listed-statuses: security of the document, without the status 401", async (t) => {
  t.ok(secured?.includes("contract/listed-statuses"), `broken rules: ${JSON.stringify(secured)}`);
});

for (const [index, [rule, from, to]] of CASES.entries()) {
  t.test(`${rule}: ${(to || `without ${from}`).trim().split("\n").at(-1)?.slice(0, 90)}`, async (t) => {
    t.ok(VALID.includes(from), "the valid contract contains the replaced text");
    t.ok(invalid[index]?.includes(rule), `broken rules: ${JSON.stringify(invalid[index])}`);
  });
}
