import { BREAKING } from "./breaking-changes.ts";
import type { Change, Edit } from "./edit.ts";
import { HARMLESS } from "./harmless-changes.ts";

/** A check of continuous integration, and what must turn it red. */
export interface Lane {
  /** What continuous integration runs. */
  readonly check: string;
  /** The narrowest command of that check that can notice, from the root of the repository. */
  readonly command: readonly [string, ...string[]];
  /** Makes the copy ready for it. */
  readonly prepare?: readonly [string, ...string[]];
  readonly breaks: readonly Change[];
  /** What must not turn it red. */
  readonly harmless?: readonly Change[];
}

const CATALOGUE = "openapi/catalogue.yaml";
const HANDLERS = "src/api/catalogue/handlers.ts";
const WIRE = "src/api/catalogue/wire.ts";
const PRODUCT = "return { id, name, description, price, inStock: in_stock === 1 };";

/** An operation that nothing serves. */
const OPERATION_ADDED: Edit = {
  file: CATALOGUE,
  from: "\npaths:\n",
  to: `
paths:
  /dogs:
    get:
      operationId: listDogs
      responses:
        "200": { description: Dogs }
`,
};

/** A status that nothing answers. */
const STATUS_ADDED: Edit = {
  file: CATALOGUE,
  behind: "operationId: getProduct\n      tags",
  from: '        "404":\n',
  to: '        "410":\n          $ref: "#/components/responses/NotFound"\n        "404":\n',
};

