import { isErrorFromAlias } from "@zodios/core";
import { createApiClient, api as endpoints } from "./client";
import { BASE_URL, KEY, runScenario } from "./scenario.ts";

const api = createApiClient(BASE_URL);
const member = { headers: { authorization: `Bearer ${KEY}` } };

runScenario({
  createCollection: async (collection) => (await api.createCollection(collection, member)).item,
  uploadCover: async (id, cover) => (await api.uploadCover({ cover }, { params: { id }, ...member })).item,
  createItem: async (item) => (await api.createItem(item, member)).item,
  listItems: (collectionId, queries) => api.listItems({ params: { collectionId }, queries, ...member }),
  deleteCollection: (id) => api.deleteCollection(undefined, { params: { id }, ...member }),
  async findMissing(id) {
    try {
      await api.getCollection({ params: { id }, ...member });
    } catch (error) {
      if (isErrorFromAlias(endpoints.api, "getCollection", error) && error.response.status === 404)
        return error.response.data;
      throw error;
    }
    throw new Error("the collection exists");
  },
});
