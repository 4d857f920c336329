/** A collection with its place in the tree; `parentId` is null at the root. */
export interface Node {
  readonly id: number;
  readonly parentId: number | null;
}

/** The most levels of a tree. */
export const MAX_DEPTH = 64;

/** The collections of an account in memory: the one place where the tree changes its form. Every parent in it is there. */
export class Tree {
  readonly #parents = new Map<number, number | null>();
  readonly #children = new Map<number | null, Set<number>>();

  constructor(nodes: readonly Node[]) {
    for (const { id, parentId } of nodes) this.#hang(id, parentId);
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

  /** What it hangs on, the nearest first. */
  ancestorsOf(id: number): number[] {
    const ancestors: number[] = [];
    for (let above = this.parentOf(id); above !== null; above = this.parentOf(above)) ancestors.push(above);
    return ancestors;
  }

  /** It and everything below it, each behind its parent. */
  subtreeOf(id: number): number[] {
    const found = [id];
    for (const next of found) found.push(...this.childrenOf(next));
    return found;
  }

  /** On which level each stands, from 1 at the root. */
  depths(): Map<number, number> {
    const depths = new Map<number, number>();
    let level = this.childrenOf(null);
    for (let depth = 1; level.length > 0; depth++) {
      for (const id of level) depths.set(id, depth);
      level = level.flatMap((id) => this.childrenOf(id));
    }
    return depths;
  }

  /** Whether it may hang there: not on itself and on nothing below itself. */
  canMove(id: number, parentId: number | null): boolean {
    return parentId === null || (this.has(parentId) && parentId !== id && !this.ancestorsOf(parentId).includes(id));
  }

  /** Hangs it, with everything below it, somewhere else. Throws where that would make a loop. */
  move(id: number, parentId: number | null): void {
    if (!this.canMove(id, parentId)) throw new Error(`The collection ${id} can't hang on ${parentId}.`);
    this.#children.get(this.parentOf(id))?.delete(id);
    this.#hang(id, parentId);
  }

  /** Takes it out; what hangs on it moves up to what it hung on. */
  remove(id: number): void {
    const parentId = this.parentOf(id);
    for (const child of this.childrenOf(id)) this.#hang(child, parentId);
    this.#children.delete(id);
    this.#children.get(parentId)?.delete(id);
    this.#parents.delete(id);
  }

  /** Takes these out, each with everything below it. Gives back all that went. */
  removeWithin(ids: readonly number[]): number[] {
    const gone = [...new Set(ids.flatMap((id) => this.subtreeOf(id)))];
    for (const id of gone.toReversed()) this.remove(id);
    return gone;
  }

  /**
   * Hangs everything that hangs on the sources on the target, and takes the sources out. Where the target is below a source it moves up
   * first, to where the topmost such source hung.
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

  #hang(id: number, parentId: number | null): void {
    this.#parents.set(id, parentId);
    const siblings = this.#children.get(parentId) ?? new Set();
    this.#children.set(parentId, siblings.add(id));
  }
}
