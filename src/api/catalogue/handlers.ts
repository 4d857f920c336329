import type * as http from "#contract/handler-types";
import type { operations, security } from "../../../generated/catalogue.ts";
import * as accounts from "../../accounts/accounts.ts";
import * as emailConfirmation from "../../accounts/email-confirmation.ts";
import type { MailService } from "../../accounts/links/mail-service.ts";
import type { Principal } from "../../accounts/principal.ts";
import { admitRegistration, type RegistrationService } from "../../accounts/registration.ts";
import * as tokens from "../../accounts/tokens.ts";
import type { Context } from "../../context/context.ts";
import * as listing from "../../products/listing.ts";
import * as products from "../../products/products.ts";
import { once } from "../once.ts";
import { toProduct } from "./wire.ts";

type Handlers = http.Handlers<operations, security, Principal>;
type Req<Id extends keyof operations> = http.Req<operations[Id], http.Caller<security[Id], Principal>>;
type Res<Id extends keyof operations> = Promise<http.Res<operations[Id]>>;

/** Dependencies of `CatalogueHandlers`. */
export interface CatalogueServices extends tokens.TokenLoginServices {
  readonly registration: RegistrationService;
  readonly mails: MailService;
}

/** The operations of the catalogue contract. */
export class CatalogueHandlers implements Handlers {
  readonly #context: Context;
  readonly #services: CatalogueServices;

  constructor(context: Context, services: CatalogueServices) {
    this.#context = context;
    this.#services = services;
  }

  async registerUser({ body, client, keyed }: Req<"registerUser">): Res<"registerUser"> {
    const { database, clock } = this.#context;
    // Before the transaction of `once`, because hashing is slow.
    const passwordHash = await admitRegistration(this.#services.registration, body, client.address);
    const created: number[] = [];
    const response = await once(database, clock, keyed, async (handle) => {
      const account = await accounts.createWithHash(handle, clock, body, passwordHash);
      created.push(account.id);
      return { status: 201 as const, body: { error: "" as const, _id: String(account.id) } };
    });
    const mail = { email: body.email, address: client.address, language: "en" } as const;
    // After the transaction, in which nobody else can read the account yet. A repeated request has created none.
    const id = created.at(-1);
    if (id !== undefined) await emailConfirmation.requestFirst(database, this.#services.mails, id, mail);
    return response;
  }

  async loginUser({ body, client }: Req<"loginUser">): Res<"loginUser"> {
    const token = await tokens.logIn(this.#context.database, this.#services, { ...body, client });
    return {
      status: 200,
      headers: { "auth-token": token, "Cache-Control": "no-store" },
      body: { error: "", data: token },
    };
  }

  async listProducts({ query }: Req<"listProducts">): Res<"listProducts"> {
    const { database, config } = this.#context;
    const { limit, ...filter } = query;
    if (limit === undefined) return { status: 200, body: toProductBatches(listing.all(database, filter)) };
    const { products: found, next: after } = await listing.page(database, { ...filter, limit });
    const headers = after === undefined ? {} : { Link: linkToNext(config.baseUrl, { ...query, after }) };
    return { status: 200, headers, body: found.map(toProduct) };
  }

  async createProduct({ body, principal, keyed }: Req<"createProduct">): Res<"createProduct"> {
    const { database, clock, productIds } = this.#context;
    return once(database, clock, keyed, async (handle) => {
      const product = await products.create(handle, principal.accountId, productIds, body);
      return { status: 201, headers: { Location: `/api/products/${product.id}` }, body: toProduct(product) };
    });
  }

  async getProduct({ params }: Req<"getProduct">): Res<"getProduct"> {
    const product = await products.get(this.#context.database, params.id);
    return { status: 200, body: [toProduct(product)] };
  }

  async updateProduct({ params, body, ifMatch }: Req<"updateProduct">): Res<"updateProduct"> {
    const { database } = this.#context;
    const product = await ifMatch(
      () => this.#readCurrent(params.id),
      (ifVersion) => products.update(database, params.id, body, { ifVersion }),
    );
    return { status: 201, body: toProduct(product) };
  }

  async deleteProduct({ params, ifMatch }: Req<"deleteProduct">): Res<"deleteProduct"> {
    const { database } = this.#context;
    const product = await ifMatch(
      () => this.#readCurrent(params.id),
      (ifVersion) => products.remove(database, params.id, { ifVersion }),
    );
    return { status: 201, body: toProduct(product) };
  }

  /** The body of `getProduct`, and the version of the product. */
  async #readCurrent(id: string) {
    const { product, version } = await products.getVersioned(this.#context.database, id);
    return { body: [toProduct(product)], version };
  }
}

async function* toProductBatches(batches: AsyncIterable<readonly products.ProductRow[]>) {
  for await (const batch of batches) yield batch.map(toProduct);
}

/** `Link` header of the next page, with the same filters (RFC 8288). */
function linkToNext(baseUrl: string, query: Record<string, string | number | boolean>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) parameters.set(name, String(value));
  return `<${baseUrl}/api/products?${parameters}>; rel="next"`;
}
