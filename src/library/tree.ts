/** A collection and its parent; `parentId` is null at the root. */
export interface Node {
  readonly id: number;
  readonly parentId: number | null;
}

/** Maximum levels of a tree; roots are on level 1. */
export const MAX_DEPTH = 64;

/** The collection tree of an account, in memory. Every parent must be one of the nodes before it is read. */
export class Tree {
  readonly #parents = new Map<number, number | null>();
  readonly #children = new Map<number | null, Set<number>>();

  constructor(nodes: readonly Node[] = []) {
    for (const node of nodes) this.attach(node);
  }

  /** Adds a node below its parent, which may be added later. */
  attach({ id, parentId }: Node): void {
    this.#attach(id, parentId);
  }

  get ids(): number[] {
    return [...this.#parents.keys()];
  }

  has(id: number): boolean {
    return this.#parents.has(id);
  }

  parentOf(id: number): number | null {
    return this.#parents.get(id) ?? null;
  }

  childrenOf(id: number | null): number[] {
    return [...(this.#children.get(id) ?? [])];
  }

  /** The ancestors of a node, its parent first. */
  ancestorsOf(id: number): number[] {
    const ancestors: number[] = [];
    for (let above = this.parentOf(id); above !== null; above = this.parentOf(above)) ancestors.push(above);
    return ancestors;
  }

  /** The node and its descendants, each after its parent. */
  subtreeOf(id: number): number[] {
    const found = [id];
    // The loop also visits the nodes that it appends.
    for (const next of found) found.push(...this.childrenOf(next));
    return found;
  }

  /** The level of each node; roots are on level 1. */
  depths(): Map<number, number> {
    const depths = new Map<number, number>();
    let level = this.childrenOf(null);
    for (let depth = 1; level.length > 0; depth++) {
      for (const id of level) depths.set(id, depth);
      level = level.flatMap((id) => this.childrenOf(id));
    }
    return depths;
  }

  /** Adds a node at the root. */
  add(id: number): void {
    this.#attach(id, null);
  }

  /** Whether a node can get the parent `parentId`: null, or a node outside the moved subtree. */
  canMove(id: number, parentId: number | null): boolean {
    return parentId === null || (this.has(parentId) && parentId !== id && !this.ancestorsOf(parentId).includes(id));
  }

  /** Moves a node with its descendants. Throws if that would make a cycle. */
  move(id: number, parentId: number | null): void {
    if (!this.canMove(id, parentId)) throw new Error(`Collection ${id} can't be moved below ${parentId}.`);
    this.#children.get(this.parentOf(id))?.delete(id);
    this.#attach(id, parentId);
  }

  /** Removes a node; its children move up to its parent. */
  remove(id: number): void {
    const parentId = this.parentOf(id);
    for (const child of this.childrenOf(id)) this.#attach(child, parentId);
    this.#children.delete(id);
    this.#children.get(parentId)?.delete(id);
    this.#parents.delete(id);
  }

  /** Removes a node with its descendants. Returns the ids of all removed nodes. */
  removeSubtree(id: number): number[] {
    const removed = this.subtreeOf(id);
    for (const next of removed.toReversed()) this.remove(next);
    return removed;
  }

  /**
   * Moves the children of the sources to the target, and removes the sources. If sources
   * are ancestors of the target, the target first becomes a sibling of the topmost one.
   */
  merge(sources: ReadonlySet<number>, target: number): void {
    const topmost = this.ancestorsOf(target).findLast((id) => sources.has(id));
    if (topmost !== undefined) this.move(target, this.parentOf(topmost));
    for (const source of sources) {
      for (const child of this.childrenOf(source))
        if (child !== target && !sources.has(child)) this.move(child, target);
    }
    for (const source of sources) this.remove(source);
  }

  #attach(id: number, parentId: number | null): void {
    this.#parents.set(id, parentId);
    const siblings = this.#children.get(parentId) ?? new Set();
    this.#children.set(parentId, siblings.add(id));
  }
}
