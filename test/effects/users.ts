import type { operations } from "../../generated/users.ts";
import { FIXTURES } from "../../src/testing/fixtures.ts";
import type { Effects } from "./sample.ts";

const { member, collaborator } = FIXTURES.accounts;

const USER = {
  email_address: "eve@example.com",
  password: "first words of Eve",
  password_confirmation: "first words of Eve",
  name: "Eve",
  locale: "en",
  active: true,
  user_level: 1,
};
const OTHER_PASSWORD = "second words of Eve";

const reading = { "header User-Agent": { value: "" }, "header If-None-Match": { value: "*" } };
const changing = { "header User-Agent": { value: "" }, "header If-Match": { value: '"other"' } };

const fields = {
  "body /email_address": { value: "eva@example.com" },
  "body /password": {
    value: OTHER_PASSWORD,
    also: { "body /password_confirmation": OTHER_PASSWORD },
    followUp: {
      method: "POST",
      path: "/api/user/login",
      body: { email: USER.email_address, password: OTHER_PASSWORD },
    },
  },
  "body /password_confirmation": { value: OTHER_PASSWORD },
  "body /name": { value: "Eva" },
  "body /locale": { value: "sv" },
  "body /active": { value: false },
  "body /user_level": { value: 2 },
};

export const users: Effects<operations> = {
  listUsers: {
    base: {},
    inputs: {
      "query limit": { value: 1 },
      "query page": { value: 2, base: { query: { limit: 1 } } },
      ...reading,
    },
  },
  createUser: {
    base: { body: USER },
    inputs: {
      "header User-Agent": { value: "" },
      "header Idempotency-Key": { value: "user", times: 2 },
      ...fields,
    },
  },
  getUser: {
    base: { path: { id: member.id } },
    inputs: { "path id": { value: collaborator.id }, ...reading },
  },
  putUser: {
    base: { path: { id: member.id }, body: USER },
    inputs: { "path id": { value: collaborator.id }, ...changing, ...fields },
  },
  patchUser: {
    base: { path: { id: member.id }, body: USER },
    inputs: { "path id": { value: collaborator.id }, ...changing, ...fields },
  },
  deleteUser: {
    base: { path: { id: member.id } },
    inputs: { "path id": { value: collaborator.id }, ...changing },
  },
};
