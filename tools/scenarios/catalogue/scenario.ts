import assert from "node:assert/strict";

/** The fields of a product that the scenario reads. */
interface Product {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly price: number;
  readonly inStock: boolean;
}

/** The calls of a generated client. Each throws when the response is a failure. */
export interface CatalogueClient {
  readonly register: (account: { name: string; email: string; password: string }) => Promise<unknown>;
  /** Returns the token. */
  readonly login: (credentials: { email: string; password: string }) => Promise<string>;
  readonly createProduct: (token: string, product: { name: string; price: number }) => Promise<Product>;
  readonly listProducts: (query: { limit: number; q: string }) => Promise<readonly Product[]>;
  readonly getProduct: (id: string) => Promise<readonly Product[]>;
  readonly deleteProduct: (token: string, id: string) => Promise<Product>;
}

/** The URL of the catalogue API. */
export const BASE_URL = `${process.env.TRIPTYCH_URL}/api`;

const PASSWORD = "correct horse battery staple";

/** A user registers, logs in, and creates, lists, reads and deletes a product. */
export function runScenario(client: CatalogueClient): void {
  scenario(client).then(
    () => console.log("The scenario passed."),
    (error: unknown) => {
      console.error(error);
      process.exitCode = 1;
    },
  );
}

async function scenario(client: CatalogueClient): Promise<void> {
  const word = crypto.randomUUID();
  const email = `${word}@example.com`;
  const account = { name: "Grace Hopper", email, password: PASSWORD };
  await client.register(account);
  await assert.rejects(client.register(account), "registering an address twice is rejected");
  const token = await client.login({ email, password: PASSWORD });
  const lamp = await client.createProduct(token, { name: `Desk lamp ${word}`, price: 49.5 });
  const expected = { name: `Desk lamp ${word}`, description: "", price: 49.5, inStock: true };
  assert.deepEqual({ ...lamp, id: undefined }, { ...expected, id: undefined });
  assert.deepEqual([...(await client.listProducts({ limit: 100, q: word }))], [lamp]);
  assert.deepEqual([...(await client.getProduct(lamp.id))], [lamp]);
  assert.deepEqual(await client.deleteProduct(token, lamp.id), lamp);
  await assert.rejects(client.getProduct(lamp.id), "a deleted product is not found");
}
