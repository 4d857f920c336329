import { Api } from "./client/Api";
import { BASE_URL, KEY, runScenario } from "./scenario.ts";

const securityWorker = () => ({ headers: { authorization: `Bearer ${KEY}` } });
const api = new Api({ baseUrl: BASE_URL, securityWorker });

runScenario({
  createCollection: async (collection) => (await api.collection.createCollection(collection)).data.item,
  uploadCover: async (id, cover) => (await api.collection.uploadCover(id, { cover })).data.item,
  createItem: async (item) => (await api.raindrop.createItem(item)).data.item,
  listItems: async (id, query) => (await api.raindrops.listItems(id, query)).data,
  deleteCollection: (id) => api.collection.deleteCollection(id),
  async findMissing(id) {
    const response = await api.collection.getCollection(id).catch((response) => response);
    return response.error;
  },
});
