/** How much data the systems are measured with. */
export interface Size {
  readonly products: number;
  /** Root collections of the account that has many. */
  readonly collections: number;
  /** Items of one collection. */
  readonly items: number;
  readonly accounts: number;
}

/** What the figures are told of. */
export const FULL: Size = { products: 100_000, collections: 10_000, items: 50_000, accounts: 1_000_000 };

/** What is enough to see that every system answers. */
export const SMALL: Size = { products: 1_000, collections: 200, items: 2_000, accounts: 2_000 };
