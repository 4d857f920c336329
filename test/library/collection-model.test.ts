import { env } from "node:process";
import fc from "fast-check";
import t from "tap";
import { type Database, openDatabase } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import { engine, migratedDatabaseUrl, openTestDatabase } from "../support/databases.ts";
import { Model, type Operation, type Outcome } from "./collection-model.ts";
import { addOwner, perform, stateOf } from "./library.ts";

// Environment variables: PROPERTY_RUNS sets the number of generated cases, PROPERTY_SEED the seed that generates them;
// PROPERTY_SHRINK minimises a failing case.
const RUNS = Number(env.PROPERTY_RUNS) || (engine === "sqlite" ? 80 : 40);
const SEED = Number(env.PROPERTY_SEED) || 2026;

/** Returns one of the given ids; if there are none, an id that does not exist. */
type Choice = (among: readonly number[]) => number;

/**
 * Creates an operation from the ids of all collections and items created before it (some may be deleted), and its
 * number in the sequence.
 */
type Plan = (collections: readonly number[], items: readonly number[], number: number) => Operation;

const choice: fc.Arbitrary<Choice> = fc.nat(1_000).map((number) => (among) => among[number % among.length] ?? 4_711);
const choices = fc.array(choice, { minLength: 1, maxLength: 4 });
/** Chooses a parent: a collection, or null for the root. */
const orNull = (choose: Choice) => (among: readonly number[]) => (choose([0, ...among]) === 0 ? null : choose(among));
/** Chooses Unsorted, the Trash or, more often, a collection. */
const place = (choose: Choice) => (among: readonly number[]) => choose([-1, -99, ...among, ...among]);

