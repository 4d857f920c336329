import { createCollection, createItem, deleteCollection, getCollection, listItems, uploadCover } from "./client";
import { createClient } from "./client/client";
import { BASE_URL, KEY, runScenario } from "./scenario.ts";

const client = createClient({ baseUrl: BASE_URL, auth: KEY });
const options = { client, throwOnError: true } as const;

runScenario({
  createCollection: async (body) => (await createCollection({ ...options, body })).data.item,
  uploadCover: async (id, cover) => (await uploadCover({ ...options, path: { id }, body: { cover } })).data.item,
  createItem: async (body) => (await createItem({ ...options, body })).data.item,
  listItems: async (collectionId, query) => (await listItems({ ...options, path: { collectionId }, query })).data,
  deleteCollection: (id) => deleteCollection({ ...options, path: { id } }),
  async findMissing(id) {
    const { error } = await getCollection({ client, path: { id } });
    if (error === undefined) throw new Error("the collection exists");
    return error;
  },
});
