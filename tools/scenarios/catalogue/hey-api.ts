import { createProduct, deleteProduct, getProduct, listProducts, loginUser, registerUser } from "./client";
import { createClient } from "./client/client";
import { BASE_URL, runScenario } from "./scenario.ts";

const client = createClient({ baseUrl: BASE_URL });
const options = { client, throwOnError: true } as const;

runScenario({
  register: async (body) => (await registerUser({ ...options, body })).data,
  login: async (body) => (await loginUser({ ...options, body })).data.data,
  createProduct: async (token, body) => (await createProduct({ ...options, auth: token, body })).data,
  listProducts: async (query) => (await listProducts({ ...options, query })).data,
  getProduct: async (id) => (await getProduct({ ...options, path: { id } })).data,
  deleteProduct: async (token, id) => (await deleteProduct({ ...options, auth: token, path: { id } })).data,
});
