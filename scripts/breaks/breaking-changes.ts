import { CATALOGUE, COLLECTIONS, edit, PETS, removed, USERS } from "./contract-edits.ts";
import type { Break, Edit } from "./edit.ts";

/** One example of each kind of change that breaks clients; `npm run contract:diff` must fail for each. */
export const BREAKING: readonly Break[] = [
  {
    title: "add a required request field",
    edits: requiredFieldAdded("colour"),
    expected: "POST /api/products: added the new required request property `colour`",
  },
  {
    title: "make a request field required",
    edits: edit(CATALOGUE, "    ProductChange:\n", "type: object\n", "type: object\n      required: [price]\n"),
    expected: "PUT /api/products/{id}: the request property `price` became required",
  },
  {
    title: "remove a required response field",
    edits: [
      ...edit(CATALOGUE, "    Product:", "price, inStock]", "price]"),
      ...edit(CATALOGUE, "    Product:", "        inStock:", "        stock:"),
    ],
    expected:
      "GET /api/products/{id}: removed the required property `items/inStock` from the response with the `200` status",
  },
  {
    title: "remove an optional response field",
    edits: edit(CATALOGUE, "    Failure:", "        details:", "        reasons:"),
    expected: "GET /api/products: removed the optional property `details` from the response with the `400` status",
  },
  {
    title: "make a response field optional",
    edits: edit(CATALOGUE, "    Product:", "price, inStock]", "price]"),
    expected: "GET /api/products/{id}: the response property `items/inStock` became optional for the status `200`",
  },
  {
    title: "remove a value from an enum of a request",
    edits: edit(USERS, "    UserLevel:", "[1, 2, 3, 4]", "[1, 2, 3]"),
    expected: "PUT /api/v1/users/{id}.json: removed the enum value `4.00` of the request property `user_level`",
  },
  {
    title: "add a value to an enum of a response",
    edits: edit(USERS, "        via_remember:", "[0, 1]", "[0, 1, 2]"),
    expected:
      "GET /api/v1/users/{id}.json: added the new `2.00` enum value to the `logins/items/via_remember` response property",
  },
  {
    title: "change the constant value of a response field",
    edits: edit(USERS, "    Created:", "successfully created.", "created."),
    expected: "POST /api/v1/users.json: the `message` response property const value changed",
  },
  {
    title: "remove an operation",
    edits: edit(USERS, "  /users/{id}.json:", "    delete:", "    x-delete:"),
    expected: "DELETE /api/v1/users/{id}.json: api removed without deprecation",
  },
  {
    title: "change a path",
    edits: edit(CATALOGUE, "paths:", "  /user/login:", "  /user/sign-in:"),
    expected: "POST /api/user/login: api path removed without deprecation",
  },
  {
    title: "change the base path",
    edits: edit(COLLECTIONS, "servers:", "/rest/v1", "/rest"),
    expected: "GET /rest/v1/collections: api path removed without deprecation",
  },
  {
    title: "change an operationId",
    edits: edit(
      CATALOGUE,
      "  /products/{id}:",
      "operationId: getProduct\n      tags",
      "operationId: readProduct\n      tags",
    ),
    expected: "GET /api/products/{id}: api operation id `getProduct` removed and replaced with `readProduct`",
  },
  {
    title: "change a success status",
    edits: edit(CATALOGUE, "operationId: createProduct", '"201"', '"200"'),
    expected: "POST /api/products: removed the success response with the status `201`",
  },
  {
    title: "remove a failure status",
    edits: edit(CATALOGUE, "operationId: registerUser", '"409"', '"410"'),
    expected: "POST /api/user/register: removed the non-success response with the status `409`",
  },
  {
    title: "change the type of a response field",
    edits: edit(CATALOGUE, "    Product:", "price:\n          type: number", "price:\n          type: string"),
    expected: "GET /api/products: the `items/price` response's property `type` changed from `number` to `string`",
  },
  {
    title: "make a response field nullable",
    edits: edit(
      CATALOGUE,
      "    Product:",
      "price:\n          type: number",
      "price:\n          type: [number, 'null']",
    ),
    expected: "GET /api/products: the response property `items/price` became nullable for the status `200`",
  },
  {
    title: "change the type of a request field",
    edits: edit(CATALOGUE, "    ProductInput:", "price:\n          type: number", "price:\n          type: integer"),
    expected: "POST /api/products: the `price` request property `type` changed from `number` to `integer`",
  },
  {
    // A tool could take the field `$id` for the keyword of JSON Schema and not compare it.
    title: "change the type of the field $id",
    edits: edit(
      COLLECTIONS,
      "      required: [$ref, $id]",
      "$id:\n          type: integer",
      "$id:\n          type: string",
    ),
    expected:
      "GET /rest/v1/collection/{id}: the `item/user/$id` response's property `type` changed from `integer` to `string`",
  },
  {
    title: "make a parameter required",
    edits: edit(
      CATALOGUE,
      "operationId: listProducts\n      tags",
      "name: limit\n",
      "name: limit\n          required: true\n",
    ),
    expected: "GET /api/products: the `query` request parameter `limit` became required",
  },
  {
    title: "add a required parameter",
    edits: edit(
      CATALOGUE,
      "operationId: listProducts\n      tags",
      "      parameters:\n",
      "      parameters:\n        - { name: shop, in: query, required: true, schema: { type: boolean } }\n",
    ),
    expected: "GET /api/products: added the new required `query` request parameter `shop`",
  },
  {
    title: "remove a parameter",
    edits: edit(CATALOGUE, "operationId: listProducts\n      tags", "name: q\n", "name: text\n"),
    expected: "GET /api/products: deleted the `query` request parameter `q`",
  },
  {
    title: "make a limit stricter",
    edits: edit(CATALOGUE, "    ProductInput:", "maxLength: 200", "maxLength: 100"),
    expected: "POST /api/products: the `name` request property's maxLength was decreased",
  },
  {
    title: "accept texts instead of large numbers",
    edits: edit(CATALOGUE, "    ProductInput:", "type: number\n", "type: [number, string]\n          maximum: 9999\n"),
    expected: "POST /api/products: the `price` request property's max was set to `9999.00`",
  },
  {
    title: "add a limit",
    edits: edit(CATALOGUE, "    ProductInput:", "minimum: 0\n", "minimum: 0\n          maximum: 5000\n"),
    expected: "POST /api/products: the `price` request property's max was set to `5000.00`",
  },
  {
    title: "make a limit of a parameter stricter",
    edits: edit(CATALOGUE, "operationId: listProducts\n      tags", "maximum: 1000", "maximum: 100"),
    expected: "GET /api/products: for the `query` request parameter `limit`, the max was decreased",
  },
  {
    title: "change a pattern",
    edits: edit(CATALOGUE, "    ProductId:\n      type", "{24}", "{12}"),
    expected: "GET /api/products/{id}: changed the pattern of the `path` request parameter `id`",
  },
  {
    title: "change a default",
    edits: edit(USERS, "operationId: listUsers\n      tags", "default: 20", "default: 10"),
    expected: "GET /api/v1/users.json: for the `query` request parameter `limit`, default value was changed",
  },
  {
    title: "make a field depend on another field",
    edits: edit(
      USERS,
      "    UserChange:",
      "password: [password_confirmation]",
      "password: [password_confirmation, name]",
    ),
    expected: "PUT /api/v1/users/{id}.json: the request body dependentRequired for `password` was updated",
  },
  {
    title: "require a credential for a public operation",
    edits: edit(CATALOGUE, "operationId: getProduct\n      tags", "        - {}\n", ""),
    expected: "GET /api/products/{id}: no longer accepts requests without a credential",
  },
  {
    title: "move a credential to another header",
    edits: edit(CATALOGUE, "    authToken:", "name: auth-token", "name: x-auth-token"),
    expected: "POST /api/products: no longer accepts a key in the header auth-token",
  },
  {
    title: "remove a required response header",
    edits: edit(
      CATALOGUE,
      "operationId: createProduct\n      tags",
      "            Location:",
      "            Content-Location:",
    ),
    expected: "POST /api/products: the mandatory response header `location` removed for the status `201`",
  },
  {
    title: "remove an optional response header",
    edits: edit(CATALOGUE, "operationId: listProducts\n      tags", "            Link:", "            Next:"),
    expected: "GET /api/products: the optional response header `link` removed for the status `200`",
  },
  {
    title: "change the content type of a request",
    edits: edit(COLLECTIONS, "operationId: uploadCover\n      tags", "multipart/form-data:", "application/json:"),
    expected: "PUT /rest/v1/collection/{id}/cover: removed the media type `multipart/form-data`",
  },
  {
    title: "change the content type of a response",
    edits: edit(COLLECTIONS, "operationId: getPicture\n      tags", "image/webp:", "image/png:"),
    expected: "GET /rest/v1/cover/{picture}: removed the media type `image/webp`",
  },
  {
    // Adds a released contract that `openapi/` does not have, as if it had been removed there.
    title: "remove a contract",
    edits: [{ file: "openapi/released/pets.yaml", from: "", to: PETS }],
    expected: "GET /pets/dogs: api path removed without deprecation",
  },
  {
    title: "remove an operation before its sunset date",
    edits: removed("2999-12-31"),
    expected: "DELETE /api/products/{id}: api removed before the sunset date",
  },
  {
    title: "make a breaking change and lower the major version",
    edits: [...requiredFieldAdded("size"), ...edit(CATALOGUE, "info:", "version: 1.", "version: 0.")],
    expected: "POST /api/products: added the new required request property `size`",
  },
];

/** Adds a required field to the requests that create a product. */
function requiredFieldAdded(name: string): Edit[] {
  const required = "required: [name, price";
  return edit(
    CATALOGUE,
    "    ProductInput:",
    `${required}]\n      properties:\n`,
    `${required}, ${name}]\n      properties:\n        ${name}: { type: string, maxLength: 9 }\n`,
  );
}
