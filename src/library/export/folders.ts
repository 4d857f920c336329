import { eachYielding } from "#contract/scheduling";
import type { Database } from "../../database/database.ts";
import type { Time } from "../../database/schema/columns.ts";
import type { Place } from "../items/scope.ts";
import { type LibraryTree, treeOf } from "../library-tree.ts";
import * as placement from "../placement.ts";

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

const UNSORTED: FolderText = { title: "Unsorted" };
const TRASH: FolderText = { title: "Trash" };

/** The collection tree of an account as an export shows it. Titles are long, so they are read when they are needed. */
export class Folders {
  readonly #accountId: number;
  readonly #tree: LibraryTree;
  readonly #top: number | undefined;

  /** Use `load`. */
  constructor(accountId: number, tree: LibraryTree, top: number | undefined) {
    this.#accountId = accountId;
    this.#tree = tree;
    this.#top = top;
  }

  /**
   * The folders of an export, each before those inside it, siblings in the order of lists. `EVERYTHING` begins
   * with Unsorted, followed by all collections.
   */
  *list({ placeId, nested }: Place): Iterable<Folder> {
    if (placeId === placement.EVERYTHING) {
      yield { placeId: placement.UNSORTED, depth: 1 };
      for (const { id, depth } of this.#tree.nodes) yield { placeId: id, depth };
      return;
    }
    yield { placeId, depth: 1 };
    if (!nested) return;
    const [place, ...inside] = this.#tree.subtreeOf(placeId);
    for (const { id, depth } of inside) yield { placeId: id, depth: depth - (place?.depth ?? 0) + 1 };
  }

  /** These places and those above them. */
  async withAncestors(placeIds: ReadonlySet<placement.PlaceId>): Promise<ReadonlySet<placement.PlaceId>> {
    const all = new Set<placement.PlaceId>();
    await eachYielding([...placeIds], (placeId) => {
      for (const id of [placeId, ...this.#tree.ancestorsOf(placeId)]) all.add(id);
    });
    return all;
  }

  /** The collections among these places and those above them, each before those inside it, siblings in the order of lists. */
  async collectionsOf(placeIds: ReadonlySet<placement.PlaceId>): Promise<number[]> {
    const all = new Set<placement.PlaceId>();
    await eachYielding([...placeIds], (placeId) => {
      for (const id of this.#chainOf(placeId)) all.add(id);
    });
    return this.#tree.nodes.flatMap(({ id }) => (all.has(id) ? [id] : []));
  }

  /** The collection around another one; null for an outermost one. */
  parentOf(id: number): number | null {
    return id === this.#top ? null : (this.#tree.get(id)?.parentId ?? null);
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
    const chain = [placeId, ...this.#tree.ancestorsOf(placeId)];
    const top = this.#top === undefined ? -1 : chain.indexOf(this.#top);
    return (top === -1 ? chain : chain.slice(0, top + 1)).reverse();
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
  return new Folders(accountId, await treeOf(database, accountId), top);
}
