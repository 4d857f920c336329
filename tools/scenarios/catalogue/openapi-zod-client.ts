import { createApiClient } from "./client";
import { BASE_URL, runScenario } from "./scenario.ts";

const api = createApiClient(BASE_URL);
const as = (token: string) => ({ headers: { "auth-token": token } });

runScenario({
  register: (registration) => api.registerUser(registration),
  login: async (credentials) => (await api.loginUser(credentials)).data,
  createProduct: (token, product) => api.createProduct(product, as(token)),
  listProducts: (queries) => api.listProducts({ queries }),
  getProduct: (id) => api.getProduct({ params: { id } }),
  deleteProduct: (token, id) => api.deleteProduct(undefined, { params: { id }, ...as(token) }),
});
