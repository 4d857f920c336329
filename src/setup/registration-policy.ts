import { Failure } from "#contract/failure";
import { record } from "../audit/record.ts";
import type { Database, Transaction } from "../database/database.ts";
import { prepare } from "../database/prepared.ts";

const NAME = "registration";

/**
 * Whether anybody may register: as `configured` says or, if that is undefined, as an administrator chose; open if
 * nobody chose.
 */
export async function isOpen(database: Database, configured: "open" | "closed" | undefined): Promise<boolean> {
  if (configured !== undefined) return configured === "open";
  return (await findChoice(database)) !== "closed";
}

/** What an administrator chose; undefined if nobody chose. */
export async function findChoice(database: Database): Promise<"open" | "closed" | undefined> {
  const [stored] = await findStored(database, {});
  return stored && (stored.value === "closed" ? "closed" : "open");
}

const findStored = prepare((database) =>
  database.selectFrom("server_settings").select("value").where("name", "=", NAME),
);

/** Throws `forbidden` unless anybody may register; see `isOpen`. */
export async function assertOpen(database: Database, configured: "open" | "closed" | undefined): Promise<void> {
  if (await isOpen(database, configured)) return;
  throw new Failure("forbidden", "Registration is closed on this server.", { reason: "registration-closed" });
}

/** Stores whether anybody may register. */
export async function store(transaction: Transaction, isOpen: boolean): Promise<void> {
  const value = isOpen ? "open" : "closed";
  const [stored] = await findStored(transaction, {});
  if (stored?.value === value) return;
  record(transaction, {
    action: "settings.registration",
    accountId: null,
    target: { kind: "setting", id: NAME },
    details: { value: { from: stored?.value ?? null, to: value } },
  });
  await transaction
    .insertInto("server_settings")
    .values({ name: NAME, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
}
