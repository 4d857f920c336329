import type { Contract, Operation } from "../../src/http/contract/types.ts";

/** A request as a contract describes it. */
export interface ExampleRequest {
  readonly method: string;
  /** With the base path and a query. */
  readonly path: string;
  /** The same with parameters that are not as described: those in the path, or else the first of the query. */
  readonly wrongPath: string;
  /** Undefined where there is none, and where it is no JSON. */
  readonly body: unknown;
}

/** A request to an operation, made of the examples in its contract; `values` stand for those of parameters in the path. */
export function exampleOf(
  { basePath, document }: Contract,
  { id, method, path }: Operation,
  values: Readonly<Record<string, string>> = {},
): ExampleRequest {
  const described = at(document.paths, path, method.toLowerCase());
  const listed: unknown[] = Object(at(described, "parameters") ?? []);
  const parameters = listed.map((parameter) => resolve(document, parameter));
  const examples = new Map(parameters.map((parameter) => [at(parameter, "name"), firstExample(document, parameter)]));
  const filled = path.replace(/\{(\w+)\}/g, (_braces, name) => {
    const value = values[name] ?? examples.get(name);
    if (value === undefined) throw new Error(`The parameter ${name} of ${id} has no example.`);
    return String(value);
  });
  const inQuery = parameters
    .filter((parameter) => at(parameter, "in") === "query")
    .map((parameter) => String(at(parameter, "name")));
  const query = new URLSearchParams();
  for (const name of inQuery) if (examples.get(name) !== undefined) query.append(name, String(examples.get(name)));
  return {
    method,
    path: `${basePath}${filled}${query.size > 0 ? "?" : ""}${query}`,
    wrongPath: path.includes("{") ? basePath + path.replace(/\{\w+\}/g, "!") : `${basePath}${path}?${inQuery[0]}=!`,
    body: firstExample(document, at(described, "requestBody", "content", "application/json")),
  };
}

function firstExample(document: unknown, described: unknown): unknown {
  const [example] = Object.values(Object(at(described, "examples")));
  return at(resolve(document, example), "value");
}

/** What a reference points at; what is none, as it is. */
function resolve(document: unknown, value: unknown): unknown {
  const reference = at(value, "$ref");
  return reference === undefined ? value : at(document, ...String(reference).split("/").slice(1));
}

function at(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce((found, name) => Reflect.get(Object(found), name), value);
}
