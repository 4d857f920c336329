import { env } from "node:process";
import pg from "pg";
import { serve } from "../http.ts";
import { collectionsIn } from "./collections.ts";
import { productsIn } from "./products.ts";
import { usersIn } from "./users.ts";

// The most that Node and PostgreSQL can do through pg: named statements. As in Triptych: the size of the pool and the
// server's durability.

const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);
const pool = new pg.Pool({ connectionString: env.DATABASE_URL ?? "", max: 10, types });

serve({ products: productsIn(pool), collections: collectionsIn(pool), users: usersIn(pool) });
