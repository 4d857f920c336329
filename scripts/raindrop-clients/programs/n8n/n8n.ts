import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { env, stdout } from "node:process";

// A workflow of n8n with bookmarks, collections and tags: all operations of its node for Raindrop.io, through the node's
// own code. n8n itself would give it these functions, with which it reads its parameters and sends requests.
// Prints the result of each operation as a line of JSON, like report.py.

const { TRIPTYCH_URL = "", TRIPTYCH_KEY = "", CLIENT_FOLDER = "", PICTURE = "" } = env;
const RAINDROP = "https://api.raindrop.io";

type Fields = Readonly<Record<string, unknown>>;

/** A request as the node describes it, with the options of the package `request`. */
interface NodeRequest {
  readonly method: string;
  readonly uri: string;
  readonly qs?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly formData?: Readonly<Record<string, FormFile>>;
}

interface FormFile {
  readonly value: Buffer;
  readonly options: { readonly filename: string; readonly contentType: string };
}

interface Operation {
  readonly name: string;
  readonly displayOptions: { readonly show: { readonly resource: readonly [string] } };
  readonly options: readonly { readonly value: string }[];
}

/** The parts of the node that the scenario needs. */
interface RaindropNode {
  readonly description: { readonly properties: readonly Operation[] };
  execute(): Promise<readonly [readonly { readonly json: Fields }[]]>;
  readonly methods: { readonly loadOptions: { getCollections(): Promise<readonly { readonly value: number }[]> } };
}

const PATH = "n8n-nodes-base/dist/nodes/Raindrop/Raindrop.node.js";
// A cast: the package is installed in another folder, where the compiler does not look.
const { Raindrop } = createRequire(`${CLIENT_FOLDER}/`)(PATH) as { readonly Raindrop: new () => RaindropNode };
const node = new Raindrop();
const called = new Set<string>();
const picture = await readFile(PICTURE);

/** Sends a request of the node with a bearer token, as n8n does once the user has signed in with OAuth 2. */
async function send({ method, uri, qs, body, headers, formData }: NodeRequest): Promise<unknown> {
  const url = `${uri.replace(RAINDROP, TRIPTYCH_URL)}${qs === undefined ? "" : `?${new URLSearchParams(qs)}`}`;
  const form = new FormData();
  for (const [name, { value, options }] of Object.entries(formData ?? {})) {
    form.set(name, new Blob([Uint8Array.from(value)], { type: options.contentType }), options.filename);
  }
  const authorization = `Bearer ${TRIPTYCH_KEY}`;
  const response = await fetch(url, {
    method,
    ...(formData === undefined
      ? { headers: { ...headers, authorization }, ...(body !== undefined && { body: JSON.stringify(body) }) }
      : { headers: { authorization }, body: form }),
  });
  const text = await response.text();
  if (response.ok) return JSON.parse(text);
  throw Object.assign(new Error(`${response.status} ${text}`), { statusCode: response.status });
}

/** What n8n passes to a node as `this`. */
function contextOf(parameters: Fields) {
  return {
    getInputData: () => [{ json: {} }],
    getNodeParameter: (name: string) => parameters[name],
    getNode: () => ({ name: "Raindrop", type: "n8n-nodes-base.raindrop", typeVersion: 1 }),
    continueOnFail: () => false,
    helpers: {
      requestOAuth2: (_credential: string, request: NodeRequest) => send(request),
      returnJsonArray: (found: readonly Fields[]) => found.map((json) => ({ json })),
      assertBinaryData: () => ({ fileName: "cover.png", mimeType: "image/png" }),
      getBinaryDataBuffer: async () => picture,
    },
  };
}

/** Executes an operation of a resource, such as `bookmark.create`, and reports whether it returned what is expected. */
async function attempt(
  method: string,
  parameters: Fields,
  isExpected: (found: readonly Fields[]) => boolean,
): Promise<Fields> {
  const [key = ""] = method.split(",");
  const [resource, operation] = key.split(".");
  called.add(key);
  try {
    const [found] = await node.execute.call(contextOf({ ...parameters, resource, operation }));
    const fields = found.map(({ json }) => json);
    report({
      method,
      ...(!isExpected(fields) && { error: `the response is ${JSON.stringify(fields)}`.slice(0, 200) }),
    });
    return fields[0] ?? {};
  } catch (error) {
    // A cast: errors of nodes have a description, with the text of the response.
    const { message, description, cause } = error as Error & { readonly description?: string };
    report({ method, error: [message, description, String(cause ?? "")].join(" ").slice(0, 300) });
    return {};
  }
}

