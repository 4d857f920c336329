import {
  CatalogueError,
  createAccountClients,
  createCatalogueClient,
  createUsersClient,
  UsersError,
} from "../../packages/sdk/src/triptych.ts";

/** An image of one red pixel. */
const RED = "data:image/gif;base64,R0lGODdhAQABAIAAAP8AAAAAACwAAAAAAQABAAACAkQBADs=";

/** Uses all three clients and returns what they received. Runs in a browser. */
export async function useAllClients({ baseUrl, key }: { readonly baseUrl: string; readonly key: string }) {
  const ada = { email: "ada@example.com", password: "Ada's long password" };
  const anonymous = createCatalogueClient({ baseUrl });
  await anonymous.registerUser({ name: "Ada", ...ada });

  const { catalogue, collections } = createAccountClients({ baseUrl, ...ada });
  for (const name of ["Lamp", "Chair", "Desk"]) await catalogue.createProduct({ name, price: 1 });
  const products = await namesOf(catalogue.allProducts({ limit: 2 }));
  const failure = await catalogue.createProduct({ name: "", price: 1 }).catch((error: unknown) => error);

  const { item: created } = await collections.createCollection({ title: "Reading" });
  const { response } = await collections.getCollection(created._id).withResponse();
  const headers = { "If-Match": response.headers.get("etag") ?? "" };
  await collections.updateCollection(created._id, { title: "Read" }, { headers });
  const image = await fetch(RED);
  const { item } = await collections.uploadCover(created._id, await image.blob());
  const cover = await collections.getPicture(item.cover[0]?.split("/").at(-1) ?? "");

  const users = createUsersClient({ baseUrl, key });
  return {
    products,
    path: failure instanceof CatalogueError && failure.details[0]?.path,
    requestId: failure instanceof CatalogueError && failure.requestId,
    collection: { title: item.title, color: item.color },
    cover: cover.type,
    users: await namesOf(users.all({ limit: 1 })),
  };
}

/** Lists users beyond the rate limit, without and with retries. */
export async function retryAfterLimit({ baseUrl, key }: { readonly baseUrl: string; readonly key: string }) {
  const withoutRetries = createUsersClient({ baseUrl, key, retries: 0 });
  const error = await withoutRetries.listUsers().catch((failure: unknown) => failure);
  const withRetries = createUsersClient({ baseUrl, key });
  return {
    retryAfter: error instanceof UsersError && error.retryAfter,
    users: await namesOf(withRetries.all()),
  };
}

/** Calls the server from an origin that CORS does not allow. */
export async function callFromForeignOrigin({ baseUrl }: { readonly baseUrl: string }) {
  return createCatalogueClient({ baseUrl })
    .listProducts()
    .catch((error: unknown) => (error instanceof TypeError ? "no response" : error));
}

async function namesOf(list: AsyncIterable<{ readonly name: string }>): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of list) names.push(name);
  return names;
}
