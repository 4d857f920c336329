import createClient from "openapi-fetch";
import type { paths } from "./client";
import { BASE_URL, KEY, runScenario } from "./scenario.ts";

const client = createClient<paths>({ baseUrl: BASE_URL, headers: { authorization: `Bearer ${KEY}` } });

/** Returns the data of a response, or throws the failure. */
function dataOf<T>({ data, error }: { data?: T; error?: unknown }): T {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

runScenario({
  createCollection: async (body) => dataOf(await client.POST("/collection", { body })).item,
  async uploadCover(id, cover) {
    const params = { path: { id } };
    const body = new FormData();
    body.append("cover", cover);
    // The types have a string for a file: https://github.com/openapi-ts/openapi-typescript/issues/1214
    const bodySerializer = () => body;
    return dataOf(await client.PUT("/collection/{id}/cover", { params, body: { cover: "" }, bodySerializer })).item;
  },
  createItem: async (body) => dataOf(await client.POST("/raindrop", { body })).item,
  listItems: async (collectionId, query) =>
    dataOf(await client.GET("/raindrops/{collectionId}", { params: { path: { collectionId }, query } })),
  deleteCollection: async (id) => dataOf(await client.DELETE("/collection/{id}", { params: { path: { id } } })),
  async findMissing(id) {
    const { error } = await client.GET("/collection/{id}", { params: { path: { id } } });
    if (error === undefined) throw new Error("the collection exists");
    return error;
  },
});