function report(result: { readonly method: string; readonly error?: string }): void {
  stdout.write(`${JSON.stringify(result)}\n`);
}

const link = "https://example.com/";
const isOne = ([first]: readonly Fields[]) => first !== undefined;
const titled = (title: string) => (found: readonly Fields[]) => found[0]?.title === title;
const succeeds = ([first]: readonly Fields[]) => first?.result === true;

const collection = { title: "Books", additionalFields: { cover: "https://example.com/c.png", view: "grid" } };
const { _id: books } = await attempt("collection.create", collection, titled("Books"));
const nested = { title: "Novels", additionalFields: { parentId: String(books), public: true, sort: 1 } };
const { _id: novels } = await attempt("collection.create, nested", nested, titled("Novels"));
await attempt("collection.get", { collectionId: books }, titled("Books"));
await attempt("collection.getAll", { type: "parent", returnAll: true }, titled("Books"));
await attempt("collection.getAll, nested", { type: "children", returnAll: false, limit: 5 }, titled("Novels"));
const change = { title: "Shelf", public: false, sort: 3, view: "list" };
await attempt("collection.update", { collectionId: books, updateFields: change }, titled("Shelf"));
await attempt("collection.update, to a parent", { collectionId: novels, updateFields: { parentId: books } }, isOne);
await attempt("collection.update, with a cover", { collectionId: books, updateFields: { cover: "data" } }, isOne);
const [choice] = await node.methods.loadOptions.getCollections.call(contextOf({}));
report({ method: "loadOptions.getCollections", ...(choice?.value !== books && { error: "not the collection" }) });

const additionalFields = { important: true, order: 0, pleaseParse: true, tags: "a, b", title: "Example" };
const bookmark = { link, collectionId: books, additionalFields };
const { _id: id } = await attempt("bookmark.create", bookmark, ([first]) => first?.important === true);
const plain = { link: "https://example.com/2", collectionId: "", additionalFields: {} };
await attempt("bookmark.create, without a collection", plain, ([first]) => first?.collectionId === -1);
await attempt("bookmark.get", { bookmarkId: String(id) }, titled("Example"));
await attempt("bookmark.getAll", { collectionId: books, returnAll: true }, titled("Example"));
await attempt("bookmark.getAll, limited", { collectionId: "0", returnAll: false, limit: 5 }, isOne);
const moved = { collectionId: novels, important: false, order: 0, pleaseParse: false, tags: "b,c", title: "Other" };
await attempt("bookmark.update", { bookmarkId: String(id), updateFields: moved }, titled("Other"));
await attempt("tag.getAll", { returnAll: true, filters: {} }, (found) => found.length === 2);
const limited = { returnAll: false, limit: 1, filters: { collectionId: novels } };
await attempt("tag.getAll, of a collection", limited, (found) => found.length === 1);
await attempt("tag.delete", { tags: "b,c", additionalFields: {} }, succeeds);
await attempt("tag.delete, of a collection", { tags: "a", additionalFields: { collectionId: novels } }, succeeds);
const { _id: own } = await attempt("user.get", { self: true }, ([first]) => typeof first?.email === "string");
await attempt("user.get, another", { self: false, userId: String(own) }, ([first]) => first?._id === own);
await attempt("bookmark.delete", { bookmarkId: String(id) }, succeeds);
await attempt("collection.delete", { collectionId: String(books) }, succeeds);

for (const { name, displayOptions, options } of node.description.properties) {
  if (name !== "operation") continue;
  for (const { value } of options) {
    const method = `${displayOptions.show.resource[0]}.${value}`;
    if (!called.has(method)) report({ method, error: "the scenario does not execute it" });
  }
}
