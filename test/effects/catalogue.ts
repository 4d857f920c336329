import type { operations } from "../../generated/catalogue.ts";
import { FIXTURE_PASSWORD, FIXTURES } from "../../src/testing/fixtures.ts";
import type { Effects } from "./sample.ts";

const { lamp, chair } = FIXTURES.products;
const { administrator, member } = FIXTURES.accounts;

const PRODUCT = { name: "Desk", description: "Of beech", price: 80, inStock: true };
const REGISTRATION = { name: "Eve", email: "eve@example.com", password: "first words of Eve" };
const OTHER_PASSWORD = "second words of Eve";

const changesOfProduct = {
  "body /name": { value: "Table" },
  "body /description": { value: "Of ash" },
  "body /price": { value: 90 },
  "body /inStock": { value: false },
};

export const catalogue: Effects<operations> = {
  registerUser: {
    base: { body: REGISTRATION },
    inputs: {
      "header Idempotency-Key": { value: "registration", times: 2 },
      "body /name": { value: "Eva" },
      "body /email": { value: "eva@example.com" },
      "body /password": {
        value: OTHER_PASSWORD,
        followUp: {
          method: "POST",
          path: "/api/user/login",
          body: { email: REGISTRATION.email, password: OTHER_PASSWORD },
        },
      },
      "body /date": { value: "2020-02-02" },
    },
  },
  loginUser: {
    base: { body: { email: administrator.email, password: FIXTURE_PASSWORD } },
    inputs: {
      "body /email": { value: member.email },
      "body /password": { value: "another password" },
    },
  },
  listProducts: {
    base: {},
    inputs: {
      "query limit": { value: 1 },
      "query after": { value: lamp.id },
      "query q": { value: "lamp" },
      "query inStock": { value: true },
      // A list without a limit is streamed, without an entity tag.
      "header If-None-Match": { value: "*", base: { query: { limit: 2 } } },
    },
  },
  createProduct: {
    base: { body: PRODUCT },
    inputs: { "header Idempotency-Key": { value: "product", times: 2 }, ...changesOfProduct },
  },
  getProduct: {
    base: { path: { id: lamp.id } },
    inputs: { "path id": { value: chair.id }, "header If-None-Match": { value: "*" } },
  },
  updateProduct: {
    base: { path: { id: lamp.id }, body: PRODUCT },
    inputs: { "path id": { value: chair.id }, "header If-Match": { value: '"other"' }, ...changesOfProduct },
  },
  deleteProduct: {
    base: { path: { id: lamp.id } },
    inputs: { "path id": { value: chair.id }, "header If-Match": { value: '"other"' } },
  },
};
