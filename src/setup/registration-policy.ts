import type { Database, Transaction } from "../database/database.ts";
import { prepare } from "../database/prepared.ts";
import { Failure } from "../errors.ts";

const NAME = "registration";

/**
 * Whether anybody may register: as `configured` says or, if that is undefined, as the first administrator chose;
 * open if nobody chose.
 */
export async function isOpen(database: Database, configured: "open" | "closed" | undefined): Promise<boolean> {
  if (configured !== undefined) return configured === "open";
  const [stored] = await findStored(database, {});
  return stored?.value !== "closed";
}

const findStored = prepare((database) =>
  database.selectFrom("server_settings").select("value").where("name", "=", NAME),
);

/** Throws `forbidden` unless anybody may register; see `isOpen`. */
export async function assertOpen(database: Database, configured: "open" | "closed" | undefined): Promise<void> {
  if (await isOpen(database, configured)) return;
  throw new Failure("forbidden", "Registration is closed on this server.");
}

/** Stores whether anybody may register. */
export async function store(transaction: Transaction, isOpen: boolean): Promise<void> {
  const value = isOpen ? "open" : "closed";
  await transaction
    .insertInto("server_settings")
    .values({ name: NAME, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
}
