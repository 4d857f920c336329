import { type Kysely, sql } from "kysely";
import { bytewise, createTableWithId, execute } from "./builders.ts";
import * as postgres from "./parts/postgres/counts.ts";
import * as sqlite from "./parts/sqlite/counts.ts";

export async function up(database: Kysely<unknown>): Promise<void> {
  // A change of an account's collections or items first locks the account's row here, so that such
  // changes run one at a time.
  await database.schema
    .createTable("libraries")
    .addColumn("account_id", "bigint", (column) => column.notNull().primaryKey().references("accounts.id"))
    .addColumn("version", "bigint", (column) => column.notNull())
    .addColumn("items_changed_at", "bigint", (column) => column.notNull())
    .execute();

  // The foreign key to the parent requires that it has the same account and a depth of one less,
  // which rules out cycles and depths over 64.
  await createTableWithId(database, "collections")
    .addColumn("account_id", "bigint", (column) => column.notNull().references("libraries.account_id"))
    .addColumn("parent_id", "bigint")
    .addColumn("depth", "integer", (column) => column.notNull().check(sql`depth between 1 and 64`))
    .addColumn("parent_depth", "integer")
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("description", "text", (column) => column.notNull())
    .addColumn("view", "text", (column) => column.notNull().check(sql`view in ('list', 'simple', 'grid', 'masonry')`))
    .addColumn("public", "integer", (column) => column.notNull().check(sql`public in (0, 1)`))
    .addColumn("expanded", "integer", (column) => column.notNull().check(sql`expanded in (0, 1)`))
    .addColumn("sort", "double precision", (column) => column.notNull())
    .addColumn("color", "text")
    .addColumn("cover", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("updated_at", "bigint", (column) => column.notNull())
    .addUniqueConstraint("collections_place", ["id", "depth", "account_id"])
    .addCheckConstraint(
      "collections_level",
      sql`(parent_id is null and parent_depth is null and depth = 1)
        or (parent_id is not null and parent_depth is not null and parent_depth = depth - 1)`,
    )
    .addForeignKeyConstraint(
      "collections_parent",
      ["parent_id", "parent_depth", "account_id"],
      "collections",
      ["id", "depth", "account_id"],
      (constraint) => constraint.deferrable().initiallyDeferred(),
    )
    .execute();
  await database.schema.createIndex("collections_listed").on("collections").columns(["account_id", "id"]).execute();
  await database.schema
    .createIndex("collections_children")
    .on("collections")
    .columns(["parent_id", "parent_depth", "account_id"])
    .execute();

  // A shelf is a bucket of items. Moving all items of a collection updates only its shelves.
  await createTableWithId(database, "shelves")
    .addColumn("account_id", "bigint", (column) => column.notNull().references("libraries.account_id"))
    .addColumn("place", "text", (column) =>
      column.notNull().check(sql`place in ('collection', 'unsorted', 'trash', 'nowhere')`),
    )
    .addColumn("collection_id", "bigint", (column) => column.references("collections.id"))
    .addColumn("moved", "integer", (column) => column.notNull().defaultTo(0).check(sql`moved in (0, 1)`))
    .addColumn("count", "integer", (column) => column.notNull().defaultTo(0).check(sql`count >= 0`))
    .addColumn("broken", "integer", (column) => column.notNull().defaultTo(0).check(sql`broken >= 0`))
    .addCheckConstraint("shelves_place", sql`(place = 'collection') = (collection_id is not null)`)
    .execute();
  await database.schema.createIndex("shelves_listed").on("shelves").columns(["account_id", "id"]).execute();
  await database.schema.createIndex("shelves_of_collection").on("shelves").column("collection_id").execute();
  await sql`create index shelves_moved on shelves (id) where moved = 1`.execute(database);
  await sql`create index shelves_outside on shelves (account_id, place)
    where place in ('unsorted', 'trash')`.execute(database);
  await sql`create unique index shelves_own_collection on shelves (collection_id)
    where moved = 0 and place = 'collection'`.execute(database);
  await sql`create unique index shelves_own_place on shelves (account_id, place)
    where moved = 0 and place in ('unsorted', 'trash')`.execute(database);

  await createTableWithId(database, "items")
    .addColumn("account_id", "bigint", (column) => column.notNull())
    .addColumn("shelf_id", "bigint", (column) => column.notNull().references("shelves.id"))
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("updated_at", "bigint", (column) => column.notNull())
    .addColumn("sort", "double precision", (column) => column.notNull())
    .addColumn("position", "integer", (column) => column.notNull())
    .addColumn("important", "integer", (column) => column.notNull().check(sql`important in (0, 1)`))
    .addColumn("broken", "integer", (column) => column.notNull().check(sql`broken in (0, 1)`))
    .addColumn("type", "text", (column) =>
      column.notNull().check(sql`type in ('link', 'article', 'image', 'video', 'document', 'audio')`),
    )
    .addColumn("domain", "text", (column) => bytewise(database, column.notNull()))
    .addColumn("title_key", "text", (column) => bytewise(database, column.notNull()))
    .addColumn("link_key", "text", (column) => bytewise(database, column.notNull()))
    .addColumn("link", "text", (column) => column.notNull())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("cover", "text", (column) => column.notNull())
    .addColumn("tags", "text", (column) => column.notNull())
    .addColumn("media", "text", (column) => column.notNull())
    .addColumn("excerpt", "text", (column) => column.notNull())
    .addColumn("note", "text", (column) => column.notNull())
    // The longest column comes last: SQLite reads a row from its start, up to the last column that a query needs.
    .addColumn("search_text", "text", (column) => column.notNull())
    .execute();
  // Moving an item updates every index that starts with the shelf, so there are only two.
  for (const column of ["created_at", "sort"]) {
    await database.schema
      .createIndex(`items_of_shelf_${column}`)
      .on("items")
      .columns(["shelf_id", column, "id"])
      .execute();
  }
  for (const column of ["created_at", "title_key", "domain", "sort"]) {
    await database.schema
      .createIndex(`items_of_account_${column}`)
      .on("items")
      .columns(["account_id", column, "id"])
      .execute();
  }
  await database.schema
    .createIndex("items_link")
    .on("items")
    .columns(["account_id", "link_key", "id", "shelf_id"])
    .execute();
  await execute(database, { sqlite: sqlite.ITEM_COUNT_TRIGGERS, postgres: postgres.ITEM_COUNT_TRIGGERS });

  await database.schema
    .createTable("pictures")
    .addColumn("id", "text", (column) => column.notNull().primaryKey())
    .addColumn("account_id", "bigint", (column) => column.notNull().references("libraries.account_id"))
    .addColumn("color", "text", (column) => column.notNull())
    .addColumn("bytes", sql`bytea`, (column) => column.notNull())
    .execute();
  await database.schema.createIndex("pictures_of_account").on("pictures").column("account_id").execute();
  await database.schema
    .createTable("covers")
    .addColumn("collection_id", "bigint", (column) => column.notNull().references("collections.id"))
    .addColumn("picture_id", "text", (column) => column.notNull().references("pictures.id"))
    .addPrimaryKeyConstraint("covers_key", ["collection_id", "picture_id"])
    .execute();
  await database.schema.createIndex("covers_of_picture").on("covers").column("picture_id").execute();
  await database.schema
    .createTable("loose_pictures")
    .addColumn("picture_id", "text", (column) => column.notNull().primaryKey().references("pictures.id"))
    .execute();
}
