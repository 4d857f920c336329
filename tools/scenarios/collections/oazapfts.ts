import { ok } from "@oazapfts/runtime";
import {
  createCollection,
  createItem,
  defaults,
  deleteCollection,
  getCollection,
  listItems,
  uploadCover,
} from "./client";
import { BASE_URL, KEY, runScenario } from "./scenario.ts";

defaults.baseUrl = BASE_URL;
defaults.headers = { authorization: `Bearer ${KEY}` };

function unexpected(response: unknown): never {
  throw new Error(JSON.stringify(response));
}

runScenario({
  async createCollection(collection) {
    const response = await createCollection(collection);
    return response.status === 200 ? response.data.item : unexpected(response);
  },
  async uploadCover(id, cover) {
    const response = await uploadCover(id, { cover });
    return response.status === 200 ? response.data.item : unexpected(response);
  },
  async createItem(item) {
    const response = await createItem(item);
    return response.status === 200 ? response.data.item : unexpected(response);
  },
  async listItems(id, query) {
    const response = await listItems(id, query);
    return response.status === 200 ? response.data : unexpected(response);
  },
  deleteCollection: (id) => ok(deleteCollection(id)),
  async findMissing(id) {
    const response = await getCollection(id);
    return response.status === 404 ? response.data : unexpected(response);
  },
});
