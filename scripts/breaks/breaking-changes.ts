import { CATALOGUE, COLLECTIONS, edit, FIELD_ADDED, PETS, removed, USERS } from "./contract-edits.ts";
import type { Change } from "./edit.ts";

/** Every kind of change that breaks clients. */
export const BREAKING: readonly Change[] = [
  {
    what: "a required field is added to a request",
    edits: FIELD_ADDED,
    says: "POST /api/products: added the new required request property `colour`",
  },
  {
    what: "a field of a request becomes required",
    edits: edit(CATALOGUE, "    ProductChange:\n", "type: object\n", "type: object\n      required: [price]\n"),
    says: "PUT /api/products/{id}: the request property `price` became required",
  },
  {
    what: "a required field is dropped from an answer",
    edits: [
      ...edit(CATALOGUE, "    Product:", "price, inStock]", "price]"),
      ...edit(CATALOGUE, "    Product:", "        inStock:\n          type: boolean\n", ""),
    ],
    says: "GET /api/products/{id}: removed the required property `items/inStock` from the response with the `200` status",
  },
  {
    what: "an optional field is dropped from an answer",
    edits: edit(CATALOGUE, "    Failure:", "        details:", "        reasons:"),
    says: "removed the optional property `details` from the response with the `400` status",
  },
  {
    what: "a field of an answer becomes optional",
    edits: edit(CATALOGUE, "    Product:", "price, inStock]", "price]"),
    says: "the response property `items/inStock` became optional for the status `200`",
  },
  {
    what: "a value is removed from those that a request may have",
    edits: edit(USERS, "    UserLevel:", "[1, 2, 3, 4]", "[1, 2, 3]"),
    says: "of the request property `user_level`",
  },
  {
    what: "a value is added to those that an answer may have",
    edits: edit(USERS, "        via_remember:", "[0, 1]", "[0, 1, 2]"),
    says: "enum value to the `logins/items/via_remember` response property",
  },
  {
    what: "the one value of a field of an answer is another",
    edits: edit(USERS, "    Created:", "successfully created.", "created."),
    says: "POST /api/v1/users.json: the `message` response property const value changed",
  },
  {
    what: "an operation is removed",
    edits: edit(USERS, "  /users/{id}.json:", "    delete:", "    x-delete:"),
    says: "DELETE /api/v1/users/{id}.json: api removed without deprecation",
  },
  {
    what: "a path is another",
    edits: edit(CATALOGUE, "paths:", "  /products:", "  /goods:"),
    says: "GET /api/products: api path removed without deprecation",
  },
  {
    what: "a base path is another",
    edits: edit(CATALOGUE, "servers:", "/api", "/shop"),
    says: "GET /api/products: api path removed without deprecation",
  },
  {
    what: "the name of an operation is another",
    edits: edit(
      CATALOGUE,
      "  /products/{id}:",
      "operationId: getProduct\n      tags",
      "operationId: readProduct\n      tags",
    ),
    says: "GET /api/products/{id}: api operation id `getProduct` removed and replaced with `readProduct`",
  },
  {
    what: "a status of success is another",
    edits: edit(CATALOGUE, "operationId: createProduct", '"201"', '"200"'),
    says: "POST /api/products: removed the success response with the status `201`",
  },
  {
    what: "a status of failure is removed",
    edits: edit(CATALOGUE, "operationId: registerUser", '"409"', '"422"'),
    says: "POST /api/user/register: removed the non-success response with the status `409`",
  },
  {
    what: "the type of a field of an answer is another",
    edits: edit(CATALOGUE, "    Product:", "price:\n          type: number", "price:\n          type: string"),
    says: "the `items/price` response's property `type` changed from `number` to `string`",
  },
  {
    what: "a field of an answer may be null",
    edits: edit(
      CATALOGUE,
      "    Product:",
      "price:\n          type: number",
      "price:\n          type: [number, 'null']",
    ),
    says: "the response property `items/price` became nullable for the status `200`",
  },
  {
    what: "the type of a field of a request is another",
    edits: edit(CATALOGUE, "    NewProduct:", "price:\n          type: number", "price:\n          type: integer"),
    says: "POST /api/products: the `price` request property `type` changed from `number` to `integer`",
  },
  {
    what: "a field named $id is another",
    edits: edit(
      COLLECTIONS,
      "      required: [$ref, $id]",
      "$id:\n          type: integer",
      "$id:\n          type: string",
    ),
    says: "the `item/user/$id` response's property `type` changed from `integer` to `string`",
  },
  {
    what: "a parameter becomes required",
    edits: edit(
      CATALOGUE,
      "operationId: listProducts\n      tags",
      "name: limit\n",
      "name: limit\n          required: true\n",
    ),
    says: "GET /api/products: the `query` request parameter `limit` became required",
  },
  {
    what: "a required parameter is added",
    edits: edit(
      CATALOGUE,
      "operationId: listProducts\n      tags",
      "      parameters:\n",
      "      parameters:\n        - { name: shop, in: query, required: true, schema: { type: boolean } }\n",
    ),
    says: "GET /api/products: added the new required `query` request parameter `shop`",
  },
  {
    what: "a parameter is removed",
    edits: edit(CATALOGUE, "operationId: listProducts\n      tags", "name: q\n", "name: text\n"),
    says: "GET /api/products: deleted the `query` request parameter `q`",
  },
  {
    what: "a limit is stricter",
    edits: edit(CATALOGUE, "    NewProduct:", "maxLength: 200", "maxLength: 100"),
    says: "POST /api/products: the `name` request property's maxLength was decreased",
  },
  {
    what: "a limit is set where there was none",
    edits: edit(CATALOGUE, "    NewProduct:", "minimum: 0\n", "minimum: 0\n          maximum: 9999\n"),
    says: "POST /api/products: the `price` request property's max was set",
  },
  {
    what: "a limit of a parameter is stricter",
    edits: edit(CATALOGUE, "operationId: listProducts\n      tags", "maximum: 1000", "maximum: 100"),
    says: "GET /api/products: for the `query` request parameter `limit`, the max was decreased",
  },
  {
    what: "a pattern is another",
    edits: edit(CATALOGUE, "    ProductId:\n      type", "{24}", "{12}"),
    says: "changed the pattern",
  },
  {
    what: "a default is another",
    edits: edit(USERS, "operationId: listUsers\n      tags", "default: 20", "default: 10"),
    says: "GET /api/v1/users.json: for the `query` request parameter `limit`, default value was changed",
  },
  {
    what: "a field needs another beside it",
    edits: edit(
      USERS,
      "    UserChange:",
      "password: [password_confirmation]",
      "password: [password_confirmation, name]",
    ),
    says: "PUT /api/v1/users/{id}.json: ",
  },
  {
    what: "a credential is needed where none was",
    edits: edit(CATALOGUE, "operationId: getProduct\n      tags", "        - {}\n", ""),
    says: "GET /api/products/{id}: no longer lets in callers without a credential",
  },
  {
    what: "a credential is shown in another place",
    edits: edit(CATALOGUE, "    authToken:", "name: auth-token", "name: x-auth-token"),
    says: "POST /api/products: no longer lets in callers with a key in the header auth-token",
  },
  {
    what: "a required header field is dropped from an answer",
    edits: edit(
      CATALOGUE,
      "operationId: createProduct\n      tags",
      "            Location:",
      "            Content-Location:",
    ),
    says: "POST /api/products: the mandatory response header `location` removed for the status `201`",
  },
  {
    what: "an optional header field is dropped from an answer",
    edits: edit(CATALOGUE, "operationId: listProducts\n      tags", "            Link:", "            Next:"),
    says: "GET /api/products: the optional response header `link` removed for the status `200`",
  },
  {
    what: "a request has another content type",
    edits: edit(COLLECTIONS, "operationId: uploadCover\n      tags", "multipart/form-data:", "image/png:"),
    says: "PUT /rest/v1/collection/{id}/cover: removed the media type `multipart/form-data`",
  },
  {
    what: "an answer has another content type",
    edits: edit(COLLECTIONS, "operationId: getPicture\n      tags", "image/webp:", "image/png:"),
    says: "GET /rest/v1/cover/{picture}: removed the media type `image/webp`",
  },
  {
    what: "a contract is gone",
    edits: [{ file: "openapi/released/pets.yaml", from: "", to: PETS }],
    says: "GET /pets/dogs: api path removed without deprecation",
  },
  {
    what: "an operation is removed before its last day",
    edits: removed("2999-12-31"),
    says: "DELETE /api/products/{id}: api removed before the sunset date",
  },
  {
    what: "clients break and the major version is lowered",
    edits: [...FIELD_ADDED, ...edit(CATALOGUE, "info:", "version: ", "version: 0.")],
    says: "POST /api/products: added the new required request property `colour`",
  },
];
