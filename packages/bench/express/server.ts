import { env } from "node:process";
import type Sqlite from "better-sqlite3";
import express, { type ErrorRequestHandler } from "express";
import knexWith from "knex";
import morgan from "morgan";
import { collections } from "./collections.ts";
import { validated } from "./contracts.ts";
import { products } from "./products.ts";
import { loginRoute, securityOf } from "./security.ts";
import { users } from "./users.ts";

// Serves the measured operations of Triptych's contracts with popular libraries, each used as documented. Commits are
// as durable as those of Triptych; requests are validated, and tokens and keys checked, in the same way.

const secret = env.TOKEN_KEY ?? "";
const knex = knexWith({
  client: "better-sqlite3",
  connection: { filename: env.DATABASE_FILE ?? "" },
  useNullAsDefault: true,
  pool: {
    afterCreate(connection: Sqlite.Database, done: (error: Error | null, connection: Sqlite.Database) => void) {
      connection.pragma("journal_mode = WAL");
      connection.pragma("synchronous = FULL");
      connection.pragma("foreign_keys = ON");
      connection.pragma("wal_autocheckpoint = 250");
      done(null, connection);
    },
  },
});
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
app.use("/api", products(knex), loginRoute(knex, secret));
app.use(validated("collections", { bearer: token }));
app.use("/rest/v1", collections(knex));

const onError: ErrorRequestHandler = (error, _request, response, _next) => {
  const status = error.status ?? 500;
  response.status(status).json({ error: status === 500 ? "Internal server error." : error.message });
};
app.use(onError);

app.listen(Number(env.PORT), "127.0.0.1");
