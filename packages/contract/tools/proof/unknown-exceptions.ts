import type { Contract } from "../../src/contract.ts";
import type { Exception } from "./exceptions.ts";
import { rowsOf } from "./rows.ts";

/** What is wrong with exceptions: those that are no part of a contract, a sentence each. */
export function unknownExceptions(exceptions: readonly Exception[], contracts: readonly Contract[]): string[] {
  const known = new Set(
    contracts.flatMap((contract) =>
      rowsOf(contract, []).flatMap(({ operation, parts }) =>
        parts.map(({ kind, name }) => sentenceOf(contract.name, operation, `${kind} ${name}`)),
      ),
    ),
  );
  return exceptions
    .flatMap(({ contract, operations, parts }) =>
      operations.flatMap((operation) => parts.map((part) => sentenceOf(contract, operation, part))),
    )
    .filter((sentence) => !known.has(sentence));
}

function sentenceOf(contract: string, operation: string, part: string): string {
  return `The operation ${operation} of ${contract} has no part "${part}".`;
}
