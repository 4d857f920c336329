import { createCollection, createItem, deleteCollection, getCollection, listItems, uploadCover } from "./client";
import { KEY, runScenario } from "./scenario.ts";

const member = { headers: { authorization: `Bearer ${KEY}` } };

function unexpected(response: unknown): never {
  throw new Error(JSON.stringify(response));
}

runScenario({
  async createCollection(collection) {
    const response = await createCollection(collection, member);
    return response.status === 200 ? response.data.item : unexpected(response);
  },
  async uploadCover(id, cover) {
    const response = await uploadCover(id, { cover }, member);
    return response.status === 200 ? response.data.item : unexpected(response);
  },
  async createItem(item) {
    const response = await createItem(item, member);
    return response.status === 200 ? response.data.item : unexpected(response);
  },
  async listItems(id, query) {
    const response = await listItems(id, query, member);
    return response.status === 200 ? response.data : unexpected(response);
  },
  async deleteCollection(id) {
    const response = await deleteCollection(id, member);
    return response.status === 200 ? response.data : unexpected(response);
  },
  async findMissing(id) {
    const response = await getCollection(id, member);
    return response.status === 404 ? response.data : unexpected(response);
  },
});
