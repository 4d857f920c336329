import type { Engine } from "./engine.ts";

/** A table that contains sums over items, or lists of them: what each item adds to it does not depend on others. */
export interface DerivedOfItems {
  readonly table: "facets" | "item_tags" | "shelves" | "libraries";
  /** The columns that identify a row. */
  readonly key: readonly string[];
  /** The columns that are sums; none of a list. */
  readonly sums: readonly string[];
  /** Whether it has a row only while an item adds to it. */
  readonly isOnlyOfItems: boolean;
  /** The columns of items on which it depends. */
  readonly columns: readonly string[];
  /**
   * SQL: the key, and the terms of the sums, of each item of a table. With `changed` it may leave out what depends on none
   * of these columns.
   */
  readonly rowsOf: (items: string, changed?: ReadonlySet<string>) => string;
}

/** The flags that `facets` counts: the column of an item that decides, and the condition. */
const FLAGS = {
  important: ["important", "important = 1"],
  broken: ["broken", "broken = 1"],
  note: ["note", "note <> ''"],
  notag: ["tags", "tags = '[]'"],
  highlights: ["highlights", "highlights <> '[]'"],
  reminder: ["reminder_at", "reminder_at is not null"],
  file: ["file_id", "file_id is not null"],
} as const;

/** The columns of items whose bytes count towards the storage of an account, except for `highlights`. */
export const STORED_ITEM_COLUMNS: readonly string[] = [
  ...["link", "title", "excerpt", "note", "cover", "tags", "media", "search_text"],
];

/** SQL: the bytes of these columns of a row. */
export function bytesOf(columns: readonly string[]): string {
  return columns.map((column) => `coalesce(octet_length(${column}), 0)`).join(" + ") || "0";
}

/** The tables that contain sums over items, and lists of them, except those that triggers of few items keep. */
export function derivedOfItems({
  monthOf,
  entriesOf,
}: Pick<Engine, "monthOf" | "entriesOf">): Readonly<
  Record<"facets" | "itemTags" | "shelves" | "libraries", DerivedOfItems>
> {
  const tagsOf = (items: string) => `select distinct account_id, shelf_id, items.id as item_id, entry.value as name
    from ${items} as items cross join ${entriesOf("items.tags")}`;
  /** Each part reads all items once. */
  const facetsOf = (items: string, changed?: ReadonlySet<string>): string => {
    const hasChanged = (column: string) => changed === undefined || changed.has("shelf_id") || changed.has(column);
    const flags = Object.entries(FLAGS).filter(([, [column]]) => hasChanged(column));
    const names = flags.map(([name]) => `('${name}')`).join(", ");
    const conditions = flags.map(([name, [, condition]]) => `when '${name}' then ${condition}`).join(" ");
    const parts = {
      type: `select account_id, shelf_id, 'type' as kind, type as name from ${items}`,
      created_at: `select account_id, shelf_id, 'month' as kind, ${monthOf("created_at")} as name from ${items}`,
      tags: `select account_id, shelf_id, 'tag' as kind, name from (${tagsOf(items)}) as tags`,
    };
    const ofFlags = `select account_id, shelf_id, 'flag' as kind, column1 as name
      from ${items} cross join (values ${names}) as flags where case column1 ${conditions} end`;
    return [
      ...Object.entries(parts).flatMap(([column, part]) => (hasChanged(column) ? part : [])),
      ...(flags.length > 0 ? [ofFlags] : []),
    ].join(" union all ");
  };
  return {
    facets: {
      table: "facets",
      key: ["account_id", "kind", "name", "shelf_id"],
      sums: ["count"],
      isOnlyOfItems: true,
      columns: ["shelf_id", "type", "created_at", ...Object.values(FLAGS).map(([column]) => column)],
      rowsOf: (items, changed) =>
        `select account_id, kind, name, shelf_id, 1 as count from (${facetsOf(items, changed)}) as found`,
    },
    itemTags: {
      table: "item_tags",
      key: ["shelf_id", "name", "item_id"],
      sums: [],
      isOnlyOfItems: true,
      columns: ["shelf_id", "tags"],
      rowsOf: (items) => `select shelf_id, name, item_id from (${tagsOf(items)}) as tags`,
    },
    shelves: {
      table: "shelves",
      key: ["id"],
      sums: ["count", "broken"],
      isOnlyOfItems: false,
      columns: ["shelf_id", "broken"],
      rowsOf: (items) => `select shelf_id as id, 1 as count, broken from ${items}`,
    },
    libraries: {
      table: "libraries",
      key: ["account_id"],
      sums: ["item_count", "stored_bytes"],
      isOnlyOfItems: false,
      columns: STORED_ITEM_COLUMNS,
      rowsOf: (items, changed) => {
        const stored = STORED_ITEM_COLUMNS.filter((column) => changed === undefined || changed.has(column));
        return `select account_id, 1 as item_count, ${bytesOf(stored)} as stored_bytes from ${items}`;
      },
    },
  };
}
