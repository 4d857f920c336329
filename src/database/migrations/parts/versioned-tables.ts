/**
 * The tables on which 0026-table-versions and 0030-version-sequences create triggers that renew versions, by group.
 * Triggers on these fill the other tables of each group.
 */
export const VERSIONED_TABLES: Readonly<Record<string, readonly string[]>> = {
  products: ["products"],
  accounts: ["accounts", "user_settings"],
  logins: ["logins"],
  library: [
    "backup_chunks",
    "backups",
    "collaborators",
    "collections",
    "files",
    "items",
    "libraries",
    "pictures",
    "shelves",
  ],
};
