import type { Contract, Operation } from "#contract/contract";
import { isRecord } from "#contract/record";

/** A request built from the examples of a contract. */
export interface ExampleRequest {
  readonly method: string;
  /** Includes the base path and the query. */
  readonly path: string;
  /**
   * The path with NUL, which no text may contain, as the value of each path parameter. If there are none, without the
   * required query parameters, or with `!` as the value of the first query parameter, or with an unknown one.
   */
  readonly invalidPath: string;
  /** Undefined when the operation takes no JSON body. */
  readonly body: unknown;
}

/**
 * Builds a request to an operation from the examples of its contract. `values`, by name, replace
 * the examples of path parameters.
 */
export function exampleOf(
  { basePath, document }: Contract,
  { id, method, path }: Operation,
  values: Readonly<Record<string, string>> = {},
): ExampleRequest {
  const operation = at(document.paths, path, method.toLowerCase());
  const listed = at(operation, "parameters") ?? [];
  if (!Array.isArray(listed)) throw new Error(`The parameters of ${id} are not a list.`);
  const parameters = listed.map((parameter) => resolve(document, parameter));
  const examples = new Map(parameters.map((parameter) => [at(parameter, "name"), firstExample(document, parameter)]));
  const filledPath = path.replace(/\{(\w+)\}/g, (_braces, name) => {
    const value = values[name] ?? examples.get(name);
    if (value === undefined) throw new Error(`The parameter ${name} of ${id} has no example.`);
    return String(value);
  });
  const queryNames = parameters
    .filter((parameter) => at(parameter, "in") === "query")
    .map((parameter) => String(at(parameter, "name")));
  const query = new URLSearchParams();
  for (const name of queryNames) if (examples.get(name) !== undefined) query.append(name, String(examples.get(name)));
  const isRequired = parameters.some(
    (parameter) => at(parameter, "in") === "query" && at(parameter, "required") === true,
  );
  const invalidQuery = isRequired ? "" : `?${queryNames[0]}=!`;
  return {
    method,
    path: `${basePath}${filledPath}${query.size > 0 ? "?" : ""}${query}`,
    invalidPath: path.includes("{") ? basePath + path.replace(/\{\w+\}/g, "%00") : `${basePath}${path}${invalidQuery}`,
    body: firstExample(document, at(operation, "requestBody", "content", "application/json")),
  };
}

/** The first of the `examples` of a parameter or media type. */
function firstExample(document: unknown, owner: unknown): unknown {
  const [example] = Object.values(at(owner, "examples") ?? {});
  return at(resolve(document, example), "value");
}

/** Follows a reference; returns any other value itself. */
function resolve(document: unknown, value: unknown): unknown {
  const reference = at(value, "$ref");
  return reference === undefined ? value : at(document, ...String(reference).split("/").slice(1));
}

/** The value at a path of field names; undefined where one is missing. */
function at(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce((found, name) => (isRecord(found) ? found[name] : undefined), value);
}
