import type { Edit } from "./edit.ts";

export const COMMON = "openapi/common.yaml";
export const CATALOGUE = "openapi/catalogue.yaml";
export const USERS = "openapi/users.yaml";
export const COLLECTIONS = "openapi/collections.yaml";

/** Returns an edit that replaces the first `from` after the start of the text `after`. */
export function edit(file: string, after: string, from: string, to: string): Edit[] {
  return [{ file, after, from, to }];
}

/** An operation, to be inserted below a path. */
const OPERATION = `    get:
      operationId: listDogs
      summary: List dogs
      responses:
        "200": { description: Dogs }
`;

/** A complete contract. */
export const PETS = `openapi: 3.1.0
info: { title: Pets, version: 1.0.0 }
servers: [{ url: /pets }]
paths:
  /dogs:
${OPERATION}x-outside-operations: { responses: {} }
components: { schemas: {} }
`;

/** Adds an operation that has no handler. */
export const OPERATION_ADDED = edit(CATALOGUE, "\npaths:", "paths:\n", `paths:\n  /dogs:\n${OPERATION}`);

/** The same, in the file that the server loads. */
export const OPERATION_GENERATED = edit(
  "generated/catalogue.json",
  '"paths": {',
  '"paths": {\n',
  '"paths": {\n"/dogs": { "get": { "operationId": "listDogs", "responses": { "200": { "description": "Dogs" } } } },\n',
);

/** Adds a field of products, and a filter of their list, that nothing implements. */
export const FIELD_AND_FILTER_ADDED = [
  ...edit(CATALOGUE, "    Product:\n", "      properties:\n", "      properties:\n        sku: { type: string }\n"),
  ...edit(
    CATALOGUE,
    "    ProductInput:\n",
    "      properties:\n",
    "      properties:\n        sku: { type: string }\n",
  ),
  ...edit(
    CATALOGUE,
    "operationId: listProducts\n      tags",
    "        - name: inStock\n",
    "        - { name: sku, in: query, schema: { type: string } }\n        - name: inStock\n",
  ),
];

/** The YAML fields that deprecate an operation and set its sunset date. */
export function deprecated(sunset: string): string {
  return `      deprecated: true\n      x-deprecation: 2020-01-01\n      x-sunset: ${sunset}\n`;
}

/** Removes an operation that was released as deprecated with this sunset date. */
export function removed(sunset: string): Edit[] {
  // Renamed to `x-delete`, the operation is an extension field, which tools ignore.
  const released = "openapi/released/catalogue/1.0.0.yaml";
  return [
    ...edit(released, "operationId: deleteProduct\n      tags", " [products]\n", ` [products]\n${deprecated(sunset)}`),
    ...edit(CATALOGUE, "  /products/{id}:", "    delete:", "    x-delete:"),
  ];
}
