import { sql } from "kysely";
import * as audit from "../audit/removal.ts";
import type { Transaction } from "../database/database.ts";
import type { Schema } from "../database/schema/schema.ts";
import * as files from "../library/journal/expired-files.ts";
import * as undo from "../library/journal/expiry.ts";
import { eraseCollections } from "./collections.ts";
import type { Batch, Erased, ErasureStep } from "./step.ts";

/**
 * All steps, in their order: what identifies a person first; then, because of foreign keys, rows before those that they
 * refer to. Each is repeated until nothing is left, and erases nothing if it is run again.
 */
export const STEPS: readonly ErasureStep[] = [
  { tables: ["failed_logins", "invitations"], maxRows: 100, erase: eraseAddress },
  rowsOf("one_time_links", "token_hash"),
  rowsOf("sessions", "token_hash"),
  rowsOf("form_drafts", "id", 10),
  rowsOf("api_keys", "id"),
  rowsOf("user_settings", "account_id"),
  rowsOf("reminder_settings", "account_id"),
  rowsOf("saved_searches", "id"),
  rowsOf("known_networks", "network"),
  rowsOf("collaborators", "collection_id"),
  rowsOf("invitations", "id"),
  rowsOf("stored_responses", "id", 20),
  rowsOf("import_chunks", "number", 8),
  rowsOf("imports", "account_id"),
  rowsOf("logins", "id", 500),
  { tables: ["audit_events"], maxRows: 100, erase: eraseAudited },
  { tables: ["accounts"], maxRows: 1, erase: clearAccount },
  {
    tables: ["webhooks", "webhook_deliveries", "webhook_lanes", "webhook_results"],
    maxRows: 100,
    erase: eraseWebhooks,
  },
  {
    tables: ["undo_steps", "undo_items", "undo_shelves", "undo_collections", "undo_covers", "undo_copies"],
    maxRows: 500,
    erase: eraseUndo,
  },
  rowsOf("item_texts", "item_id", 50),
  {
    ...rowsOf("items", "id", 500),
    tables: [
      "items",
      "facets",
      "item_tags",
      "tag_names",
      "item_highlights",
      "item_segments",
      "repeated_links",
      "item_pages",
      "page_jobs",
      "link_checks",
      "link_aliases",
      "copies",
    ],
  },
  { tables: ["page_icons"], maxRows: 100, erase: eraseHosts },
  { tables: ["files", "file_chunks"], maxRows: 1, erase: eraseFiles },
  { tables: ["backups", "backup_chunks"], maxRows: 20, erase: eraseBackups },
  rowsOf("shelves", "id", 500),
  { tables: ["collections", "covers", "collaborators"], maxRows: 200, erase: eraseCollections },
  { tables: ["pictures", "loose_pictures"], maxRows: 20, erase: erasePictures },
  rowsOf("account_icons", "host"),
  rowsOf("item_segments", "sorting"),
  rowsOf("libraries", "account_id"),
];

/** A step that deletes the rows of an account from a table. `key` distinguishes the rows of an account. */
function rowsOf(table: keyof Schema, key: string, maxRows = 100): ErasureStep {
  return { tables: [table], maxRows, erase: (transaction, batch) => deleteRows(transaction, table, key, batch) };
}

