import type { Contract, Operation, OperationObject } from "#contract/contract";
import { propertiesOf } from "#contract/form";

/** An argument of an SDK method, before the options. */
interface Argument {
  readonly name: string;
  readonly isOptional: boolean;
}

/** Words of JavaScript, which can't be names of arguments. */
const RESERVED = ["import"];

/** Fields of forms that mean the same as another one. */
const ALIASES = ["collectionId"];

/** The arguments of the method of an operation: the ids in the path, the body or file, the query. */
export function argumentsOf({ parameters, bodySchema, bodyRequired, fileField, form }: Operation): Argument[] {
  const ids = parameters.filter((parameter) => parameter.in === "path").map(({ name }) => required(name));
  const file = fileField === undefined ? [] : [required(RESERVED.includes(fileField) ? "file" : fileField)];
  const body = bodySchema === undefined ? [] : [{ name: "body", isOptional: !bodyRequired }];
  const query = hasQuery({ parameters }) ? [{ name: "query", isOptional: !requiresQuery({ parameters }) }] : [];
  const needed = new Set(Array.isArray(form?.fields.required) ? form.fields.required : []);
  const fields = propertiesOf(form?.fields)
    .filter(([name]) => !ALIASES.includes(name))
    .map(([name]) => ({ name, isOptional: !needed.has(name) }));
  return [...ids, ...file, ...fields, ...body, ...query];
}

/** Whether the operation has query parameters. */
export function hasQuery({ parameters }: Pick<Operation, "parameters">): boolean {
  return parameters.some((parameter) => parameter.in === "query");
}

/** Whether the operation has a query parameter that callers can't leave out. */
export function requiresQuery({ parameters }: Pick<Operation, "parameters">): boolean {
  return parameters.some((parameter) => parameter.in === "query" && parameter.required === true);
}

/** Replaces the text between the markers of a contract, `<!-- methods of <contract> -->`, by the list of its methods. */
export function writeMethods(readme: string, { name, document, operations }: Contract): string {
  const [start, end] = [`<!-- methods of ${name} -->`, `<!-- end of methods of ${name} -->`];
  const [before, after] = [readme.indexOf(start), readme.indexOf(end)];
  if (before < 0 || after < before)
    throw new Error(
      `packages/sdk/README.md has no lines ${start} and ${end}. Add them where the table of its methods shall be.`,
    );
  const summaries = new Map(
    Object.values(document.paths).flatMap((path) =>
      Object.values(path).map((operation) => [operation.operationId, summaryOf(operation)]),
    ),
  );
  const rows = operations.map((operation) => `| \`${signatureOf(operation)}\` | ${summaries.get(operation.id)} |\n`);
  const table = `| Method | What it does |\n|---|---|\n${rows.join("")}`;
  return `${readme.slice(0, before + start.length)}\n${table}${readme.slice(after)}`;
}

function signatureOf(operation: Operation): string {
  const names = argumentsOf(operation).map(({ name, isOptional }) => (isOptional ? `${name}?` : name));
  return `${operation.id}(${names.join(", ")})`;
}

function summaryOf({ operationId, summary }: OperationObject): string {
  if (summary === undefined) throw new Error(`The operation ${operationId} has no summary.`);
  return summary;
}

function required(name: string): Argument {
  return { name, isOptional: false };
}
