import { AxiosError } from "axios";
import { createCollection, createItem, deleteCollection, getCollection, listItems, uploadCover } from "./client";
import { KEY, runScenario } from "./scenario.ts";

const member = { headers: { authorization: `Bearer ${KEY}` } };

runScenario({
  createCollection: async (collection) => (await createCollection(collection, {}, member)).item,
  uploadCover: async (id, cover) => (await uploadCover(id, { cover }, {}, member)).item,
  createItem: async (item) => (await createItem(item, {}, member)).item,
  listItems: (id, query) => listItems(id, query, {}, member),
  deleteCollection: (id) => deleteCollection(id, {}, member),
  async findMissing(id) {
    try {
      await getCollection(id, {}, member);
    } catch (error) {
      if (error instanceof AxiosError && error.response?.status === 404) return error.response.data;
      throw error;
    }
    throw new Error("the collection exists");
  },
});
