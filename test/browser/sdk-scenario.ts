import {
  CatalogueError,
  createCatalogueClient,
  createCollectionsClient,
  createUsersClient,
  UsersError,
} from "../../sdk/src/triptych.ts";

/** A picture of one red pixel. */
const RED = "data:image/gif;base64,R0lGODdhAQABAIAAAP8AAAAAACwAAAAAAQABAAACAkQBADs=";

/** What somebody at a page does with the SDK, and what they see. Runs in a browser. */
export async function tell({ baseUrl, key }: { readonly baseUrl: string; readonly key: string }) {
  const ada = { email: "ada@example.com", password: "Ada's long password" };
  const visitor = createCatalogueClient({ baseUrl });
  await visitor.registerUser({ name: "Ada", ...ada });
  const { data: token } = await visitor.loginUser(ada);

  const catalogue = createCatalogueClient({ baseUrl, token });
  for (const name of ["Lamp", "Chair", "Desk"]) await catalogue.createProduct({ name, price: 1 });
  const products = await namesOf(catalogue.allProducts({ limit: 2 }));
  const failure = await catalogue.createProduct({ name: "", price: 1 }).catch((error: unknown) => error);

  const collections = createCollectionsClient({ baseUrl, token });
  const { item: made } = await collections.createCollection({ title: "Reading" });
  const { response } = await collections.getCollection(made._id).withResponse();
  const headers = { "If-Match": response.headers.get("etag") ?? "" };
  await collections.updateCollection(made._id, { title: "Read" }, { headers });
  const picture = await fetch(RED);
  const { item } = await collections.uploadCover(made._id, await picture.blob());
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

/** Lists users beyond the limit: what is told to the impatient, and whom the patient see. */
export async function wait({ baseUrl, key }: { readonly baseUrl: string; readonly key: string }) {
  const impatient = createUsersClient({ baseUrl, key, retries: 0 });
  const refusal = await impatient.listUsers().catch((error: unknown) => error);
  const patient = createUsersClient({ baseUrl, key });
  return {
    retryAfter: refusal instanceof UsersError && refusal.retryAfter,
    users: await namesOf(patient.all()),
  };
}

/** What a page sees whose origin the server does not know. */
export async function look({ baseUrl }: { readonly baseUrl: string }) {
  return createCatalogueClient({ baseUrl })
    .listProducts()
    .catch((error: unknown) => (error instanceof TypeError ? "nothing" : error));
}

async function namesOf(list: AsyncIterable<{ readonly name: string }>): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of list) names.push(name);
  return names;
}
