import type { Kysely } from "kysely";
import * as accounts from "./0001-accounts.ts";
import * as products from "./0002-products.ts";
import * as administration from "./0003-administration.ts";
import * as collections from "./0004-collections.ts";
import * as productVersions from "./0005-product-versions.ts";
import * as quotas from "./0006-quotas.ts";
import * as knownNetworks from "./0007-known-networks.ts";
import * as storedResponses from "./0008-stored-responses.ts";
import * as leases from "./0009-leases.ts";
import * as search from "./0010-search.ts";
import * as linkKeys from "./0011-link-keys.ts";
import * as itemFacets from "./0012-item-facets.ts";
import * as repeatedLinks from "./0013-repeated-links.ts";
import * as userSettings from "./0014-user-settings.ts";
import * as backups from "./0015-backups.ts";
import * as undo from "./0016-undo.ts";
import * as itemFiles from "./0017-item-files.ts";
import * as sharing from "./0018-sharing.ts";
import * as accountServices from "./0019-account-services.ts";
import * as keyScopes from "./0020-key-scopes.ts";
import * as retention from "./0021-retention.ts";
import * as auditLog from "./0022-audit-log.ts";
import * as webhooks from "./0023-webhooks.ts";
import * as serverBackups from "./0024-backups.ts";
import * as indexMerges from "./0025-index-merges.ts";
import * as tableVersions from "./0026-table-versions.ts";
import * as segments from "./0027-segments.ts";
import * as sharedLimits from "./0028-shared-limits.ts";
import * as imports from "./0029-imports.ts";

/** One change of the schema. Untyped, because `Schema` describes only the newest version. */
export interface Migration {
  readonly up: (database: Kysely<unknown>) => Promise<void>;
}

/** Migrations by name. They run in the order of their names. */
export type Migrations = Readonly<Record<string, Migration>>;

/** All migrations. A released one is frozen: it is never edited. */
export const migrations: Migrations = {
  "0001-accounts": accounts,
  "0002-products": products,
  "0003-administration": administration,
  "0004-collections": collections,
  "0005-product-versions": productVersions,
  "0006-quotas": quotas,
  "0007-known-networks": knownNetworks,
  "0008-stored-responses": storedResponses,
  "0009-leases": leases,
  "0010-search": search,
  "0011-link-keys": linkKeys,
  "0012-item-facets": itemFacets,
  "0013-repeated-links": repeatedLinks,
  "0014-user-settings": userSettings,
  "0015-backups": backups,
  "0016-undo": undo,
  "0017-item-files": itemFiles,
  "0018-sharing": sharing,
  "0019-account-services": accountServices,
  "0020-key-scopes": keyScopes,
  "0021-retention": retention,
  "0022-audit-log": auditLog,
  "0023-webhooks": webhooks,
  "0024-backups": serverBackups,
  "0025-index-merges": indexMerges,
  "0026-table-versions": tableVersions,
  "0027-segments": segments,
  "0028-shared-limits": sharedLimits,
  "0029-imports": imports,
};
