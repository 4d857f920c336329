import { BREAKING } from "./breaking-changes.ts";
import type { Check } from "./check.ts";
import { CATALOGUE, COMMON, edit, FIELD_AND_FILTER_ADDED, OPERATION_ADDED, USERS } from "./contract-edits.ts";
import { HARMLESS } from "./harmless-changes.ts";
import { HANDLERS, SOURCE_CHECKS } from "./source-checks.ts";

/** Releases the current contracts as version 1.0.0, so that each change is the only one since the release. */
const RELEASED = `${versionsSetTo("1.0.0")} && rm -r openapi/released/* && node scripts/contract-release.ts`;

function versionsSetTo(version: string): string {
  return `sed -i 's/^  version: .*/  version: ${version}/' openapi/*.yaml`;
}

/** All checks that `npm run breaks` tests. */
export const CHECKS: readonly Check[] = [
  {
    name: "npm run contract:diff",
    command: ["node", "scripts/contract-diff.ts"],
    // The raised minor version allows every change that does not break clients.
    prepare: ["sh", "-c", `${RELEASED} && ${versionsSetTo("1.1.0")}`],
    failure: /^ *✗ /,
    breaks: BREAKING,
    harmless: HARMLESS,
  },
  {
    name: "npm run contract:diff (versions)",
    command: ["node", "scripts/contract-diff.ts"],
    prepare: ["sh", "-c", RELEASED],
    failure: /^ *✗ /,
    breaks: [
      {
        title: "change a description without raising the version",
        edits: edit(CATALOGUE, "paths:", "summary: Create a product", "summary: Make a product"),
        expected: "catalogue 1.0.0 has other texts since its release: raise it to 1.0.1",
      },
      {
        title: "rename a schema, and raise only the patch version",
        edits: [
          ...edit(USERS, "info:", "version: 1.0.0", "version: 1.0.1"),
          ...edit(USERS, "operationId: createUser", "schemas/UserInput", "schemas/NewUser"),
          ...edit(USERS, "  schemas:", "    UserInput:", "    NewUser:"),
        ],
        expected: "users 1.0.1 has changes since its release: raise it to 1.1.0",
      },
    ],
  },
  {
    name: "npm run contract:history",
    command: ["node", "scripts/contract-history.ts"],
    failure: /^✗ /,
    breaks: [
      {
        title: "edit a changelog",
        edits: [{ file: "generated/releases/catalogue/changelog.json", from: "removed the", to: "renamed the" }],
        expected: "catalogue: The changelog is out of date",
      },
      {
        title: "release a breaking change as a minor version",
        edits: [
          {
            file: "openapi/released/users/1.1.0.yaml",
            from: "    delete:\n      operationId: deleteUser\n",
            to: "    delete:\n      operationId: eraseUser\n",
          },
        ],
        expected: "users 1.1.0: Its changes need a new major version.",
      },
      {
        title: "do not explain why a change is not breaking",
        edits: [
          { file: "scripts/contract-history/exceptions.ts", from: '"api-security-scope-added"', to: '"api-removed"' },
        ],
        expected: "the security scope `collections:read` was added",
      },
    ],
  },
  ...SOURCE_CHECKS,
  {
    name: "npm run generate:check",
    command: ["node", "scripts/generate.ts", "--check"],
    breaks: [
      {
        title: "edit a generated file",
        edits: [{ file: "generated/collections.ts", from: "_id: number", to: "_id: string" }],
        expected: "generated/collections.ts",
      },
      {
        title: "edit a generated OpenAPI 3.0 document",
        edits: [{ file: "generated/collections.openapi-3.0.json", from: "List the root", to: "List all root" }],
        expected: "generated/collections.openapi-3.0.json",
      },
      {
        title: "edit the list of methods in the SDK's README",
        edits: [{ file: "packages/sdk/README.md", from: "| Create a product |", to: "| Make a product |" }],
        expected: "packages/sdk/README.md",
      },
      {
        title: "change a contract without generating",
        edits: [
          { file: CATALOGUE, after: "    ProductInput:", from: "required: [name, price]", to: "required: [name]" },
        ],
        expected: "generated/catalogue.ts",
      },
      {
        title: "change a setting and the help of a command without generating",
        edits: [
          { file: "src/settings/settings.ts", from: "any free port", to: "a free port" },
          { file: "src/cli/commands.ts", from: "list accounts", to: "list all accounts" },
        ],
        expected: "docs/settings.md, docs/cli.md",
      },
      {
        title: "change a shared part of the contracts without generating",
        edits: [{ file: COMMON, after: "    Name:", from: "maxLength: 255", to: "maxLength: 200" }],
        expected: "generated/users.openapi.yaml",
      },
    ],
  },
  {
    name: "npm run lint:contracts",
    command: ["node", "packages/contract/bin/contract.js", "lint", "--format", "stylish"],
    failure: /^ +\d+:\d+ +error /,
    breaks: [
      {
        title: "leave out a status that can occur",
        edits: [{ file: CATALOGUE, after: "operationId: createProduct\n      tags", from: '"415"', to: '"418"' }],
        expected: "415 (the body has another type or encoding)",
      },
      {
        title: "allow additional properties in a response",
        edits: [{ file: CATALOGUE, after: "    Product:\n", from: "      additionalProperties: false\n", to: "" }],
        expected: "so that the server sends no other field",
      },
      {
        title: "leave out the description of a property",
        edits: [
          {
            file: CATALOGUE,
            after: "    Product:\n",
            from: "          description: Name of the product, as it was sent.\n",
            to: "",
          },
        ],
        expected: "Describe what these properties mean: name.",
      },
      {
        title: "leave out the example of a property",
        edits: [{ file: CATALOGUE, after: "    Product:\n", from: "          examples: [Desk lamp]\n", to: "" }],
        expected: 'Give these properties "examples": name.',
      },
      {
        title: "leave out the description of a shared header",
        edits: [
          {
            file: COMMON,
            after: "    ETag:\n",
            from: "      description: A strong entity tag (RFC 9110, section 8.8.3).\n",
            to: "",
          },
        ],
        expected: "Describe the header",
      },
      {
        title: "make an example violate its schema",
        edits: [{ file: CATALOGUE, after: "    Lamp:", from: "price: 49.5", to: "price: much" }],
        expected: "must be number",
      },
      {
        title: "deprecate an operation without a date",
        edits: [
          {
            file: CATALOGUE,
            from: "      operationId: getProduct\n      tags",
            to: "      deprecated: true\n      operationId: getProduct\n      tags",
          },
        ],
        expected: 'Write "deprecated: true" and "x-deprecation" both, or neither.',
      },
    ],
  },
  {
    name: "npm run workflows",
    command: ["node", "scripts/workflows.ts"],
    breaks: [
      {
        title: "ignore If-Match in deleteProduct",
        edits: [
          {
            file: HANDLERS,
            after: "async deleteProduct(",
            from: "await ifMatch(",
            to: "await (async (_: unknown, write: (ifVersion: undefined) => ReturnType<typeof products.remove>) => write(undefined))(",
          },
        ],
        expected: "The workflow register-to-product failed.",
      },
    ],
  },
  {
    name: "npm run proof",
    command: ["node", "packages/contract/bin/contract.js", "proof"],
    breaks: [
      {
        title: "document a status that no test receives",
        edits: [
          {
            file: CATALOGUE,
            after: "operationId: getProduct\n      tags",
            from: '        "404":\n',
            to: '        "410":\n          $ref: "#/components/responses/NotFound"\n        "404":\n',
          },
        ],
        expected: "catalogue getProduct: never seen: status 410",
      },
      {
        title: "document an operation that no test calls",
        edits: OPERATION_ADDED,
        expected: "catalogue listDogs: never seen",
      },
      {
        title: "add a field and a filter to a contract without implementing them",
        edits: FIELD_AND_FILTER_ADDED,
        expected: "catalogue listProducts: no effect of the parameter query sku",
      },
    ],
  },
];
