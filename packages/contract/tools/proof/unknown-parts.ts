import type { Contract, Operation } from "../../src/contract.ts";
import { isRecord } from "../../src/record.ts";
import type { Exception } from "./exceptions.ts";
import { inputsOf } from "./inputs.ts";
import { rowsOf } from "./rows.ts";
import type { SeenPart } from "./seen.ts";

/**
 * What is wrong with recorded effects: those of something that no contract has, a sentence or two each. Unlike other
 * records, which may have more than needs proof, such as fields that a handler finds in free objects, they are named by
 * hand.
 */
export function unknownEffects(records: readonly SeenPart[], contracts: readonly Contract[]): string[] {
  const problems = records.flatMap(({ contract, operation, kind, name }) => {
    const problem = kind === "effect" ? problemOf({ contract, operation, name }, contracts) : undefined;
    const call = [contract, operation, name].map((text) => JSON.stringify(text)).join(", ");
    return problem === undefined ? [] : [`recordEffect(${call}): ${problem}`];
  });
  return [...new Set(problems)].sort();
}

function problemOf(
  { contract, operation, name }: Pick<SeenPart, "contract" | "operation" | "name">,
  contracts: readonly Contract[],
): string | undefined {
  const found = contracts.find((one) => one.name === contract);
  if (found === undefined) return `There is no contract ${contract}. ${choice(contracts.map(({ name }) => name))}`;
  const known = found.operations.find(({ id }) => id === operation);
  if (known === undefined) {
    return `${contract} has no operation ${operation}. ${choice(found.operations.map(({ id }) => id))}`;
  }
  const inputs = inputsOf(known);
  if (inputs.includes(name) || unprovedInputsOf(known).includes(name)) return undefined;
  return `${operation} has no such parameter or field. ${choice(inputs)}`;
}

/** What has to be written instead. */
function choice(names: readonly string[]): string {
  return names.length === 0 ? "It has none." : `It is one of: ${names.join(", ")}.`;
}

/** Body fields whose effects may be recorded, although they need no proof: those of forms and of combined schemas. */
function unprovedInputsOf({ form, fileField, bodySchema }: Operation): string[] {
  const file = fileField === undefined ? [] : [`body /${fileField}`];
  return [...file, ...[form?.fields, bodySchema].flatMap((schema) => pathsIn(schema, "body "))];
}

function pathsIn(schema: unknown, path: string): string[] {
  if (!isRecord(schema)) return [];
  const { properties, items, allOf, anyOf, oneOf } = schema;
  const fields = Object.entries(isRecord(properties) ? properties : {}).flatMap(([name, field]) => {
    const below = `${path}/${name}`;
    return [below, ...pathsIn(field, below)];
  });
  const combined = [allOf, anyOf, oneOf].filter(Array.isArray).flat();
  return [...fields, ...pathsIn(items, `${path}[]`), ...combined.flatMap((one) => pathsIn(one, path))];
}

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