export const LANES: readonly Lane[] = [
  {
    check: "npm run contract:diff",
    command: ["node", "scripts/contract-diff.ts"],
    // Whatever is worked on was released.
    prepare: ["sh", "-c", "rm openapi/released/* && cp openapi/*.yaml openapi/released/"],
    breaks: BREAKING,
    harmless: HARMLESS,
  },
  {
    check: "npm run lint:types",
    command: ["tsc", "--incremental", "--tsBuildInfoFile", "types.tsbuildinfo"],
    breaks: [
      {
        what: "a required field is dropped from an answer",
        edits: [{ file: WIRE, from: "price, inStock:", to: "inStock:" }],
        says: "Property 'price' is missing",
      },
      {
        what: "a status is answered that is not in the contract",
        edits: [{ file: HANDLERS, behind: "async deleteProduct(", from: "status: 201", to: "status: 202" }],
        says: "Type '202' is not assignable to type",
      },
      {
        what: "an operation has no handler",
        edits: [{ file: HANDLERS, from: "async deleteProduct(", to: "async eraseProduct(" }],
        says: "Property 'deleteProduct' is missing",
      },
    ],
  },
  {
    check: "npm test",
    command: ["tap", "run", "--disable-coverage", "test/api/catalogue/products.test.ts"],
    breaks: [
      {
        what: "a required field is dropped from an answer, unseen by the types",
        edits: [{ file: WIRE, from: PRODUCT, to: `return JSON.parse(JSON.stringify({ id, name, description }));` }],
        says: "must have required property 'price'",
      },
      {
        what: "a field that is in no contract leaves the server, unseen by the types",
        edits: [{ file: WIRE, from: PRODUCT, to: `${PRODUCT.slice(0, -3)}, ...{ owner: 1 } };` }],
        says: "must NOT have additional properties",
      },
      {
        what: "a status is answered that is not in the contract, unseen by the types",
        edits: [{ file: "src/http/response/failures.ts", from: "notFound: 404,", to: "notFound: 410," }],
        says: "the status is not listed",
      },
      {
        what: "a header field is sent that is not in the contract",
        edits: [
          {
            file: "src/http/server/server.ts",
            from: 'reply.header("x-request-id", request.id);',
            to: 'reply.header("x-request-id", request.id).header("x-powered-by", "Triptych");',
          },
        ],
        says: "the header x-powered-by is not listed",
      },
      {
        what: "an operation has no handler",
        edits: [OPERATION_ADDED],
        says: "has no handler for the operations listDogs",
      },
    ],
  },
  {
    check: "npm test",
    command: ["tap", "run", "--disable-coverage", "test/http/fast-path.test.ts"],
    breaks: [
      {
        what: "a wrong credential is not looked at where the answer is kept",
        edits: [
          {
            file: "src/http/cache/fast-path.ts",
            from: '"accept-encoding",',
            to: '"accept-encoding",\n  "auth-token",',
          },
        ],
        says: "a wrong credential is rejected",
      },
      {
        what: "what is kept passes by a limit",
        edits: [{ file: "src/http/route.ts", from: "gate !== undefined || ", to: "" }],
        says: "every request passes the gate",
      },
    ],
  },
  {
    check: "npm test",
    command: ["tap", "run", "--disable-coverage", "test/costs/costs.test.ts"],
    breaks: [
      {
        what: "a product is looked for by walking over all of them",
        edits: [
          {
            file: "src/products/products.ts",
            from: `select(COLUMNS).where("id", "=", value("id"))`,
            to: `select(COLUMNS).where("id", "like", value("id"))`,
          },
        ],
        says: "getProduct: rows that the database goes through are",
      },
      {
        what: "what is kept is not used",
        edits: [
          {
            file: "src/http/cache/response-cache.ts",
            from: "entries.set(key, ",
            to: 'entries.set("", ',
          },
        ],
        says: "getProduct, again: rows that the database goes through are",
      },
    ],
  },
  {
    check: "npm run generate:check",
    command: ["node", "scripts/generate.ts", "--check"],
    breaks: [
      {
        what: "a generated file is edited by hand",
        edits: [{ file: "generated/catalogue.ts", from: "price: number", to: "price: string" }],
        says: "generated/catalogue.ts",
      },
      {
        what: "a rendering in OpenAPI 3.0 is edited by hand",
        edits: [{ file: "generated/catalogue.openapi-3.0.json", from: "Create a product", to: "Make a product" }],
        says: "generated/catalogue.openapi-3.0.json",
      },
      {
        what: "a contract is changed, and nothing is generated",
        edits: [
          { file: CATALOGUE, behind: "    NewProduct:", from: "required: [name, price]", to: "required: [name]" },
        ],
        says: "generated/catalogue.ts",
      },
    ],
  },
  {
    check: "npm run lint:contracts",
    command: ["redocly", "lint", "--max-problems", "1000"],
    breaks: [
      {
        what: "a status that can occur is not in the contract",
        edits: [{ file: CATALOGUE, behind: "operationId: createProduct\n      tags", from: '"415"', to: '"418"' }],
        says: "The statuses 415 can occur here and are not listed.",
      },
      {
        what: "an object of an answer may have any fields",
        edits: [{ file: CATALOGUE, behind: "    Product:\n", from: "      additionalProperties: false\n", to: "" }],
        says: "so that no other field leaves the server",
      },
      {
        what: "an example is not what its schema says",
        edits: [{ file: CATALOGUE, behind: "    Lamp:", from: "price: 49.5", to: "price: much" }],
        says: "must be number",
      },
      {
        what: "an operation is deprecated, and nobody says since when",
        edits: [
          {
            file: CATALOGUE,
            from: "      operationId: getProduct\n      tags",
            to: "      deprecated: true\n      operationId: getProduct\n      tags",
          },
        ],
        says: 'Write "deprecated: true" and "x-deprecation" both, or neither.',
      },
    ],
  },
  {
    check: "npm run workflows",
    command: ["node", "scripts/workflows.ts"],
    breaks: [
      {
        what: "what changed meanwhile is deleted all the same",
        edits: [
          {
            file: HANDLERS,
            behind: "async deleteProduct(",
            from: "refuseIfChanged([toProduct(current)]),",
            to: "void [refuseIfChanged, current],",
          },
        ],
        says: "The workflow register-to-product failed.",
      },
    ],
  },
  {
    check: "npm run proof",
    command: ["node", "scripts/proof.ts"],
    breaks: [
      { what: "a documented status is never seen", edits: [STATUS_ADDED], says: "catalogue getProduct 410" },
      { what: "an operation is never seen", edits: [OPERATION_ADDED], says: "catalogue listDogs" },
    ],
  },
];
