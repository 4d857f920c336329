import { createProduct, deleteProduct, getProduct, listProducts, loginUser, registerUser } from "./client";
import { runScenario } from "./scenario.ts";

const as = (token: string) => ({ headers: { "auth-token": token } });

runScenario({
  register: (registration) => registerUser(registration),
  login: async (credentials) => (await loginUser(credentials)).data,
  createProduct: (token, product) => createProduct(product, {}, as(token)),
  listProducts: (query) => listProducts(query),
  getProduct: (id) => getProduct(id),
  deleteProduct: (token, id) => deleteProduct(id, {}, as(token)),
});
