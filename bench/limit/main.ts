import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { env, stdout } from "node:process";
import { collectionsIn } from "./collections.ts";
import { openDatabase } from "./database.ts";
import { itemsIn } from "./items.ts";
import { productsIn } from "./products.ts";
import { usersIn } from "./users.ts";

// What Node and SQLite can do by themselves: no validation, no authentication, no entity tags, no limits, no log. It believes what it is told,
// the number of the account in `x-account` too.

const { writer, reader } = openDatabase();
const products = productsIn(writer, reader);
const collections = collectionsIn(reader);
const items = itemsIn(writer, reader);
const users = usersIn(reader);

createServer((request, response) => {
  if (request.method === "GET") send(response, 200, read(request));
  else withBody(request, (body) => write(request, response, body));
}).listen(Number(env.PORT), "127.0.0.1", () => stdout.write("listening\n"));

function read(request: IncomingMessage): string {
  const { url = "" } = request;
  if (url.startsWith("/api/products/")) return products.get(url.slice(14));
  if (url.startsWith("/api/products?")) {
    const query = new URLSearchParams(url.slice(14));
    return products.page(Number(query.get("limit")), query.get("after"));
  }
  if (url === "/rest/v1/collections") return collections.list(accountOf(request));
  if (url.startsWith("/rest/v1/raindrops/")) {
    const [collectionId, query] = url.slice(19).split("?");
    const parameters = new URLSearchParams(query);
    return items.page(Number(collectionId), Number(parameters.get("page")), Number(parameters.get("perpage")));
  }
  if (url.startsWith("/api/v1/users.json?")) {
    const query = new URLSearchParams(url.slice(19));
    return users.page(Number(query.get("limit")), Number(query.get("page")));
  }
  return '{"status":"ok"}';
}

function write(request: IncomingMessage, response: ServerResponse, body: string): void {
  if (request.url === "/api/products") send(response, 201, products.create(body));
  else send(response, 200, items.create(accountOf(request), body));
}

function accountOf({ headers }: IncomingMessage): number {
  return Number(headers["x-account"]);
}

function send(response: ServerResponse, status: number, body: string): void {
  const length = String(Buffer.byteLength(body));
  response.writeHead(status, ["Content-Type", "application/json; charset=utf-8", "Content-Length", length]);
  response.end(body);
}

function withBody(request: IncomingMessage, work: (body: string) => void): void {
  let body = "";
  request.setEncoding("utf8");
  request.on("data", (chunk: string) => {
    body += chunk;
  });
  request.on("end", () => work(body));
}
