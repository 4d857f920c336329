import type { Part } from "./parts.ts";

/** A part that no test can prove yet. */
export interface Exception extends Part {
  /** The name of the contract. */
  readonly contract: string;
  /** The operationIds. */
  readonly operations: readonly string[];
  readonly reason: string;
}

/** The list may only become shorter: `npm run proof` fails if a test proves one of these parts. */
export const EXCEPTIONS: readonly Exception[] = [];

/** Whether a part of an operation is an exception. */
export function isException(contract: string, operation: string, { kind, name }: Part): boolean {
  return EXCEPTIONS.some(
    (exception) =>
      exception.contract === contract &&
      exception.operations.includes(operation) &&
      exception.kind === kind &&
      exception.name === name,
  );
}
