import { COLLECTION_WORKS } from "./collections.ts";
import { PRODUCT_WORKS } from "./products.ts";
import { USER_WORKS } from "./users.ts";
import type { Work } from "./work.ts";

/** Everything that the systems are measured at. */
export const WORKS: readonly Work[] = [...PRODUCT_WORKS, ...COLLECTION_WORKS, ...USER_WORKS];
