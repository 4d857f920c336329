import type {
  AccountSegmentsTable,
  AccountsTable,
  ApiKeysTable,
  FailedLoginsTable,
  FormDraftsTable,
  KnownNetworksTable,
  LoginsTable,
  OneTimeLinksTable,
  SessionsTable,
  UserSettingsTable,
} from "./accounts.ts";
import type { AuditEventsTable, AuditHeadTable } from "./audit.ts";
import type { BackupChunksTable, BackupsTable } from "./backups.ts";
import type {
  CollaboratorsTable,
  CollectionsTable,
  InvitationsTable,
  LibrariesTable,
  ShelvesTable,
} from "./collections.ts";
import type { CopiesTable } from "./copies.ts";
import type { FileChunksTable, FilesTable } from "./files.ts";
import type { ImportChunksTable, ImportsTable } from "./imports.ts";
import type {
  FacetsTable,
  ItemHighlightsTable,
  ItemSegmentsTable,
  ItemsTable,
  ItemTagsTable,
  ItemTextsTable,
  RepeatedLinksTable,
  TagNamesTable,
} from "./items.ts";
import type { LinkAliasesTable, LinkChecksTable } from "./links.ts";
import type { ItemPagesTable, PageJobsTable } from "./pages.ts";
import type { AccountIconsTable, CoversTable, LoosePicturesTable, PageIconsTable, PicturesTable } from "./pictures.ts";
import type { ProductCountsTable, ProductsTable } from "./products.ts";
import type { ReminderSettingsTable } from "./reminders.ts";
import type { RequestCountsTable, StoredResponsesTable } from "./requests.ts";
import type { SavedSearchesTable } from "./searches.ts";
import type {
  LeasesTable,
  RowCountsTable,
  SecretsTable,
  ServerBackupsTable,
  ServerSettingsTable,
  SetupLinksTable,
} from "./server.ts";
import type {
  UndoCollectionsTable,
  UndoCopiesTable,
  UndoCoversTable,
  UndoItemsTable,
  UndoShelvesTable,
  UndoStepsTable,
} from "./undo.ts";
import type { WebhookDeliveriesTable, WebhookLanesTable, WebhookResultsTable, WebhooksTable } from "./webhooks.ts";

/** All tables, for typed queries. The migrations create them. */
export interface Schema {
  accounts: AccountsTable;
  account_segments: AccountSegmentsTable;
  logins: LoginsTable;
  failed_logins: FailedLoginsTable;
  known_networks: KnownNetworksTable;
  api_keys: ApiKeysTable;
  form_drafts: FormDraftsTable;
  sessions: SessionsTable;
  one_time_links: OneTimeLinksTable;
  request_counts: RequestCountsTable;
  row_counts: RowCountsTable;
  products: ProductsTable;
  product_counts: ProductCountsTable;
  libraries: LibrariesTable;
  collections: CollectionsTable;
  shelves: ShelvesTable;
  items: ItemsTable;
  item_texts: ItemTextsTable;
  facets: FacetsTable;
  item_tags: ItemTagsTable;
  tag_names: TagNamesTable;
  item_highlights: ItemHighlightsTable;
  repeated_links: RepeatedLinksTable;
  item_segments: ItemSegmentsTable;
  item_pages: ItemPagesTable;
  page_jobs: PageJobsTable;
  link_checks: LinkChecksTable;
  link_aliases: LinkAliasesTable;
  pictures: PicturesTable;
  covers: CoversTable;
  loose_pictures: LoosePicturesTable;
  page_icons: PageIconsTable;
  account_icons: AccountIconsTable;
  files: FilesTable;
  file_chunks: FileChunksTable;
  copies: CopiesTable;
  backups: BackupsTable;
  backup_chunks: BackupChunksTable;
  imports: ImportsTable;
  import_chunks: ImportChunksTable;
  collaborators: CollaboratorsTable;
  invitations: InvitationsTable;
  secrets: SecretsTable;
  setup_links: SetupLinksTable;
  server_settings: ServerSettingsTable;
  server_backups: ServerBackupsTable;
  leases: LeasesTable;
  user_settings: UserSettingsTable;
  reminder_settings: ReminderSettingsTable;
  saved_searches: SavedSearchesTable;
  stored_responses: StoredResponsesTable;
  undo_steps: UndoStepsTable;
  undo_items: UndoItemsTable;
  undo_shelves: UndoShelvesTable;
  undo_collections: UndoCollectionsTable;
  undo_covers: UndoCoversTable;
  undo_copies: UndoCopiesTable;
  audit_events: AuditEventsTable;
  audit_head: AuditHeadTable;
  webhooks: WebhooksTable;
  webhook_deliveries: WebhookDeliveriesTable;
  webhook_lanes: WebhookLanesTable;
  webhook_results: WebhookResultsTable;
}
