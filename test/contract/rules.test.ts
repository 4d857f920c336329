import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { env } from "node:process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import t from "tap";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** A contract that breaks no rule. Each case below breaks one. */
const GOOD = `
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
      security: [{ key: [] }, { other: [] }]
      parameters:
        - { name: litter, in: query, description: Its litter, schema: { type: integer, maximum: 9 } }
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              properties:
                name: { type: string, maxLength: 9, pattern: '^[^\\u0000]*$' }
                born: { type: string, format: date }
      responses:
        "201": &answer
          description: The dog
          headers: { X-Request-Id: { schema: { type: string } } }
          content:
            application/json:
              schema: { $ref: "#/components/schemas/Dog" }
        "400": *answer
        "401": *answer
        "413": *answer
        "415": *answer
        "500": *answer
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: dog-key }
    other: { type: apiKey, in: header, name: other-key }
  schemas:
    Dog:
      type: object
      additionalProperties: false
      properties:
        name: { type: string }
`;

const NAME = "name: { type: string, maxLength: 9, pattern: '^[^\\u0000]*$' }";
const BODY = "              type: object\n              properties:\n";

const DEPRECATED = "deprecated: true\n      x-deprecation: 2026-11-21";

/** An operation that announces its end wrongly. */
function announcing(lines: string): [rule: string, from: string, to: string] {
  return ["triptych/deprecation-dates", "tags: [dogs]\n", `tags: [dogs]\n      ${lines}\n`];
}

/** What is changed in the good contract, and the rule that refuses it. */
const CASES: [rule: string, from: string, to: string][] = [
  ["triptych/no-example", "name: { type: string }", "name: { type: string, example: Rex }"],
  [
    "triptych/no-discriminator",
    "additionalProperties: false",
    "additionalProperties: false\n      discriminator: { propertyName: name }",
  ],
  [
    "triptych/no-unevaluated-properties",
    "additionalProperties: false",
    "additionalProperties: false\n      unevaluatedProperties: false",
  ],
  ["triptych/no-nullable", "name: { type: string }", "name: { type: string, nullable: true }"],
  ["triptych/no-extension", "name: { type: string }", "name: { type: string, x-note: dog }"],
  ["triptych/known-format", "format: date", "format: dog"],
  ["triptych/bounded-text", NAME, "name: { type: string, maxLength: 9 }"],
  ["triptych/bounded-text", NAME, "name: { type: string, pattern: '^[^\\u0000]*$' }"],
  ["triptych/bounded-text", NAME, "name: { type: string, maxLength: 9, format: password }"],
  ["triptych/bounded-parameter", "{ type: integer, maximum: 9 }", "{ type: integer }"],
  ["triptych/bounded-parameter", "{ type: integer, maximum: 9 }", "{ type: string }"],
  [
    "triptych/flat-body",
    BODY,
    `              anyOf: [{ type: object, properties: { a: { type: integer } } }]\n${BODY}`,
  ],
  ["triptych/closed-response", "      additionalProperties: false\n", ""],
  [
    "triptych/no-recursion",
    "name: { type: string }",
    'name: { type: string }\n        pups: { type: array, items: { $ref: "#/components/schemas/Dog" } }',
  ],
  ["triptych/plain-operation-id", "operationId: createDog", "operationId: create-dog"],
  ["triptych/plain-operation-id", "operationId: createDog", "operationId: toString"],
  ["triptych/no-path-parameters", "  /dogs:\n", "  /dogs:\n    parameters: []\n"],
  ["triptych/one-scheme", "[{ key: [] }, { other: [] }]", "[{ key: [], other: [] }]"],
  ["triptych/explicit-body", "        required: true\n        content", "        content"],
  ["triptych/request-id", "          headers: { X-Request-Id: { schema: { type: string } } }\n", ""],
  ...["400", "401", "413", "415", "500"].map((status): [string, string, string] => [
    "triptych/listed-statuses",
    `        "${status}": *answer\n`,
    "",
  ]),
  ...[
    "deprecated: true",
    "x-deprecation: 2026-11-21",
    "deprecated: false\n      x-deprecation: 2026-11-21",
    "x-sunset: 2027-11-21",
  ].map(announcing),
  ...["soon", "2026-02-30", "2026-11-21T12:00:00Z"].map((date) =>
    announcing(`deprecated: true\n      x-deprecation: ${date}`),
  ),
  announcing(`${DEPRECATED}\n      x-sunset: 2026-11-21`),
  announcing(`${DEPRECATED}\n      x-sunset: 2026-11-20`),
  announcing(`${DEPRECATED}\n      x-sunset: later`),
  ["operation-operationId", "      operationId: createDog\n", ""],
  ["security-defined", "[{ key: [] }, { other: [] }]", "[{ lock: [] }]"],
  ["struct", "openapi: 3.1.0\n", "openapi: 3.1.0\ncolour: red\n"],
];

/** The rules that each text breaks, all held against them in one run. */
async function brokenRules(texts: readonly string[]): Promise<string[][]> {
  const folder = await mkdtemp(join(tmpdir(), "triptych-rules-"));
  const files = texts.map((_, number) => join(folder, `${number}.yaml`));
  await Promise.all(files.map((file, number) => writeFile(file, texts[number] ?? "")));
  const args = ["lint", "--config", "redocly.yaml", "--format", "json", "--max-problems", "1000", ...files];
  const lint = spawn(join(ROOT, "node_modules/.bin/redocly"), args, {
    cwd: ROOT,
    env: { ...env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
  });
  const [output] = await Promise.all([text(lint.stdout), text(lint.stderr)]);
  await rm(folder, { recursive: true });
  // One JSON document per file, in their order, with nothing in between.
  const reports: { problems: { ruleId: string }[] }[] = output
    .split(/(?<=^\})(?=\{)/m)
    .map((report) => JSON.parse(report));
  return reports.map(({ problems }) => problems.map(({ ruleId }) => ruleId));
}

const ENDING = GOOD.replace("tags: [dogs]\n", `tags: [dogs]\n      ${DEPRECATED}\n      x-sunset: 2027-11-21\n`);

const [good, ending, ...broken] = await brokenRules([
  GOOD,
  ENDING,
  ...CASES.map(([, from, to]) => GOOD.replace(from, () => to)),
]);

t.test("a contract that breaks no rule passes", async (t) => {
  t.same(good, []);
});

t.test("an operation that announces its end passes", async (t) => {
  t.same(ending, []);
});

for (const [number, [rule, from, to]] of CASES.entries()) {
  t.test(`${rule}: ${(to || `without ${from}`).trim().split("\n").at(-1)?.slice(0, 90)}`, async (t) => {
    t.ok(GOOD.includes(from), "the good contract holds what is changed");
    t.ok(broken[number]?.includes(rule), `refused by ${JSON.stringify(broken[number])}`);
  });
}
