import type { Part } from "./parts.ts";

/** A part that no test can prove yet. */
export interface Exception extends Part {
  /** The name of the contract. */
  readonly contract: string;
  /** The operationIds. */
  readonly operations: readonly string[];
  readonly reason: string;
}

const NEW_FILE = "A new item of a file has the file, and neither highlights nor a reminder. The items share a schema.";
const SAME_CODE = "The operations that create something share this code; tests of the other operations prove it.";

const COLORS = "blue brown cyan gray green indigo orange pink purple red teal yellow".split(" ");

/** The operations that list collections of the caller, and those that change one. */
const LISTING = ["listRootCollections", "listChildCollections"];
const CHANGING = ["createCollection", "updateCollection", "uploadCover"];

/** The list may only become shorter: `npm run proof` fails if a test proves one of these parts. */
export const EXCEPTIONS: readonly Exception[] = [
  ...["/item", "/items[]"].flatMap((path) =>
    [[...LISTING, ...CHANGING], CHANGING, ["createCollection"]].map(
      (operations, index): Exception => ({
        contract: "collections",
        operations,
        kind: "value",
        name: `200 ${path}/access/level ${index + 1}`,
        reason: "Who reads a public collection does not list it; a viewer changes none; the owner creates it.",
      }),
    ),
  ),
  {
    contract: "collections",
    operations: ["createCollection"],
    kind: "field",
    name: "200 /item/collaborators present",
    reason: "A new collection has no collaborators.",
  },
  {
    contract: "collections",
    operations: ["listRootCollections"],
    kind: "field",
    name: "200 /items[]/parent present",
    reason: "Root collections have no parent.",
  },
  {
    contract: "collections",
    operations: ["listChildCollections"],
    kind: "field",
    name: "200 /items[]/parent absent",
    reason: "Nested collections have a parent.",
  },
  {
    contract: "collections",
    operations: ["createCollection", "createItems"],
    kind: "header",
    name: "409 Retry-After",
    reason: SAME_CODE,
  },
  ...["link", "article"].map(
    (type): Exception => ({
      contract: "collections",
      operations: ["uploadFile"],
      kind: "value",
      name: `200 /item/type "${type}"`,
      reason: "The type of an uploaded file follows from its bytes; a link or an article has none.",
    }),
  ),
  ...COLORS.map(
    (color): Exception => ({
      contract: "collections",
      operations: ["uploadFile"],
      kind: "value",
      name: `200 /item/highlights[]/color "${color}"`,
      reason: NEW_FILE,
    }),
  ),
  ...["/highlights[]/position present", "/highlights[]/position absent", "/reminder present", "/file absent"].map(
    (field): Exception => ({
      contract: "collections",
      operations: ["uploadFile"],
      kind: "field",
      name: `200 /item${field}`,
      reason: NEW_FILE,
    }),
  ),
  ...[["createItem", "/item"] as const, ["createItems", "/items[]"] as const].map(
    ([operation, path]): Exception => ({
      contract: "collections",
      operations: [operation],
      kind: "field",
      name: `200 ${path}/file present`,
      reason: "An item that is created for a link has no file.",
    }),
  ),
  {
    contract: "users",
    operations: ["putUser", "patchUser"],
    kind: "field",
    name: "failure /status/errors/Idempotency-Key present",
    reason: "Only createUser has this header; the operations share the schema of the failure.",
  },
  {
    contract: "catalogue",
    operations: ["outside"],
    kind: "field",
    name: "failure /details present",
    reason: "Requests that match no operation have no parameters; the failures share a schema.",
  },
];

/** Whether a part of an operation is an exception. */
export function isException(contract: string, operation: string, { kind, name }: Part): boolean {
  return EXCEPTIONS.some(
    (exception) =>
      exception.contract === contract &&
      exception.operations.includes(operation) &&
      exception.kind === kind &&
      exception.name === name,
  );
}
