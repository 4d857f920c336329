import type { Part } from "./parts.ts";

/** Parts that no test can prove yet, for one reason. Each of the operations has all of them. */
export interface Exception {
  /** The name of the contract. */
  readonly contract: string;
  /** The operationIds, or `outside` for requests that match no operation. */
  readonly operations: readonly string[];
  readonly parts: readonly Part[];
  readonly reason: string;
}

const COLORS = "blue brown cyan gray green indigo orange pink purple red teal yellow".split(" ");

/** The list may only become shorter: `npm run proof` fails if a test proves one of these parts. */
export const EXCEPTIONS: readonly Exception[] = [
  {
    contract: "catalogue",
    operations: ["outside"],
    parts: fields("failure /details present"),
    reason: "Requests that match no operation have no parameters; the failures share a schema.",
  },
  {
    contract: "collections",
    operations: ["listRootCollections", "listChildCollections"],
    parts: values("200 /items[]/access/level 1"),
    reason: "The lists leave out public collections of others.",
  },
  {
    contract: "collections",
    operations: ["createCollection", "updateCollection", "uploadCover"],
    parts: values("200 /item/access/level 1", "200 /item/access/level 2"),
    reason: "The caller may change the collection; these levels only allow reading it.",
  },
  {
    contract: "collections",
    operations: ["createCollection"],
    parts: [...values("200 /item/access/level 3"), ...fields("200 /item/collaborators present")],
    reason: "A new collection belongs to the caller, and has no collaborators.",
  },
  {
    contract: "collections",
    operations: ["listRootCollections"],
    parts: fields("200 /items[]/parent present"),
    reason: "Root collections have no parent.",
  },
  {
    contract: "collections",
    operations: ["listChildCollections"],
    parts: fields("200 /items[]/parent absent"),
    reason: "Nested collections have a parent.",
  },
  {
    contract: "collections",
    operations: ["createCollection", "createItems"],
    parts: [{ kind: "header", name: "409 Retry-After" }],
    reason: "The operations that create something share this code; tests of the other operations prove it.",
  },
  {
    contract: "collections",
    operations: ["uploadFile"],
    parts: values('200 /item/type "link"', '200 /item/type "article"'),
    reason: "The type of an uploaded file follows from its bytes; a link or an article has none.",
  },
  {
    contract: "collections",
    operations: ["uploadFile"],
    parts: [
      ...values(...COLORS.map((color) => `200 /item/highlights[]/color "${color}"`)),
      ...fields("200 /item/highlights[]/position present", "200 /item/highlights[]/position absent"),
      ...fields("200 /item/reminder present", "200 /item/file absent"),
    ],
    reason: "A new item of a file has the file, and neither highlights nor a reminder. The items share a schema.",
  },
  {
    contract: "collections",
    operations: ["createItem"],
    parts: fields("200 /item/file present"),
    reason: "An item that is created for a link has no file.",
  },
  {
    contract: "collections",
    operations: ["createItems"],
    parts: fields("200 /items[]/file present"),
    reason: "Items that are created for links have no file.",
  },
  {
    contract: "users",
    operations: ["putUser", "patchUser"],
    parts: fields("failure /status/errors/Idempotency-Key present"),
    reason: "Only createUser has this header; the operations share the schema of the failure.",
  },
];

function values(...names: readonly string[]): Part[] {
  return names.map((name) => ({ kind: "value", name }));
}

function fields(...names: readonly string[]): Part[] {
  return names.map((name) => ({ kind: "field", name }));
}

/** Whether a part of an operation is an exception. */
export function isException(contract: string, operation: string, { kind, name }: Part): boolean {
  return EXCEPTIONS.some(
    (exception) =>
      exception.contract === contract &&
      exception.operations.includes(operation) &&
      exception.parts.some((part) => part.kind === kind && part.name === name),
  );
}
