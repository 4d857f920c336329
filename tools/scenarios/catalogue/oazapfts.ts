import { ok } from "@oazapfts/runtime";
import { createProduct, defaults, deleteProduct, getProduct, listProducts, loginUser, registerUser } from "./client";
import { BASE_URL, runScenario } from "./scenario.ts";

defaults.baseUrl = BASE_URL;

const as = (token: string) => ({ headers: { "auth-token": token } });

function unexpected(response: unknown): never {
  throw new Error(JSON.stringify(response));
}

runScenario({
  register: (registration) => ok(registerUser(registration)),
  async login(credentials) {
    const response = await loginUser(credentials);
    return response.status === 200 ? response.data.data : unexpected(response);
  },
  async createProduct(token, product) {
    const response = await createProduct(product, {}, as(token));
    return response.status === 201 ? response.data : unexpected(response);
  },
  async listProducts(query) {
    const response = await listProducts(query);
    return response.status === 200 ? response.data : unexpected(response);
  },
  async getProduct(id) {
    const response = await getProduct(id);
    return response.status === 200 ? response.data : unexpected(response);
  },
  async deleteProduct(token, id) {
    const response = await deleteProduct(id, {}, as(token));
    return response.status === 201 ? response.data : unexpected(response);
  },
});
