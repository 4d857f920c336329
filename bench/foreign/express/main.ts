import { env, stdout } from "node:process";
import express, { type ErrorRequestHandler } from "express";
import morgan from "morgan";
import { collections } from "./collections.ts";
import { validated } from "./contracts.ts";
import { openDatabase } from "./database.ts";
import { items } from "./items.ts";
import { logins } from "./logins.ts";
import { products } from "./products.ts";
import { securityOf } from "./security.ts";
import { users } from "./users.ts";

// What somebody would write for the same contracts in an afternoon, with the libraries that most would pick, each used as its documentation
// says.

const secret = env.TOKEN_SECRET ?? "";
const knex = openDatabase(env.DATABASE_FILE ?? "");
const { apiKey, token } = securityOf(knex, secret);

const app = express();
app.use(morgan("combined"));
app.use(express.json());

app.get("/health/ready", async (_request, response) => {
  await knex.raw("select 1");
  response.json({ status: "ok" });
});
app.use(validated("users", { apiKey }));
app.use("/api/v1", users(knex));
app.use(validated("catalogue", { authToken: token }, /^\/(api\/v1|rest)\//));
app.use("/api", products(knex), logins(knex, secret));
app.use(validated("collections", { bearer: token }));
app.use("/rest/v1", collections(knex), items(knex));

const onError: ErrorRequestHandler = (error, _request, response, _next) => {
  const status = error.status ?? 500;
  response.status(status).json({ error: status === 500 ? "Something went wrong." : error.message });
};
app.use(onError);

app.listen(Number(env.PORT), "127.0.0.1", () => stdout.write("listening\n"));
