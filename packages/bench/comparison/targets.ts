import { round, type Spread } from "../statistics.ts";
import type { BulkResult, Engine, Other, Results } from "./results.ts";

/** A figure that Triptych should reach. */
export interface Target {
  readonly work: string;
  readonly unit: string;
  /** `min`: at least this; `max`: at most this. Undefined: no target on that engine. */
  readonly bounds: Readonly<Partial<Record<Engine, Bound>>>;
  /** Undefined if it was not measured. */
  readonly measured: (results: Results) => Spread | undefined;
}

export type Bound = { readonly min: number } | { readonly max: number };

/** In the order in which they are shown. */
export const TARGETS: readonly Target[] = [
  rate("GET one product", "product", "limit", 0.8, 0.85),
  rate("GET one product, 10 writes a second to another table", "product-beside-items", "limit", 0.9, 0.85),
  rate("GET the first page of 100 products", "page", "limit", 2, 0.7),
  rate("GET a page of 100 products anywhere", "pages", "limit", 0.75, 0.75),
  rate("GET the first page of 100, unchanged (304)", "if-none-match", "limit", 3, 1),
  rate("POST a product, authenticated, durable", "post-product", "limit", 2.5, 0.75),
  rate("POST an item, durable", "post-raindrop", "limit", 1, 0.75),
  rate("GET the first page of 50,000 items", "raindrops-first", "limit", 1.5, 0.8),
  rate("GET any page of 50,000 items", "raindrops-pages", "limit", 1.5, 0.8),
  rate("GET any page of 1,000,000 users", "users-pages", "limit", 1, 0.8),
  ...(["items", "users"] as const).map(
    (name): Target => ({
      work: `the last page of 1,000,000 ${name}`,
      unit: "× first page, in time",
      bounds: both({ max: 2 }),
      measured: ({ lists }) => lists?.find((list) => list.name === name)?.ratio,
    }),
  ),
  {
    work: "search in 25,000 of 1,000,000 items, the slowest kind",
    unit: "ms",
    bounds: { sqlite: { max: 8 }, postgres: { max: 20 } },
    measured: ({ searches = [] }) => greatest(searches.map(({ ms }) => ms)),
  },
  {
    work: "p99 of other clients' GET while a flush to the disk takes 200 ms",
    unit: "ms",
    bounds: { sqlite: { max: 20 } },
    measured: ({ slowDisk }) => slowDisk?.read,
  },
  {
    work: "POST a login",
    unit: "× the hash alone",
    bounds: { sqlite: { min: 0.85 }, postgres: { min: 0.8 } },
    measured: ({ login }) => login?.ratios.triptych,
  },
  {
    work: "p99 of other clients' GET during logins",
    unit: "ms",
    bounds: both({ max: 20 }),
    measured: ({ login }) => toSpread(login?.neighbour.triptych),
  },
  {
    work: "from a kill until ready, with 1 GB of data or more",
    unit: "ms",
    bounds: both({ max: 1_000 }),
    measured: ({ start }) => start?.ready.triptych,
  },
  {
    work: "idle memory, one process",
    unit: "MB",
    bounds: both({ max: 120 }),
    measured: ({ start }) => toSpread(start?.idle.triptych),
  },
  bulk("add a tag", 600, 1_000),
  bulk("rename that tag", 600, 1_000),
  bulk("add a tag: undo", 600, 1_000),
  bulk("rename that tag: undo", 600, 1_000),
  bulk("move", 300, 300),
  bulk("delete", 300, 300),
  bulk("star", 300, 300),
  bulk("media", 300, 300),
  {
    work: "the longest write of another account during one of these changes",
    unit: "ms",
    bounds: both({ max: 300 }),
    measured: ({ bulk }) => greatest((bulk?.long ?? []).flatMap(({ longestWait }) => longestWait.triptych ?? [])),
  },
  {
    work: "a change of 9,500 short items, the slowest",
    unit: "× a plain table, in time",
    bounds: { sqlite: { max: 20 } },
    measured: ({ bulk }) => greatest((bulk?.short ?? []).flatMap((change) => timesPlain(change) ?? [])),
  },
  {
    work: "import of 100,000 links by the command",
    unit: "ms",
    bounds: { sqlite: { max: 5_000 } },
    measured: ({ imports }) => imports?.ms.triptych,
  },
  rate("GET one product", "product", "pocketbase", 6),
  rate("GET the first page of 100 products", "page", "pocketbase", 30),
  rate("POST a product", "post-product", "pocketbase", 3.5),
  rate("GET one product", "product", "express", 4),
  rate("GET the first page of 100 products", "page", "express", 4),
  rate("GET the first page of 100, unchanged (304)", "if-none-match", "express", 4),
  rate("POST a product, durable", "post-product", "express", 4),
  rate("GET the caller's 100 collections", "collections-100", "express", 4),
];

/** A minimum of Triptych's rate divided by that of another system. Without `postgres`, SQLite only. */
function rate(
  work: string,
  workload: string,
  other: Exclude<Other, "before">,
  sqlite: number,
  postgres?: number,
): Target {
  return {
    work,
    unit: { limit: "× limit", express: "× Express", pocketbase: "× PocketBase" }[other],
    bounds: { sqlite: { min: sqlite }, ...(postgres !== undefined && { postgres: { min: postgres } }) },
    measured: ({ workloads }) => workloads[workload]?.ratios[other],
  };
}

/** The most milliseconds of a change of 9,500 items with 1 kB of text. */
function bulk(change: string, sqlite: number, postgres: number): Target {
  return {
    work: `${change}, 9,500 items of 1 kB`,
    unit: "ms",
    bounds: { sqlite: { max: sqlite }, postgres: { max: postgres } },
    measured: ({ bulk }) => bulk?.long.find(({ name }) => name === change)?.ms.triptych,
  };
}

/** The time of a change divided by that of the same change of a plain table; undefined where there is none. */
function timesPlain({ ms: { triptych }, plain }: BulkResult): Spread | undefined {
  if (triptych === undefined || plain === undefined) return undefined;
  const { median, min, max } = triptych;
  return { median: round(median / plain), min: round(min / plain), max: round(max / plain) };
}

function greatest(spreads: readonly Spread[]): Spread | undefined {
  return spreads.toSorted((one, other) => other.median - one.median)[0];
}

function both(bound: Bound): Target["bounds"] {
  return { sqlite: bound, postgres: bound };
}

function toSpread(number: number | undefined): Spread | undefined {
  return number === undefined ? undefined : { median: number, min: number, max: number };
}

export function isMet(bound: Bound, { median }: Spread): boolean {
  return "min" in bound ? median >= bound.min : median <= bound.max;
}
