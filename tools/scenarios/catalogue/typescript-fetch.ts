import { AccountsApi, Configuration, ProductsApi } from "./client/index";
import { BASE_URL, runScenario } from "./scenario.ts";

const anonymous = new Configuration({ basePath: BASE_URL });
const accounts = new AccountsApi(anonymous);
const products = new ProductsApi(anonymous);
const productsAs = (token: string) => new ProductsApi(new Configuration({ basePath: BASE_URL, apiKey: token }));

runScenario({
  register: (registration) => accounts.registerUser({ registration }),
  login: async (credentials) => (await accounts.loginUser({ credentials })).data,
  createProduct: (token, productInput) => productsAs(token).createProduct({ productInput }),
  listProducts: (query) => products.listProducts(query),
  getProduct: (id) => products.getProduct({ id }),
  deleteProduct: (token, id) => productsAs(token).deleteProduct({ id }),
});
