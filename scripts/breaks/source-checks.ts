import { ONE_CHECKER, TYPESCRIPT } from "../shared/typescript.ts";
import type { Check } from "./check.ts";
import { edit, FIELD_AND_FILTER_ADDED, OPERATION_GENERATED, USERS } from "./contract-edits.ts";

export const HANDLERS = "src/api/catalogue/handlers.ts";
const WIRE = "src/api/catalogue/wire.ts";
const ITEM_HANDLERS = "src/api/collections/item-handlers.ts";
const RETURN_PRODUCT = "return { id, name, description, price, inStock: in_stock === 1 };";

/**
 * Runs a test file. Its output reports a failure in a line with its title, and in the lines of the difference below.
 */
function test(file: string): Pick<Check, "command" | "failure"> {
  return {
    command: ["node", "--import=./test/support/without-async-hooks.ts", file],
    failure: /^ *(not ok \d|[-+] )/,
  };
}

/** Checks, each with edits of the source code that must make it fail. */
export const SOURCE_CHECKS: readonly Check[] = [
  {
    name: "npm run lint:types",
    command: ["node", TYPESCRIPT, ...ONE_CHECKER, "--incremental", "--tsBuildInfoFile", "types.tsbuildinfo"],
    breaks: [
      {
        title: "remove a required response field",
        edits: [{ file: WIRE, from: "price, inStock:", to: "inStock:" }],
        expected: "Property 'price' is missing",
      },
      {
        title: "return a status that is not in the contract",
        edits: [{ file: HANDLERS, after: "async deleteProduct(", from: "status: 201", to: "status: 202" }],
        expected: "Type '202' is not assignable to type",
      },
      {
        title: "rename a handler method",
        edits: [{ file: HANDLERS, from: "async deleteProduct(", to: "async eraseProduct(" }],
        expected: "Property 'deleteProduct' is missing",
      },
      {
        title: "send an event without a field that its schema requires",
        edits: [
          {
            file: "src/library/events/outbox.ts",
            from: "data: { operation: event.operation, count, collections }",
            to: "data: { count, collections }",
          },
        ],
        expected: "Property 'operation' is missing",
      },
      {
        title: "add a field to a contract, and no variation to the tests of effects",
        edits: [
          {
            file: "generated/catalogue.ts",
            after: "        ProductInput: {\n",
            from: "name",
            to: "sku?: string;\n            name",
          },
        ],
        expected: "body /sku",
      },
    ],
  },
  {
    name: "npm test (events)",
    ...test("test/outgoing/webhook-events.test.ts"),
    breaks: [
      {
        title: "send an event that its schema does not allow, undetected by the compiler",
        edits: [
          {
            file: "src/library/events/outbox.ts",
            from: "timestamp, data: { count, items: [...event.items], collections }",
            to: "timestamp, data: { count: -count, items: [...event.items], collections }",
          },
        ],
        expected: "/data/count must be >= 1",
      },
      {
        title: "send an event with a header that is not in the contract",
        edits: [
          {
            file: "src/webhooks/attempt.ts",
            from: '"user-agent": "Trip',
            to: '"x-event": "1",\n    "user-agent": "Trip',
          },
        ],
        expected: "the header x-event is not listed",
      },
    ],
  },
  {
    name: "npm run test:extended",
    ...test("test/effects/effects.test.ts"),
    breaks: [
      {
        title: "stop reading a query parameter",
        edits: [
          { file: ITEM_HANDLERS, from: "order: toOrder(sort), page,", to: "order: toOrder(sort), page: 0 * page," },
        ],
        expected: "query page",
      },
      {
        title: "drop a validated body field",
        edits: [
          {
            file: "src/api/collections/item-wire.ts",
            after: 'const { title = "", excerpt',
            from: "    excerpt,\n",
            to: "    excerpt: excerpt.slice(0, 0),\n",
          },
        ],
        expected: "body /excerpt",
      },
      {
        title: "read a search without applying it",
        edits: [{ file: ITEM_HANDLERS, from: "query.search.trim() }", to: "query.search.slice(0, 0) }" }],
        expected: "query search",
      },
    ],
  },
  {
    name: "npm test (entries of effects)",
    ...test("test/unit/declared-effects.test.ts"),
    breaks: [
      {
        title: "add a filter to a contract, and no entry to the tests of effects",
        edits: FIELD_AND_FILTER_ADDED,
        expected: "query sku",
      },
      {
        title: "add a parameter to a contract, and no entry to the tests of effects",
        edits: edit(
          USERS,
          "operationId: listUsers\n      tags",
          "      parameters:\n",
          "      parameters:\n        - { name: locale, in: query, schema: { type: string } }\n",
        ),
        expected: "query locale",
      },
      {
        title: "remove an entry of a body field",
        edits: [{ file: "test/effects/collections.ts", from: '"body /excerpt"', to: '"body /summary"' }],
        expected: "body /excerpt",
      },
    ],
  },
  {
    name: "npm test (what handlers read)",
    command: ["node", "packages/contract/bin/contract.js", "proof", "--only", "read"],
    breaks: [
      {
        title: "add a field and a filter to a contract, which no handler reads",
        edits: FIELD_AND_FILTER_ADDED,
        expected: "catalogue listProducts: no handler reads the parameter query sku",
      },
    ],
  },
  {
    name: "npm test",
    ...test("test/api/catalogue/products.test.ts"),
    breaks: [
      {
        title: "remove a required response field, undetected by the compiler",
        edits: [
          { file: WIRE, from: RETURN_PRODUCT, to: `return JSON.parse(JSON.stringify({ id, name, description }));` },
        ],
        expected: "must have required property 'price'",
      },
      {
        title: "return a field that is not in the contract, undetected by the compiler",
        edits: [{ file: WIRE, from: RETURN_PRODUCT, to: RETURN_PRODUCT.replace(" };", ", ...{ owner: 1 } };") }],
        expected: "must NOT have additional properties",
      },
      {
        title: "map a failure to a status that is not in the contract",
        edits: [{ file: "packages/contract/src/response/failures.ts", from: "notFound: 404,", to: "notFound: 410," }],
        expected: "the status is not listed",
      },
      {
        title: "return a header that is not in the contract",
        edits: [
          {
            file: "packages/contract/src/server/server.ts",
            from: 'reply.header("x-request-id", request.id).headers(commonHeaders);',
            to: 'reply.header("x-request-id", request.id).headers(commonHeaders).header("x-powered-by", "Triptych");',
          },
        ],
        expected: "the header x-powered-by is not listed",
      },
      {
        title: "add an operation without a handler",
        edits: OPERATION_GENERATED,
        expected: "has no handler for the operations listDogs",
      },
    ],
  },
  {
    name: "npm run test:extended",
    ...test("packages/contract/test/fast-path.test.ts"),
    breaks: [
      {
        title: "send cached responses to requests with a wrong credential",
        edits: [
          {
            file: "packages/contract/src/cache/fast-path.ts",
            from: '"accept-encoding",',
            to: '"accept-encoding",\n  "pet-key",',
          },
        ],
        expected: "a wrong credential is rejected",
      },
      {
        title: "send cached responses without counting the requests for the rate limit",
        edits: [{ file: "packages/contract/src/route.ts", from: "registerEarlyHooks !== undefined || ", to: "" }],
        expected: "every request passes the early hook",
      },
    ],
  },
  {
    name: "npm run test:extended",
    ...test("test/app/fast-path.test.ts"),
    breaks: [
      {
        title: "send cached collections without counting the requests for the rate limit",
        edits: [
          {
            file: "packages/contract/src/route.ts",
            from: "count: callerLimit && (",
            to: "count: undefined && callerLimit && (",
          },
        ],
        expected: "requests on the fast path count against the rate limit of their network",
      },
    ],
  },
  {
    name: "npm run test:extended",
    ...test("test/costs/costs.test.ts"),
    breaks: [
      {
        title: "look up a product by scanning all products",
        edits: [
          {
            file: "src/products/products.ts",
            from: `select(COLUMNS).where("id", "=", value("id"))`,
            to: `select(COLUMNS).where("id", "like", value("id"))`,
          },
        ],
        expected: "getProduct: rows read exceed the bound",
      },
      {
        title: "cache responses under a wrong key",
        edits: [
          {
            file: "packages/contract/src/cache/response-cache.ts",
            from: "entries.set(key, ",
            to: 'entries.set("", ',
          },
        ],
        expected: "getProduct, repeated: rows read exceed the bound",
      },
    ],
  },
];
