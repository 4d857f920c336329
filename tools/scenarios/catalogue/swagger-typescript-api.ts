import { Api } from "./client/Api";
import { BASE_URL, runScenario } from "./scenario.ts";

const api = new Api({ baseUrl: BASE_URL });
const as = (token: string) => ({ headers: { "auth-token": token } });

runScenario({
  register: async (registration) => (await api.user.registerUser(registration)).data,
  login: async (credentials) => (await api.user.loginUser(credentials)).data.data,
  createProduct: async (token, product) => (await api.products.createProduct(product, as(token))).data,
  listProducts: async (query) => (await api.products.listProducts(query)).data,
  getProduct: async (id) => (await api.products.getProduct(id)).data,
  deleteProduct: async (token, id) => (await api.products.deleteProduct(id, as(token))).data,
});
