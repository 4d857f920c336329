import * as placement from "../collections/placement.ts";
import { type Database, inSnapshot } from "../database/database.ts";
import type { Time } from "../database/schema/columns.ts";
import { readAllPages } from "../scheduling.ts";

/** A folder of an export: a collection, Unsorted or the Trash. */
export interface Folder {
  readonly placeId: placement.PlaceId;
  /** 1 for the outermost folders of the export. */
  readonly depth: number;
}

/** What an export says about a folder. */
export interface FolderText {
  readonly title: string;
  /** Undefined for Unsorted and the Trash. */
  readonly created_at?: Time;
  readonly updated_at?: Time;
}

interface Node {
  readonly id: number;
  readonly parent_id: number | null;
  readonly sort: number;
}

const UNSORTED: FolderText = { title: "Unsorted" };
const TRASH: FolderText = { title: "Trash" };

/** The collection tree of an account as an export shows it. Titles are long, so they are read when they are needed. */
export class Folders {
  readonly #accountId: number;
  readonly #nodes: ReadonlyMap<number, Node>;
  readonly #children: ReadonlyMap<number | null, readonly Node[]>;

  /** Use `load`. */
  constructor(accountId: number, nodes: readonly Node[]) {
    this.#accountId = accountId;
    this.#nodes = new Map(nodes.map((node) => [node.id, node]));
    this.#children = Map.groupBy(nodes.toSorted(bySort), ({ parent_id }) => parent_id);
  }

  /**
   * The folders of an export, each before those inside it, siblings in their order. `EVERYTHING` begins
   * with Unsorted, followed by all collections.
   */
  *list(placeId: placement.PlaceId, nested: boolean): Iterable<Folder> {
    if (placeId !== placement.EVERYTHING) {
      yield { placeId, depth: 1 };
      if (nested) yield* this.#below(placeId, 2);
      return;
    }
    yield { placeId: placement.UNSORTED, depth: 1 };
    yield* this.#below(null, 1);
  }

  *#below(parentId: number | null, depth: number): Iterable<Folder> {
    for (const { id } of this.#children.get(parentId) ?? []) {
      yield { placeId: id, depth };
      yield* this.#below(id, depth + 1);
    }
  }

  /** The titles from the root to each of these places, which must be few. */
  async pathsOf(database: Database, placeIds: Iterable<placement.PlaceId>): Promise<Map<placement.PlaceId, string[]>> {
    const chains = [...new Set(placeIds)].map((placeId) => [placeId, this.#chainOf(placeId)] as const);
    const texts = await this.textsOf(
      database,
      chains.flatMap(([, chain]) => chain),
    );
    return new Map(
      chains.map(([placeId, chain]) => [placeId, chain.flatMap((above) => texts.get(above)?.title ?? [])]),
    );
  }

  /** The place after its ancestors, the root first. */
  #chainOf(placeId: placement.PlaceId): placement.PlaceId[] {
    const chain = [placeId];
    for (let above = this.#nodes.get(placeId)?.parent_id; above; above = this.#nodes.get(above)?.parent_id) {
      chain.unshift(above);
    }
    return chain;
  }

  /** The titles and times of these places, which must be few. A collection that no longer exists is missing. */
  async textsOf(
    database: Database,
    placeIds: readonly placement.PlaceId[],
  ): Promise<Map<placement.PlaceId, FolderText>> {
    const rows = await database
      .selectFrom("collections")
      .select(["id", "title", "created_at", "updated_at"])
      // No collection has the id 0. It keeps the list from being empty, which not every engine accepts.
      .where("id", "in", [0, ...new Set(placeIds.filter((id) => id > 0))])
      .where("account_id", "=", this.#accountId)
      .execute();
    return new Map<placement.PlaceId, FolderText>([
      [placement.UNSORTED, UNSORTED],
      [placement.TRASH, TRASH],
      ...rows.map(({ id, ...text }) => [id, text] as const),
    ]);
  }
}

/** Loads the tree of an account, as it was at one moment. The paths of folders begin at `top`, by default at the root. */
export async function load(database: Database, accountId: number, top?: number): Promise<Folders> {
  const nodes = await inSnapshot(database, (handle) =>
    readAllPages((after, limit) =>
      handle
        .selectFrom("collections")
        .select(["id", "parent_id", "sort"])
        .where("account_id", "=", accountId)
        .where("id", ">", after)
        .orderBy("id")
        .limit(limit)
        .execute(),
    ),
  );
  return new Folders(
    accountId,
    nodes.map((node) => (node.id === top ? { ...node, parent_id: null } : node)),
  );
}

/** Descending, then by id, as collections are listed. Compares without subtraction, which can overflow. */
function bySort(one: Node, other: Node): number {
  return one.sort === other.sort ? one.id - other.id : one.sort < other.sort ? 1 : -1;
}