const plan: fc.Arbitrary<Plan> = fc.oneof(
  {
    weight: 6,
    arbitrary: choice.map(
      (parent): Plan =>
        (all, _, number) => ({ kind: "create", parent: orNull(parent)(all), title: `c ${number % 7}` }),
    ),
  },
  {
    weight: 4,
    arbitrary: fc.tuple(choice, choice).map(
      ([id, parent]): Plan =>
        (all) => ({ kind: "move", id: id(all), parent: orNull(parent)(all) }),
    ),
  },
  {
    weight: 1,
    arbitrary: choice.map(
      (id): Plan =>
        (all) => ({ kind: "remove", id: id(all) }),
    ),
  },
  {
    weight: 2,
    arbitrary: choices.map(
      (ids): Plan =>
        (all) => ({ kind: "removeMany", ids: ids.map((id) => id(all)) }),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(choice, choices).map(
      ([to, ids]): Plan =>
        (all) => ({ kind: "merge", to: to(all), ids: ids.map((id) => id(all)) }),
    ),
  },
  { weight: 1, arbitrary: fc.constant<Plan>(() => ({ kind: "clean" })) },
  {
    weight: 1,
    arbitrary: fc.constantFrom("title", "-title", "-count").map(
      (order): Plan =>
        () => ({ kind: "reorder", order }),
    ),
  },
  {
    weight: 8,
    arbitrary: fc.tuple(choice, fc.nat(9), fc.boolean()).map(
      ([where, link, broken]): Plan =>
        (all) => ({ kind: "addItem", place: place(where)(all), link: `https://example.com/${link}`, broken }),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(choice, choice).map(
      ([id, where]): Plan =>
        (all, items) => ({ kind: "moveItem", id: id(items), place: place(where)(all) }),
    ),
  },
  {
    weight: 2,
    arbitrary: choice.map(
      (id): Plan =>
        (_, items) => ({ kind: "removeItem", id: id(items) }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(choice, choice).map(
      ([from, to]): Plan =>
        (all) => ({ kind: "moveItems", from: place(from)(all), to: place(to)(all) }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(choice, fc.boolean()).map(
      ([from, nested]): Plan =>
        (all) => ({ kind: "removeItems", from: place(from)(all), nested }),
    ),
  },
  { weight: 1, arbitrary: fc.constant<Plan>(() => ({ kind: "emptyTrash" })) },
  { weight: 3, arbitrary: fc.constant<Plan>(() => ({ kind: "cleanUp" })) },
);

/** A library in the database and the model that predicts its state. */
class Pair {
  readonly #database: Database;
  readonly #owner: number;
  readonly #collections: number[] = [];
  readonly #items: number[] = [];
  #number = 0;
  model = new Model();

  constructor(database: Database, owner: number) {
    this.#database = database;
    this.#owner = owner;
  }

  /** Creates the next operation of a sequence. */
  operationOf(planned: Plan): Operation {
    return planned(this.#collections, this.#items, this.#number++);
  }

  /**
   * Performs operations concurrently. Throws unless the outcomes and the library are those of some
   * sequential order.
   */
  async perform(operations: readonly Operation[]): Promise<void> {
    const done = await Promise.all(
      operations.map(async (operation) => ({ operation, ...(await perform(this.#database, this.#owner, operation)) })),
    );
    for (const { operation, createdId } of done) {
      if (operation.kind === "create" && createdId > 0) this.#collections.push(createdId);
      if (operation.kind === "addItem" && createdId > 0) this.#items.push(createdId);
    }
    const real = await stateOf(this.#database, this.#owner);
    const actual = JSON.stringify(real);
    const models = permutations(done).flatMap((order) => this.#after(order));
    const match = models.find((model) => JSON.stringify(model.state()) === actual);
    if (match === undefined) {
      const possible = JSON.stringify(models.map((model) => model.state()));
      throw new Error(`After ${JSON.stringify(done)} the library is ${actual}; allowed are ${possible}`);
    }
    this.model = match;
  }

  /** The model after these operations in this order; no model if it predicts another outcome for one of them. */
  #after(done: readonly { operation: Operation; outcome: Outcome; createdId: number }[]): Model[] {
    const model = new Model(this.model);
    const isPossible = done.every(({ operation, outcome, createdId }) => model.apply(operation, createdId) === outcome);
    return isPossible ? [model] : [];
  }
}

function permutations<T>(all: readonly T[]): T[][] {
  if (all.length < 2) return [[...all]];
  return all.flatMap((one, index) => permutations(all.toSpliced(index, 1)).map((rest) => [one, ...rest]));
}

let owners = 0;

async function openPair(database: Database): Promise<Pair> {
  return new Pair(database, await addOwner(database, `owner${owners++}`));
}

t.test("sequential operations leave the library as the model predicts", async (t) => {
  const database = await openTestDatabase(t);
  const property = fc.asyncProperty(fc.array(plan, { minLength: 20, maxLength: 40 }), async (plans) => {
    const pair = await openPair(database);
    for (const planned of plans) await pair.perform([pair.operationOf(planned)]);
  });
  await fc.assert(property, { numRuns: RUNS, seed: SEED, endOnFailure: env.PROPERTY_SHRINK === undefined });
});

t.test("concurrent operations leave the library as some sequential order would", async (t) => {
  const url = await migratedDatabaseUrl(t);
  const database = openDatabase(url);
  t.teardown(() => database.destroy());
  await migrate(database, url);
  const batch = fc.array(plan, { minLength: 2, maxLength: 4 });
  const property = fc.asyncProperty(
    fc.array(plan, { minLength: 8, maxLength: 12 }),
    fc.array(batch, { minLength: 5, maxLength: 8 }),
    async (first, batches) => {
      const pair = await openPair(database);
      for (const planned of first) await pair.perform([pair.operationOf(planned)]);
      for (const plans of batches) await pair.perform(plans.map((planned) => pair.operationOf(planned)));
    },
  );
  await fc.assert(property, {
    numRuns: Math.ceil(RUNS / 2),
    seed: SEED,
    endOnFailure: env.PROPERTY_SHRINK === undefined,
  });
});
