import { fileURLToPath } from "node:url";
import t from "tap";
import ts from "typescript";
import { errorsIn } from "#contract/test/compiler";

const root = fileURLToPath(new URL("../..", import.meta.url));
const { options } = ts.parseJsonConfigFileContent(
  ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile).config,
  ts.sys,
  root,
);

/** Declarations that every case starts with. */
const PRELUDE = `
import type { operations, security } from "../../generated/catalogue.ts";
import type * as http from "#contract/handler-types";
type Principal = { level: number };
type Handlers = http.Handlers<operations, security, Principal>;
type Req<Id extends keyof operations> = http.Req<operations[Id], http.Caller<security[Id], Principal>>;
type Res<Id extends keyof operations> = http.Res<operations[Id]>;
const product = { id: "0", name: "Lamp", description: "", price: 1, inStock: true };
const Location = "/api/products/0";
`;

/** Handlers that compile. Each case below changes one thing. */
const VALID = `
class CatalogueHandlers implements Handlers {
  registerUser({ body }: Req<"registerUser">): Res<"registerUser"> {
    const date: string | undefined = body.date;
    return { status: 201, body: { error: "", _id: body.name + body.email + date } };
  }
  loginUser({ body, client }: Req<"loginUser">): Res<"loginUser"> {
    return { status: 200, headers: { "auth-token": client.address, "Cache-Control": "no-store" }, body: { error: "", data: body.email } };
  }
  async listProducts({ query, principal }: Req<"listProducts">): Promise<Res<"listProducts">> {
    const limit: number | undefined = query.limit;
    const inStock: boolean | undefined = query.inStock;
    const level: number | undefined = principal?.level;
    return { status: 200, body: (async function* () { yield [{ ...product, price: limit ?? level ?? 0, inStock: inStock ?? true }]; })() };
  }
  createProduct({ body, principal }: Req<"createProduct">): Res<"createProduct"> {
    return { status: 201, headers: { Location }, body: { ...product, ...body, price: principal.level } };
  }
  getProduct({ params }: Req<"getProduct">): Res<"getProduct"> {
    return { status: 200, body: [{ ...product, id: params.id }] };
  }
  updateProduct({ body }: Req<"updateProduct">): Res<"updateProduct"> {
    return { status: 201, body: { ...product, price: body.price ?? 0 } };
  }
  deleteProduct(): Res<"deleteProduct"> {
    return { status: 201, body: product };
  }
}
new CatalogueHandlers();
`;

/** Each replaces `from` with `to`; the compiler then reports `error`. */
const ERRORS: [name: string, from: string, to: string, error: RegExp][] = [
  [
    "a missing operation",
    'deleteProduct(): Res<"deleteProduct">',
    'removeProduct(): Res<"deleteProduct">',
    /Property 'deleteProduct' is missing/,
  ],
  [
    "an unknown operation",
    '"getProduct">): Res<"getProduct">',
    '"getProduct">): Res<"fetchProduct">',
    /"fetchProduct"' does not satisfy/,
  ],
  [
    "a body field of the wrong type",
    "price: principal.level",
    'price: "1"',
    /Type 'string' is not assignable to type 'number'/,
  ],
  [
    "a body field that the contract does not have",
    "body: { ...product, price: body.price ?? 0 }",
    "body: { ...product, cost: 1 }",
    /'cost' does not exist/,
  ],
  [
    "a body without a required field",
    "body: [{ ...product, id: params.id }]",
    'body: [{ id: params.id, name: "", price: 1, inStock: true }]',
    /'description' is missing/,
  ],
  ["an object instead of an array", "body: [{ ...product, id: params.id }]", "body: product", /is not assignable/],
  ["batched items of the wrong type", "yield [{ ...product,", "yield [{ ...product, name: 1,", /is not assignable/],
  [
    "a status that the contract does not list",
    "return { status: 201, body: product }",
    "return { status: 204, body: product }",
    /Type '204' is not assignable/,
  ],
  [
    "a status with the body of another status",
    "return { status: 201, body: product }",
    "return { status: 404, body: product }",
    /is not assignable/,
  ],
  [
    "a response without its body",
    "return { status: 201, body: product }",
    "return { status: 201 }",
    /is not assignable/,
  ],
  ["a missing header", "headers: { Location }, ", "", /is not assignable/],
  [
    "a header that the contract does not have",
    "headers: { Location }",
    "headers: { Location, Elsewhere: Location }",
    /'Elsewhere' does not exist/,
  ],
  [
    "a header value that the contract does not allow",
    '"Cache-Control": "no-store"',
    '"Cache-Control": "public"',
    /'"public"' is not assignable/,
  ],
  ["reading a parameter that the contract does not have", "params.id", "params.sku", /'sku' does not exist/],
  [
    "reading a query parameter as the wrong type",
    "limit: number | undefined",
    "limit: string | undefined",
    /not assignable to type 'string'/,
  ],
  ["reading a body field that the contract does not have", "body.email", "body.mail", /'mail' does not exist/],
  [
    "reading a principal that may be undefined",
    "principal?.level",
    "principal.level",
    /'principal' is possibly 'undefined'/,
  ],
];

const [validErrors = ["nothing was compiled"], ...errors] = errorsIn(
  options,
  [VALID, ...ERRORS.map(([, from, to]) => VALID.replace(from, to))].map(
    (text, number) => [`${root}test/contracts/case-${number}.ts`, PRELUDE + text] as const,
  ),
);

t.test("handlers that fit the contract compile", async (t) => {
  t.same(validErrors, []);
});

for (const [number, [name, from, , error]] of ERRORS.entries()) {
  t.test(`${name} does not compile`, async (t) => {
    t.ok(VALID.includes(from), "`from` occurs in the valid code");
    t.match(errors[number]?.join("\n"), error);
  });
}
