import { CATALOGUE, deprecated, edit, FIELD_ADDED, OPERATION, PETS, removed, USERS } from "./contract-edits.ts";
import type { Change } from "./edit.ts";

/** Kinds of changes that break no client. */
export const HARMLESS: readonly Change[] = [
  {
    what: "clients break and the major version is raised",
    edits: [...FIELD_ADDED, ...edit(CATALOGUE, "info:", "version: ", "version: 9")],
    says: "POST /api/products: added the new required request property `colour`",
  },
  {
    what: "a contract is added",
    edits: [{ file: "openapi/pets.yaml", from: "", to: PETS }],
    says: "pets.yaml is new, 1.0.0",
  },
  {
    what: "an operation is added",
    edits: edit(CATALOGUE, "paths:", "paths:\n", `paths:\n  /dogs:\n${OPERATION}`),
    says: "GET /api/dogs: endpoint added",
  },
  {
    what: "an optional field is added to a request",
    edits: edit(
      CATALOGUE,
      "    NewProduct:",
      "properties:\n",
      "properties:\n        colour: { type: string, maxLength: 9 }\n",
    ),
    says: "POST /api/products: added the new optional request property `colour`",
  },
  {
    what: "a field of a request becomes optional",
    edits: edit(CATALOGUE, "    NewProduct:", "required: [name, price]", "required: [name]"),
    says: "POST /api/products: the request property `price` became optional",
  },
  {
    what: "an optional parameter is added",
    edits: edit(
      CATALOGUE,
      "operationId: listProducts\n      tags",
      "      parameters:\n",
      "      parameters:\n        - { name: shop, in: query, schema: { type: boolean } }\n",
    ),
    says: "GET /api/products: added the new optional `query` request parameter `shop`",
  },
  {
    what: "a field is added to an answer",
    edits: [
      ...edit(CATALOGUE, "    Product:", "price, inStock]", "price, inStock, colour]"),
      ...edit(CATALOGUE, "    Product:", "properties:\n", "properties:\n        colour: { type: string }\n"),
    ],
    says: "GET /api/products: added the required property `items/colour` to the response with the `200` status",
  },
  {
    what: "a header field is added to an answer",
    edits: edit(
      CATALOGUE,
      "operationId: createProduct\n      tags",
      "          headers:\n",
      "          headers:\n            Warning: { schema: { type: string } }\n",
    ),
    says: "POST /api/products: the response header `warning` was added for the status `201`",
  },
  {
    what: "a status of failure is added",
    edits: edit(
      CATALOGUE,
      "operationId: getProduct\n      tags",
      '        "404":\n',
      '        "410": { description: It is gone. }\n        "404":\n',
    ),
    says: "GET /api/products/{id}: added the non-success response with the status `410`",
  },
  {
    what: "a value is added to those that a request may have",
    edits: edit(USERS, "    UserLevel:", "[1, 2, 3, 4]", "[1, 2, 3, 4, 5]"),
    says: "enum value to the request property `user_level`",
  },
  {
    what: "a limit is looser",
    edits: edit(CATALOGUE, "    NewProduct:", "maxLength: 200", "maxLength: 300"),
    says: "POST /api/products: the `name` request property's maxLength was increased from `200` to `300`",
  },
  {
    what: "a credential is needed no longer",
    edits: edit(
      CATALOGUE,
      "operationId: createProduct\n      tags",
      "- authToken: []\n",
      "- authToken: []\n        - {}\n",
    ),
    says: "catalogue.yaml",
  },
  {
    what: "a description is another",
    edits: edit(CATALOGUE, "paths:", "summary: Create a product", "summary: Make a product"),
    says: "catalogue.yaml",
  },
  {
    what: "an operation is deprecated, its last day not yet known",
    edits: edit(
      CATALOGUE,
      "operationId: deleteProduct\n      tags",
      " [products]\n",
      " [products]\n      deprecated: true\n      x-deprecation: 2020-01-01\n",
    ),
    says: "DELETE /api/products/{id}: endpoint deprecated",
  },
  {
    what: "an operation is deprecated",
    edits: edit(
      CATALOGUE,
      "operationId: deleteProduct\n      tags",
      " [products]\n",
      ` [products]\n${deprecated("2999-12-31")}`,
    ),
    says: "DELETE /api/products/{id}: endpoint deprecated",
  },
  {
    what: "an operation is removed after its last day",
    edits: removed("2020-12-31"),
    says: "catalogue.yaml",
  },
];
