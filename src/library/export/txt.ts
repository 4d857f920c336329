import type { Database } from "../../database/database.ts";
import type { Scope } from "../items/scope.ts";
import type { Choice } from "./choice.ts";
import { itemBatches } from "./item-batches.ts";

/** The links of the items, one a line. No link has white space. */
export async function* linkLines(database: Database, scope: Scope, choice: Choice): AsyncIterable<string> {
  for await (const items of itemBatches(database, scope, choice)) for (const { link } of items) yield `${link}\n`;
}
