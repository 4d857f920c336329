import t from "tap";
import { compilerErrors } from "./support/compiler.ts";

/** A contract in which everything is behind a reference, or behind a reference to one. */
const CONTRACT = `
openapi: 3.1.0
info: { title: Boats, version: 1.0.0 }
paths:
  /boats:
    parameters: [{ $ref: "#/components/parameters/First" }]
    post:
      operationId: addBoat
      security: [{ oauth: [boats] }]
      parameters: [{ $ref: "#/components/parameters/Limit" }, { $ref: "#/components/parameters/After" }]
      requestBody: { $ref: "#/components/requestBodies/First" }
      responses:
        "200":
          description: The boat
          headers:
            Location: { $ref: "#/components/headers/Location" }
            Quota: { $ref: "#/components/headers/Quota" }
            Cache-Control: { $ref: "#/components/headers/CacheControl" }
            Age: { $ref: "#/components/headers/First" }
        "404": { $ref: "#/components/responses/First" }
components:
  securitySchemes: { oauth: { type: oauth2, flows: {} } }
  headers:
    Location: { required: true, schema: { type: string } }
    Quota: { schema: { type: string } }
    CacheControl: { schema: { const: no-cache } }
    First: { $ref: "#/components/headers/Age" }
    Age: { schema: { type: integer } }
  parameters:
    First: { $ref: "#/components/parameters/Length" }
    Length: { name: length, in: query, schema: { type: integer } }
    Limit: { name: limit, in: query, schema: { $ref: "#/components/schemas/Limit" } }
    After: { name: after, in: query, schema: { type: integer, default: 1 } }
  requestBodies:
    First: { $ref: "#/components/requestBodies/Boat" }
    Boat: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Boat" } } } }
  responses:
    First: { $ref: "#/components/responses/NotFound" }
    NotFound:
      description: There is no such boat.
      headers: { Age: { $ref: "#/components/headers/First" } }
      content: { application/json: { schema: { $ref: "#/components/schemas/Boat" } } }
  schemas:
    Limit: { type: integer, default: 10 }
    Boat: { type: object, required: [name], properties: { name: { type: string } } }
`;

const VALID = `
import type { operations, scopes } from "./generated.ts";
import type { Req, Res } from "../src/handler-types.ts";

export function readInput({ body, query }: Req<operations["addBoat"], undefined>): string {
  const sum: number = query.limit + query.after + (query.length ?? 0);
  return body.name + sum;
}
export const found: Res<operations["addBoat"]> = { status: 200, headers: { Location: "/boats/1" } };
export const more: Res<operations["addBoat"]> = { status: 200, headers: { Location: "/boats/1", Quota: "1", Age: 3 } };
export const missing: Res<operations["addBoat"]> = { status: 404, body: { name: "Argo" } };
export const scope: scopes["addBoat"] = "boats";
`;

const ERRORS: readonly [name: string, from: string, to: string, error: RegExp][] = [
  ["a response without a required header field", ', headers: { Location: "/boats/1" }', "", /headers/],
  ["a header field of another type", "Age: 3", 'Age: "3"', /string/],
  ["a header field that the server sets", "Age: 3", '"Cache-Control": "no-cache"', /Cache-Control/],
  ["a body without its field", '{ name: "Argo" }', "{}", /name/],
  ["a parameter that may be missing", "(query.length ?? 0)", "query.length", /possibly 'undefined'/],
];

const [valid = ["nothing was compiled"], ...errors] = await compilerErrors(CONTRACT, [
  VALID,
  ...ERRORS.map(([, from, to]) => VALID.replace(from, to)),
]);

t.test("parts of a contract behind references have the types that they have without", async (t) => {
  t.same(valid, []);
});

for (const [number, [name, from, , error]] of ERRORS.entries()) {
  t.test(`${name} does not compile`, async (t) => {
    t.ok(VALID.includes(from), "`from` occurs in the valid code");
    t.match(errors[number]?.join("\n"), error);
  });
}
