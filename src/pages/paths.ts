import type { Contract } from "../http/contract/types.ts";

/** The page that lists all operations. */
export const REFERENCE = "/docs";

export const QUICKSTART = "/docs/quickstart";

/** The page with the coverage of the contracts by tests. */
export const PROOF = "/docs/proof";

/** The page that describes a contract. */
export function referenceOf({ name }: Contract): string {
  return `${REFERENCE}/${encodeURIComponent(name)}`;
}
