import { CATALOGUE, deprecated, edit, OPERATION_ADDED, PETS, removed, USERS } from "./contract-edits.ts";
import type { Change } from "./edit.ts";

/**
 * Changes for which `npm run contract:diff` must pass: those that break no client, and breaking ones
 * that are announced by a new major version or a sunset date.
 */
export const HARMLESS: readonly Change[] = [
  {
    title: "make a breaking change and raise the major version",
    // The version 1.1.0 becomes 91.1.0. Not in the catalogue, whose other changes must be harmless without that.
    edits: [
      ...edit(USERS, "    UserInput:", "user_level]\n", "user_level, phone]\n"),
      ...edit(USERS, "    UserInput:", "properties:\n", "properties:\n        phone: { type: string, maxLength: 9 }\n"),
      ...edit(USERS, "info:", "version: ", "version: 9"),
    ],
    expected: "breaking: POST /api/v1/users.json: added the new required request property `phone`",
  },
  {
    title: "add a contract",
    edits: [{ file: "openapi/pets.yaml", from: "", to: PETS }],
    expected: "pets is new, 1.0.0",
  },
  {
    title: "add an operation",
    edits: OPERATION_ADDED,
    expected: "harmless: GET /api/dogs: endpoint added",
  },
  {
    title: "add an optional request field",
    edits: edit(
      CATALOGUE,
      "    ProductInput:",
      "properties:\n",
      "properties:\n        colour: { type: string, maxLength: 9 }\n",
    ),
    expected: "harmless: POST /api/products: added the new optional request property `colour`",
  },
  {
    title: "make a request field optional",
    edits: edit(CATALOGUE, "    ProductInput:", "required: [name, price]", "required: [name]"),
    expected: "harmless: POST /api/products: the request property `price` became optional",
  },
  {
    title: "accept numbers within bounds where only true and false were accepted",
    edits: edit(CATALOGUE, "    ProductInput:", "type: boolean", "type: [boolean, integer]\n          minimum: 0"),
    expected: "harmless: POST /api/products: the `inStock` request property's min was set to `0.00`",
  },
  {
    title: "add an optional parameter",
    edits: edit(
      CATALOGUE,
      "operationId: listProducts\n      tags",
      "      parameters:\n",
      "      parameters:\n        - { name: shop, in: query, schema: { type: boolean } }\n",
    ),
    expected: "harmless: GET /api/products: added the new optional `query` request parameter `shop`",
  },
  {
    title: "add a response field",
    edits: [
      ...edit(CATALOGUE, "    Product:", "price, inStock]", "price, inStock, colour]"),
      ...edit(CATALOGUE, "    Product:", "properties:\n", "properties:\n        colour: { type: string }\n"),
    ],
    expected:
      "harmless: GET /api/products: added the required property `items/colour` to the response with the `200` status",
  },
  {
    title: "add a response header",
    edits: edit(
      CATALOGUE,
      "operationId: createProduct\n      tags",
      "          headers:\n",
      "          headers:\n            Warning: { schema: { type: string } }\n",
    ),
    expected: "harmless: POST /api/products: the response header `warning` was added for the status `201`",
  },
  {
    title: "add a failure status",
    edits: edit(
      CATALOGUE,
      "operationId: getProduct\n      tags",
      '        "404":\n',
      '        "410": { description: It is gone. }\n        "404":\n',
    ),
    expected: "harmless: GET /api/products/{id}: added the non-success response with the status `410`",
  },
  {
    title: "add a value to an enum of a request",
    edits: edit(USERS, "    UserLevel:", "[1, 2, 3, 4]", "[1, 2, 3, 4, 5]"),
    expected:
      "harmless: PUT /api/v1/users/{id}.json: added the new `5.00` enum value to the request property `user_level`",
  },
  {
    title: "relax a limit",
    edits: edit(CATALOGUE, "    ProductInput:", "maxLength: 200", "maxLength: 300"),
    expected: "harmless: POST /api/products: the `name` request property's maxLength was increased from `200` to `300`",
  },
  {
    title: "make an operation public",
    edits: edit(
      CATALOGUE,
      "operationId: createProduct\n      tags",
      "- authToken: []\n",
      "- authToken: []\n        - {}\n",
    ),
  },
  {
    title: "change a description",
    edits: edit(CATALOGUE, "paths:", "summary: Create a product", "summary: Make a product"),
  },
  {
    title: "deprecate an operation without a sunset date",
    edits: edit(
      CATALOGUE,
      "operationId: createProduct\n      tags",
      " [products]\n",
      " [products]\n      deprecated: true\n      x-deprecation: 2020-01-01\n",
    ),
    expected: "harmless: POST /api/products: endpoint deprecated",
  },
  {
    title: "deprecate an operation",
    edits: edit(
      CATALOGUE,
      "operationId: updateProduct\n      tags",
      " [products]\n",
      ` [products]\n${deprecated("2999-12-31")}`,
    ),
    expected: "harmless: PUT /api/products/{id}: endpoint deprecated with sunset date `2999-12-31`",
  },
  {
    title: "remove an operation after its sunset date",
    edits: removed("2020-12-31"),
  },
];
