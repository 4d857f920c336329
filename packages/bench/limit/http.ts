import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { env } from "node:process";

/** A response body as JSON text; a promise where the database is on another server. */
type Body = string | Promise<string>;

/** The operations that are measured, on either engine. */
export interface Operations {
  readonly products: {
    readonly get: (id: string) => Body;
    readonly list: (limit: number, after: string | null) => Body;
    readonly create: (body: string) => Body;
  };
  readonly collections: {
    readonly list: (accountId: number) => Body;
    /** `page` counts from 0. */
    readonly listItems: (collectionId: number, page: number, perPage: number) => Body;
    /** Finds items that have words, or longer words that begin with these. */
    readonly searchItems: (collectionId: number, search: string, page: number, perPage: number) => Body;
    readonly listTags: (collectionId: number) => Body;
    readonly getFilters: (collectionId: number) => Body;
    /** Sets the cover of the items that a search finds. */
    readonly updateItems: (collectionId: number, search: string, body: string) => Body;
    readonly createItem: (accountId: number, body: string) => Body;
  };
  /** `page` counts from 1. */
  readonly users: { readonly list: (limit: number, page: number) => Body };
}

/**
 * Serves the operations on `PORT`. No validation, no authentication (the account id in `x-account` is trusted), no
 * entity tags, no rate limits, no log.
 */
export function serve(operations: Operations): void {
  createServer((request, response) => {
    if (request.method === "GET") sendBody(response, 200, read(operations, request));
    else withBody(request, (body) => write(operations, request, response, body));
  }).listen(Number(env.PORT), "127.0.0.1");
}

function read({ products, collections, users }: Operations, request: IncomingMessage): Body {
  const { url = "" } = request;
  if (url.startsWith("/api/products/")) return products.get(url.slice(14));
  if (url.startsWith("/api/products?")) {
    const query = new URLSearchParams(url.slice(14));
    return products.list(Number(query.get("limit")), query.get("after"));
  }
  if (url === "/rest/v1/collections") return collections.list(accountIdOf(request));
  if (url.startsWith("/rest/v1/raindrops/")) {
    const [collectionId, parameters] = url.slice(19).split("?");
    const query = new URLSearchParams(parameters);
    const [id, page, perPage] = [Number(collectionId), Number(query.get("page")), Number(query.get("perpage"))];
    const search = query.get("search");
    return search === null
      ? collections.listItems(id, page, perPage)
      : collections.searchItems(id, search, page, perPage);
  }
  if (url.startsWith("/rest/v1/filters/")) return collections.getFilters(Number(url.slice(17)));
  if (url.startsWith("/rest/v1/tags/")) return collections.listTags(Number(url.slice(14)));
  if (url.startsWith("/api/v1/users.json?")) {
    const query = new URLSearchParams(url.slice(19));
    return users.list(Number(query.get("limit")), Number(query.get("page")));
  }
  return '{"status":"ok"}'; // /health/ready
}

function write(
  { products, collections }: Operations,
  request: IncomingMessage,
  response: ServerResponse,
  body: string,
): void {
  const { url = "" } = request;
  if (url === "/api/products") sendBody(response, 201, products.create(body));
  else if (url === "/rest/v1/raindrop") sendBody(response, 200, collections.createItem(accountIdOf(request), body));
  else {
    const [collectionId, parameters] = url.slice(19).split("?");
    const search = new URLSearchParams(parameters).get("search") ?? "";
    sendBody(response, 200, collections.updateItems(Number(collectionId), search, body));
  }
}

/** Sends the body once it is there; without a promise at once. */
function sendBody(response: ServerResponse, status: number, body: Body): void {
  if (typeof body === "string") send(response, status, body);
  else
    body.then(
      (text) => send(response, status, text),
      (error) => send(response, 500, String(error)),
    );
}

function accountIdOf({ headers }: IncomingMessage): number {
  return Number(headers["x-account"]);
}

function send(response: ServerResponse, status: number, body: string): void {
  const length = String(Buffer.byteLength(body));
  response.writeHead(status, ["Content-Type", "application/json; charset=utf-8", "Content-Length", length]);
  response.end(body);
}

function withBody(request: IncomingMessage, handle: (body: string) => void): void {
  let body = "";
  request.setEncoding("utf8");
  request.on("data", (chunk: string) => {
    body += chunk;
  });
  request.on("end", () => handle(body));
}
