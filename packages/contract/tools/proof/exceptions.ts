import { KINDS, type Part } from "./parts.ts";

/** Parts that no test can prove yet, for one reason. Each of the operations has all of them. */
export interface Exception {
  /** The name of the contract. */
  readonly contract: string;
  /** The operationIds, or `outside` for requests that match no operation. */
  readonly operations: readonly string[];
  /** The kind and the name of each part, such as `field 200 /items[]/file present`. */
  readonly parts: readonly string[];
  readonly reason: string;
}

/** The parts of an exception. */
export function exceptedParts({ parts }: Pick<Exception, "parts">): Part[] {
  return parts.map((part) => {
    const kind = KINDS.find((kind) => part.startsWith(`${kind} `)) ?? "status";
    return { kind, name: part.slice(kind.length + 1) };
  });
}
