/** Maximum existing products that one account created, and the name of the constraint. */
export const PRODUCT_QUOTA = { max: 1_000_000, constraint: "product_counts_quota" } as const;