async function deleteRows(
  transaction: Transaction,
  table: keyof Schema,
  key: string,
  { accountId, maxRows }: Batch,
): Promise<Erased> {
  const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)}
    where account_id = ${accountId} and ${sql.ref(key)} in (
      select ${sql.ref(key)} from ${sql.table(table)} where account_id = ${accountId} limit ${maxRows})`.execute(
    transaction,
  );
  return toErased(Number(numAffectedRows), maxRows);
}

/** There may be more rows if a batch is full. */
function toErased(rows: number, maxRows: number): Erased {
  return { rows, next: rows < maxRows ? undefined : 0 };
}

/** Erases personal data from events of the audit log. */
async function eraseAudited(transaction: Transaction, { accountId, maxRows }: Batch): Promise<Erased> {
  const rows = await audit.eraseBatch(transaction, accountId, maxRows);
  return { rows, next: rows === 0 ? undefined : 0 };
}

/** Erases the personal data of the row, but keeps it, so that the id is not reused and references stay valid. */
async function clearAccount(transaction: Transaction, { accountId }: Batch): Promise<Erased> {
  await transaction
    .updateTable("accounts")
    .set({ email: "", email_key: "", email_confirmed_at: null, name: "", password_hash: "" })
    .set({ locale: "en", active: 0, user_level: 1 })
    .where("id", "=", accountId)
    .where("deleted_at", "is not", null)
    .execute();
  return { rows: 0, next: undefined };
}

async function eraseUndo(transaction: Transaction, { accountId, maxRows }: Batch): Promise<Erased> {
  const step = await transaction
    .selectFrom("undo_steps")
    .select("id")
    .where("account_id", "=", accountId)
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  if (step === undefined) return { rows: 0, next: undefined };
  // From now on it can't be reverted.
  await transaction.updateTable("undo_steps").set({ expires_at: 0 }).where("id", "=", step.id).execute();
  await undo.deletePart(transaction, [step.id], maxRows);
  return { rows: maxRows, next: 0 };
}

/**
 * Deletes the icons of hosts to which no item links. Whose items they were for is not stored, so it looks at all; the
 * cursor is the number of those that stay. Runs after the items.
 */
async function eraseHosts(transaction: Transaction, { maxRows, cursor }: Batch): Promise<Erased> {
  const icons = transaction.selectFrom("page_icons").select("host").orderBy("host").limit(maxRows).offset(cursor);
  const hosts = (await icons.execute()).map(({ host }) => host);
  if (hosts.length === 0) return { rows: 0, next: undefined };
  const { numDeletedRows } = await transaction
    .deleteFrom("page_icons")
    .where("host", "in", hosts)
    .where(({ exists, not, selectFrom }) =>
      not(exists(selectFrom("items").select("items.id").whereRef("domain", "=", "host"))),
    )
    .executeTakeFirstOrThrow();
  const rows = Number(numDeletedRows);
  return { rows, next: hosts.length < maxRows ? undefined : cursor + hosts.length - rows };
}

/** Deletes a part of a file. Runs after the items, whose deletion releases their files. */
async function eraseFiles(transaction: Transaction, { accountId }: Batch): Promise<Erased> {
  const file = await transaction
    .selectFrom("files")
    .select("id")
    .where("account_id", "=", accountId)
    .limit(1)
    .executeTakeFirst();
  if (file === undefined) return { rows: 0, next: undefined };
  await files.deletePart(transaction, file.id);
  return { rows: 1, next: 0 };
}

async function eraseBackups(transaction: Transaction, { accountId, maxRows }: Batch): Promise<Erased> {
  const backup = await transaction
    .selectFrom("backups")
    .select("id")
    .where("account_id", "=", accountId)
    .limit(1)
    .executeTakeFirst();
  if (backup === undefined) return { rows: 0, next: undefined };
  await transaction.updateTable("backups").set({ completed: 0 }).where("id", "=", backup.id).execute();
  const { numAffectedRows = 0n } = await sql`delete from backup_chunks where backup_id = ${backup.id}
    and (format, number) in (
      select format, number from backup_chunks where backup_id = ${backup.id} limit ${maxRows})`.execute(transaction);
  if (Number(numAffectedRows) < maxRows) {
    await transaction.deleteFrom("backups").where("id", "=", backup.id).execute();
  }
  return { rows: Number(numAffectedRows), next: 0 };
}

async function erasePictures(transaction: Transaction, batch: Batch): Promise<Erased> {
  const { accountId, maxRows } = batch;
  const pictures = transaction.selectFrom("pictures").select("id").where("account_id", "=", accountId).limit(maxRows);
  const ids = (await pictures.execute()).map(({ id }) => id);
  if (ids.length === 0) return { rows: 0, next: undefined };
  await transaction.deleteFrom("loose_pictures").where("picture_id", "in", ids).execute();
  await transaction.deleteFrom("pictures").where("id", "in", ids).execute();
  return toErased(ids.length, maxRows);
}

/**
 * Deletes what is stored for the e-mail address of a deleted account: invitations and failed logins. Deletes nothing if
 * another account has the address by now.
 */
async function eraseAddress(transaction: Transaction, { accountId, maxRows }: Batch): Promise<Erased> {
  const account = await transaction
    .selectFrom("accounts")
    .select("email_key")
    .where("id", "=", accountId)
    .executeTakeFirst();
  const emailKey = account?.email_key ?? "";
  if (emailKey === "" || (await isInUse(transaction, emailKey))) return { rows: 0, next: undefined };
  let rows = 0;
  for (const table of ["invitations", "failed_logins"] as const) {
    const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)} where id in (
      select id from ${sql.table(table)} where email_key = ${emailKey} limit ${maxRows})`.execute(transaction);
    rows = Math.max(rows, Number(numAffectedRows));
  }
  return toErased(rows, maxRows);
}

async function isInUse(transaction: Transaction, emailKey: string): Promise<boolean> {
  const other = await transaction
    .selectFrom("accounts")
    .select("id")
    .where("email_key", "=", emailKey)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return other !== undefined;
}

/** Deletes a part of a webhook with its deliveries and results, and finally the webhook. */
async function eraseWebhooks(transaction: Transaction, { accountId, maxRows }: Batch): Promise<Erased> {
  const webhook = await transaction
    .selectFrom("webhooks")
    .select("id")
    .where("account_id", "=", accountId)
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  if (webhook === undefined) return { rows: 0, next: undefined };
  for (const table of ["webhook_deliveries", "webhook_results"] as const) {
    const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)} where id in (
      select id from ${sql.table(table)} where webhook_id = ${webhook.id} limit ${maxRows})`.execute(transaction);
    if (numAffectedRows > 0n) return { rows: Number(numAffectedRows), next: 0 };
  }
  await transaction.deleteFrom("webhooks").where("id", "=", webhook.id).execute();
  return { rows: 1, next: 0 };
}
