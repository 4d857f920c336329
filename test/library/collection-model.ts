/** A collection in the model. */
interface ModelCollection {
  readonly parent: number | null;
  readonly title: string;
  readonly sort: number;
}

interface ModelItem {
  readonly place: number;
  readonly link: string;
  readonly broken: boolean;
}

const UNSORTED = -1;
const TRASH = -99;

/** An operation on a library. */
export type Operation =
  | { readonly kind: "create"; readonly parent: number | null; readonly title: string }
  | { readonly kind: "move"; readonly id: number; readonly parent: number | null }
  | { readonly kind: "remove"; readonly id: number }
  | { readonly kind: "removeMany"; readonly ids: readonly number[] }
  | { readonly kind: "merge"; readonly to: number; readonly ids: readonly number[] }
  | { readonly kind: "clean" }
  | { readonly kind: "reorder"; readonly order: "title" | "-title" | "-count" }
  | { readonly kind: "addItem"; readonly place: number; readonly link: string; readonly broken: boolean }
  | { readonly kind: "moveItem"; readonly id: number; readonly place: number }
  | { readonly kind: "removeItem"; readonly id: number }
  | { readonly kind: "moveItems"; readonly from: number; readonly to: number }
  | { readonly kind: "removeItems"; readonly from: number; readonly nested: boolean }
  | { readonly kind: "emptyTrash" }
  | { readonly kind: "cleanUp" };

/** The result of an operation: `done`, or the kind of the failure that it throws. */
export type Outcome = "done" | "notFound" | "invalid";

/** A simple in-memory implementation of a library, with which tests compare the real one. */
export class Model {
  readonly #collections: Map<number, ModelCollection>;
  readonly #items: Map<number, ModelItem>;

  /** Creates an empty model, or a copy of another one. */
  constructor(other?: Model) {
    this.#collections = new Map(other === undefined ? [] : other.#collections);
    this.#items = new Map(other === undefined ? [] : other.#items);
  }

