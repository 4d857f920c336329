import type { Kysely } from "kysely";

/** One change of the schema. Untyped, because `Schema` describes only the newest version. */
export interface Migration {
  readonly up: (database: Kysely<unknown>) => Promise<void>;
}

/** Migrations by name. They run in the order of their names. */
export type Migrations = Readonly<Record<string, Migration>>;

/** All migrations. A released one is frozen: it is never edited. Each is loaded when it runs: most starts run none. */
export const migrations: Migrations = {
  "0001-accounts": loadedBy(() => import("./0001-accounts.ts")),
  "0002-products": loadedBy(() => import("./0002-products.ts")),
  "0003-administration": loadedBy(() => import("./0003-administration.ts")),
  "0004-collections": loadedBy(() => import("./0004-collections.ts")),
  "0005-product-versions": loadedBy(() => import("./0005-product-versions.ts")),
  "0006-quotas": loadedBy(() => import("./0006-quotas.ts")),
  "0007-known-networks": loadedBy(() => import("./0007-known-networks.ts")),
  "0008-stored-responses": loadedBy(() => import("./0008-stored-responses.ts")),
  "0009-leases": loadedBy(() => import("./0009-leases.ts")),
  "0010-search": loadedBy(() => import("./0010-search.ts")),
  "0011-link-keys": loadedBy(() => import("./0011-link-keys.ts")),
  "0012-item-facets": loadedBy(() => import("./0012-item-facets.ts")),
  "0013-repeated-links": loadedBy(() => import("./0013-repeated-links.ts")),
  "0014-user-settings": loadedBy(() => import("./0014-user-settings.ts")),
  "0015-backups": loadedBy(() => import("./0015-backups.ts")),
  "0016-undo": loadedBy(() => import("./0016-undo.ts")),
  "0017-item-files": loadedBy(() => import("./0017-item-files.ts")),
  "0018-sharing": loadedBy(() => import("./0018-sharing.ts")),
  "0019-account-services": loadedBy(() => import("./0019-account-services.ts")),
  "0020-key-scopes": loadedBy(() => import("./0020-key-scopes.ts")),
  "0021-retention": loadedBy(() => import("./0021-retention.ts")),
  "0022-audit-log": loadedBy(() => import("./0022-audit-log.ts")),
  "0023-webhooks": loadedBy(() => import("./0023-webhooks.ts")),
  "0024-backups": loadedBy(() => import("./0024-backups.ts")),
  "0025-index-merges": loadedBy(() => import("./0025-index-merges.ts")),
  "0026-table-versions": loadedBy(() => import("./0026-table-versions.ts")),
  "0027-segments": loadedBy(() => import("./0027-segments.ts")),
  "0028-shared-limits": loadedBy(() => import("./0028-shared-limits.ts")),
  "0029-imports": loadedBy(() => import("./0029-imports.ts")),
  "0030-version-sequences": loadedBy(() => import("./0030-version-sequences.ts")),
  "0031-facet-removals": loadedBy(() => import("./0031-facet-removals.ts")),
  "0032-index-words": loadedBy(() => import("./0032-index-words.ts")),
  "0033-lower-case-words": loadedBy(() => import("./0033-lower-case-words.ts")),
  "0034-uploaded-items": loadedBy(() => import("./0034-uploaded-items.ts")),
  "0035-audit-expiry": loadedBy(() => import("./0035-audit-expiry.ts")),
  "0036-collaborator-owners": loadedBy(() => import("./0036-collaborator-owners.ts")),
  "0037-long-changes": loadedBy(() => import("./0037-long-changes.ts")),
  "0038-subkeys": loadedBy(() => import("./0038-subkeys.ts")),
  "0039-trash-origins": loadedBy(() => import("./0039-trash-origins.ts")),
  "0040-form-drafts": loadedBy(() => import("./0040-form-drafts.ts")),
  "0041-tag-index": loadedBy(() => import("./0041-tag-index.ts")),
  "0042-facet-changes": loadedBy(() => import("./0042-facet-changes.ts")),
  "0043-segment-changes": loadedBy(() => import("./0043-segment-changes.ts")),
  "0044-undo-usage": loadedBy(() => import("./0044-undo-usage.ts")),
  "0045-import-leases": loadedBy(() => import("./0045-import-leases.ts")),
  "0046-merged-triggers": loadedBy(() => import("./0046-merged-triggers.ts")),
  "0047-repeated-link-lookups": loadedBy(() => import("./0047-repeated-link-lookups.ts")),
  "0048-tag-names": loadedBy(() => import("./0048-tag-names.ts")),
  "0049-items-before": loadedBy(() => import("./0049-items-before.ts")),
  "0050-tag-removals": loadedBy(() => import("./0050-tag-removals.ts")),
  "0051-page-jobs": loadedBy(() => import("./0051-page-jobs.ts")),
  "0052-page-icons": loadedBy(() => import("./0052-page-icons.ts")),
  "0053-copies": loadedBy(() => import("./0053-copies.ts")),
  "0054-item-texts": loadedBy(() => import("./0054-item-texts.ts")),
  "0055-link-checks": loadedBy(() => import("./0055-link-checks.ts")),
  "0056-reminders": loadedBy(() => import("./0056-reminders.ts")),
  "0057-indexed-inserts": loadedBy(() => import("./0057-indexed-inserts.ts")),
  "0058-saved-searches": loadedBy(() => import("./0058-saved-searches.ts")),
  "0060-kept-copies": loadedBy(() => import("./0060-kept-copies.ts")),
  "0061-account-icons": loadedBy(() => import("./0061-account-icons.ts")),
};

function loadedBy(load: () => Promise<Migration>): Migration {
  return { up: async (database) => (await load()).up(database) };
}
