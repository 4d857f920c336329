import { CollectionsApi, Configuration, FailureFromJSON, ItemsApi, ResponseError } from "./client/index";
import { BASE_URL, KEY, runScenario } from "./scenario.ts";

const configuration = new Configuration({ basePath: BASE_URL, accessToken: KEY });
const collections = new CollectionsApi(configuration);
const items = new ItemsApi(configuration);

/** The generated types have `id` instead of `_id`. */
const withId = <T extends { id: number }>(object: T) => ({ ...object, _id: object.id });

runScenario({
  createCollection: async (collectionInput) => withId((await collections.createCollection({ collectionInput })).item),
  uploadCover: async (id, cover) => withId((await collections.uploadCover({ id, cover })).item),
  createItem: async (itemInput) => withId((await items.createItem({ itemInput })).item),
  async listItems(collectionId, query) {
    const page = await items.listItems({ collectionId, ...query });
    return { ...page, items: page.items.map(withId) };
  },
  deleteCollection: (id) => collections.deleteCollection({ id }),
  async findMissing(id) {
    try {
      await collections.getCollection({ id });
    } catch (error) {
      if (error instanceof ResponseError) return FailureFromJSON(await error.response.json());
      throw error;
    }
    throw new Error("the collection exists");
  },
});