  /** The state that clients can read; `order` lists the collections by parent and descending `sort`. */
  state() {
    const counts = [...this.#collections.keys(), UNSORTED, TRASH].map((place) => [place, this.#itemsIn(place).length]);
    const outsideTrash = [...this.#items.values()].filter(({ place }) => place !== TRASH);
    return {
      collections: [...this.#collections]
        .map(([id, { parent, title, sort }]) => ({ id, parent, title, sort }))
        .sort((one, other) => one.id - other.id),
      order: [...this.#collections]
        .map(([id, { parent, sort }]) => ({ id, parent: parent ?? 0, sort }))
        .sort((one, other) => one.parent - other.parent || other.sort - one.sort || one.id - other.id)
        .map(({ id }) => id),
      items: [...this.#items].map(([id, { place }]) => ({ id, place })).sort((one, other) => one.id - other.id),
      counts: Object.fromEntries(counts),
      duplicates: outsideTrash.length - new Set(outsideTrash.map(({ link }) => link)).size,
      broken: outsideTrash.filter(({ broken }) => broken).length,
    };
  }

  /** Applies an operation. A created collection or item gets the id `createdId`. */
  apply(operation: Operation, createdId: number): Outcome {
    switch (operation.kind) {
      case "create": {
        const { parent, title } = operation;
        if (parent !== null && !this.#collections.has(parent)) return "invalid";
        this.#collections.set(createdId, { parent, title, sort: createdId });
        return "done";
      }
      case "move":
        return this.#move(operation.id, operation.parent);
      case "remove":
        if (!this.#collections.has(operation.id)) return "notFound";
        this.#delete(this.#subtreeOf(operation.id), TRASH);
        return "done";
      case "removeMany":
        return this.#removeMany(operation.ids);
      case "merge":
        return this.#merge(operation.to, operation.ids);
      case "clean": {
        const isEmpty = (id: number) => this.#subtreeOf(id).every((below) => this.#itemsIn(below).length === 0);
        this.#delete([...this.#collections.keys()].filter(isEmpty), TRASH);
        return "done";
      }
      case "reorder":
        this.#reorder(operation.order);
        return "done";
      case "addItem": {
        const { place, link, broken } = operation;
        if (!this.#isPlace(place)) return "invalid";
        this.#items.set(createdId, { place, link, broken });
        return "done";
      }
      case "moveItem":
        if (!this.#items.has(operation.id)) return "notFound";
        if (!this.#isPlace(operation.place)) return "invalid";
        this.#put(operation.id, operation.place);
        return "done";
      case "removeItem": {
        const item = this.#items.get(operation.id);
        if (item === undefined) return "notFound";
        if (item.place === TRASH) this.#items.delete(operation.id);
        else this.#put(operation.id, TRASH);
        return "done";
      }
      case "moveItems":
        if (!this.#isPlace(operation.from)) return "notFound";
        if (!this.#isPlace(operation.to)) return "invalid";
        for (const id of this.#itemsIn(operation.from)) this.#put(id, operation.to);
        return "done";
      case "removeItems": {
        const { from, nested } = operation;
        if (!this.#isPlace(from)) return "notFound";
        for (const place of nested && from > 0 ? this.#subtreeOf(from) : [from]) {
          for (const id of this.#itemsIn(place)) {
            if (place === TRASH) this.#items.delete(id);
            else this.#put(id, TRASH);
          }
        }
        return "done";
      }
      case "emptyTrash":
        for (const id of this.#itemsIn(TRASH)) this.#items.delete(id);
        return "done";
      case "cleanUp":
        return "done";
    }
  }

  #isPlace(place: number): boolean {
    return place === UNSORTED || place === TRASH || this.#collections.has(place);
  }

  #itemsIn(wanted: number): number[] {
    return [...this.#items].filter(([, { place }]) => place === wanted).map(([id]) => id);
  }

  #put(id: number, place: number): void {
    const item = this.#items.get(id);
    if (item !== undefined) this.#items.set(id, { ...item, place });
  }

  #parent(id: number): number | null {
    return this.#collections.get(id)?.parent ?? null;
  }

  #attach(id: number, parent: number | null): void {
    const collection = this.#collections.get(id);
    if (collection !== undefined) this.#collections.set(id, { ...collection, parent });
  }

  /** Whether a collection is `ancestor` itself or a descendant of it. */
  #isWithin(id: number, ancestor: number): boolean {
    for (let next: number | null = id; next !== null; next = this.#parent(next)) if (next === ancestor) return true;
    return false;
  }

  /** The collection and its descendants. */
  #subtreeOf(id: number): number[] {
    return [...this.#collections.keys()].filter((other) => this.#isWithin(other, id));
  }

  #delete(ids: readonly number[], itemsTo: number): void {
    for (const id of ids) {
      for (const item of this.#itemsIn(id)) this.#put(item, itemsTo);
      this.#collections.delete(id);
    }
  }

  #move(id: number, parent: number | null): Outcome {
    if (!this.#collections.has(id)) return "notFound";
    if (parent !== null && (!this.#collections.has(parent) || this.#isWithin(parent, id))) return "invalid";
    this.#attach(id, parent);
    return "done";
  }

  #removeMany(wanted: readonly number[]): Outcome {
    const deleted = new Set(wanted.filter((id) => this.#collections.has(id)));
    if (deleted.size === 0) return "notFound";
    const nearestKept = (id: number | null): number | null =>
      id !== null && deleted.has(id) ? nearestKept(this.#parent(id)) : id;
    for (const [id, { parent }] of [...this.#collections]) if (!deleted.has(id)) this.#attach(id, nearestKept(parent));
    this.#delete([...deleted], TRASH);
    return "done";
  }

  #merge(to: number, wanted: readonly number[]): Outcome {
    if (!this.#collections.has(to)) return "invalid";
    const others = wanted.filter((id) => id !== to);
    const deleted = others.filter((id) => this.#collections.has(id));
    if (others.length > 0 && deleted.length === 0) return "notFound";
    // A target below merged collections moves up to the place of the topmost one.
    while (deleted.some((id) => this.#isWithin(to, id))) this.#attach(to, this.#parent(this.#parent(to) ?? 0));
    for (const [id, { parent }] of [...this.#collections]) {
      if (parent !== null && deleted.includes(parent) && !deleted.includes(id)) this.#attach(id, to);
    }
    this.#delete(deleted, to);
    return "done";
  }

  #reorder(order: "title" | "-title" | "-count"): void {
    // The generated titles differ only in their number.
    const numberIn = ({ title }: ModelCollection) => Number(title.replace(/\D/g, ""));
    const byParent = Map.groupBy([...this.#collections], ([, { parent }]) => parent);
    for (const siblings of byParent.values()) {
      siblings.sort(([oneId, one], [otherId, other]) => {
        const byId = oneId - otherId;
        const byTitle = numberIn(one) - numberIn(other) || byId;
        const byCount = this.#itemsIn(otherId).length - this.#itemsIn(oneId).length || byId;
        return { title: byTitle, "-title": -byTitle, "-count": byCount }[order];
      });
      siblings.forEach(([id, collection], index) => {
        this.#collections.set(id, { ...collection, sort: siblings.length - 1 - index });
      });
    }
  }
}
