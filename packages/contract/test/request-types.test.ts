import { readFileSync } from "node:fs";
import t from "tap";
import { compilerErrors } from "./support/compiler.ts";

/**
 * Handlers of `forms.yaml`, and one whose contract requires `If-Match`, that compile. Each case below changes one
 * thing.
 */
const VALID = `
import type { operations } from "./generated.ts";
import type { Req } from "../src/handler-types.ts";

export function addSmall({ body }: Req<operations["addSmall"], undefined>): number {
  const file: Buffer = body.file;
  const tags: string[] | undefined = body.tags;
  const isDraft: boolean = body.isDraft;
  return body.title.length + file.length + (tags ?? []).length + (body.pages ?? 0) + Number(isDraft);
}

export async function addStreamed({ body }: Req<operations["addStreamed"], undefined>): Promise<number> {
  let size = 0;
  for await (const part of body.file.content()) size += part.length;
  return size + body.file.name.length + body.title.length;
}

export async function addUnlisted({ body }: Req<operations["addUnlisted"], undefined>): Promise<string | undefined> {
  return body.file?.name ?? body.note;
}

export async function change({ ifMatch }: Req<operations["addUnlisted"], undefined>): Promise<number> {
  return ifMatch(async () => ({ body: 1, version: 1 }), async (ifVersion) => ifVersion + 1);
}
`;

const ERRORS: readonly [name: string, from: string, to: string, error: RegExp][] = [
  [
    "a file in memory that is read as a stream",
    "file: Buffer = body.file",
    "file = body.file.content()",
    /'content' does/,
  ],
  ["a streamed file that is read as a buffer", "body.file.name.length", "body.file.length", /'length' does not exist/],
  [
    "a text field of another type",
    "isDraft: boolean",
    "isDraft: string",
    /'boolean' is not assignable to type 'string'/,
  ],
  ["a number that may be missing", "(body.pages ?? 0)", "body.pages", /possibly 'undefined'/],
  ["a field that the form does not have", "body.title.length +", "body.name.length +", /'name' does not exist/],
  [
    "a version that may be missing, without a required If-Match,",
    'ifMatch }: Req<operations["addUnlisted"]',
    'ifMatch }: Req<operations["addSmall"]',
    /'ifVersion' is possibly 'undefined'/,
  ],
  ["a file that may be missing", "body.file?.name", "body.file.name", /possibly 'undefined'/],
];

/** Adds a required `If-Match` to an operation. */
function withIfMatch(yaml: string): string {
  const parameter = "{ name: If-Match, in: header, required: true, schema: { type: string } }";
  const id = "operationId: addUnlisted\n";
  return yaml.replace(id, `${id}      parameters: [${parameter}]\n`);
}

const yaml = readFileSync(new URL("forms.yaml", import.meta.url), "utf8");
const [validErrors = ["nothing was compiled"], ...errors] = await compilerErrors(withIfMatch(yaml), [
  VALID,
  ...ERRORS.map(([, from, to]) => VALID.replace(from, to)),
]);

t.test("handlers compile with the generated types alone", async (t) => {
  t.same(validErrors, []);
});

for (const [number, [name, from, , error]] of ERRORS.entries()) {
  t.test(`${name} does not compile`, async (t) => {
    t.ok(VALID.includes(from), "`from` occurs in the valid code");
    t.match(errors[number]?.join("\n"), error);
  });
}
