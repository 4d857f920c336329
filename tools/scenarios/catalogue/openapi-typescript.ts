import createClient from "openapi-fetch";
import type { paths } from "./client";
import { BASE_URL, runScenario } from "./scenario.ts";

const client = createClient<paths>({ baseUrl: BASE_URL });

/** Returns the data of a response, or throws the failure. */
function dataOf<T>({ data, error }: { data?: T; error?: unknown }): T {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

runScenario({
  register: async (body) => dataOf(await client.POST("/user/register", { body })),
  login: async (body) => dataOf(await client.POST("/user/login", { body })).data,
  createProduct: async (token, body) =>
    dataOf(await client.POST("/products", { body, headers: { "auth-token": token } })),
  listProducts: async (query) => dataOf(await client.GET("/products", { params: { query } })),
  getProduct: async (id) => dataOf(await client.GET("/products/{id}", { params: { path: { id } } })),
  deleteProduct: async (token, id) =>
    dataOf(await client.DELETE("/products/{id}", { params: { path: { id } }, headers: { "auth-token": token } })),
});
