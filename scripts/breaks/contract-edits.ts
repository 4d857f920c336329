import type { Edit } from "./edit.ts";

export const CATALOGUE = "openapi/catalogue.yaml";
export const USERS = "openapi/users.yaml";
export const COLLECTIONS = "openapi/collections.yaml";

/** One edit, whose text may be looked for behind another. */
export function edit(file: string, behind: string, from: string, to: string): Edit[] {
  return [{ file, behind, from, to }];
}

/** An operation of a contract, below its path. */
export const OPERATION = `    get:
      operationId: listDogs
      summary: List dogs
      responses:
        "200": { description: Dogs }
`;

/** A contract. */
export const PETS = `openapi: 3.1.0
info: { title: Pets, version: 1.0.0 }
servers: [{ url: /pets }]
paths:
  /dogs:
${OPERATION}x-outside-operations: { responses: {} }
components: { schemas: {} }
`;

/** A change that breaks clients. */
export const FIELD_ADDED = edit(
  CATALOGUE,
  "    NewProduct:",
  "required: [name, price]\n      properties:\n",
  "required: [name, price, colour]\n      properties:\n        colour: { type: string, maxLength: 9 }\n",
);

/** The lines by which an operation announces its end. */
export function deprecated(until: string): string {
  return `      deprecated: true\n      x-deprecation: 2020-01-01\n      x-sunset: ${until}\n`;
}

/** An operation is removed that was to end on a day. */
export function removed(until: string): Edit[] {
  const released = "openapi/released/catalogue.yaml";
  return [
    ...edit(released, "operationId: deleteProduct\n      tags", " [products]\n", ` [products]\n${deprecated(until)}`),
    ...edit(CATALOGUE, "  /products/{id}:", "    delete:", "    x-delete:"),
  ];
}
