import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { env } from "node:process";
import Sqlite from "better-sqlite3";
import { collectionsIn } from "./collections.ts";
import { productsIn } from "./products.ts";
import { usersIn } from "./users.ts";

// The most that Node and SQLite can do: no validation, no authentication (the account id in `x-account` is
// trusted), no entity tags, no rate limits, no log. As in Triptych: durability, foreign keys, one connection for
// writing and one for reading, and `+?` instead of `?` in statements, so that SQLite plans each only once.

const file = env.DATABASE_FILE ?? "";
const writer = new Sqlite(file, { fileMustExist: true });
writer.pragma("journal_mode = WAL");
writer.pragma("synchronous = FULL");
writer.pragma("foreign_keys = ON");
writer.pragma("wal_autocheckpoint = 250");
const reader = new Sqlite(file, { readonly: true });

const products = productsIn(writer, reader);
const collections = collectionsIn(writer, reader);
const users = usersIn(reader);

createServer((request, response) => {
  if (request.method === "GET") send(response, 200, read(request));
  else withBody(request, (body) => write(request, response, body));
}).listen(Number(env.PORT), "127.0.0.1");

function read(request: IncomingMessage): string {
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

function write(request: IncomingMessage, response: ServerResponse, body: string): void {
  const { url = "" } = request;
  if (url === "/api/products") send(response, 201, products.create(body));
  else if (url === "/rest/v1/raindrop") send(response, 200, collections.createItem(accountIdOf(request), body));
  else {
    const [collectionId, parameters] = url.slice(19).split("?");
    const search = new URLSearchParams(parameters).get("search") ?? "";
    send(response, 200, collections.updateItems(Number(collectionId), search, body));
  }
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
