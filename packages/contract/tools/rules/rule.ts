/** A YAML mapping in a contract. */
export type Mapping = Readonly<Record<string, unknown>>;

/** The part of Redocly's visitor context that the rules use. */
export interface Visit {
  readonly report: (problem: { message: string }) => void;
  /** Where the mapping is, such as `#/paths/~1dogs/get`. */
  readonly location: { readonly pointer: string };
  /** Follows a `$ref`; returns any other node itself. */
  readonly resolve: (node: unknown) => { readonly node: unknown };
}

/** What the configuration of Redocly says about a rule, besides its severity. */
export type Options = Readonly<Record<string, unknown>>;

/** Returns a message that says what to write instead, when the mapping breaks the rule. */
type Check = (mapping: Mapping, visit: Visit, options: Options) => string | undefined;

/** Requests that the server would send: it does not serve them, so no rule applies. */
const NOT_SERVED = /^#\/(?:webhooks|components\/callbacks|paths\/[^/]+\/[^/]+\/callbacks)\//;

/** Whether a mapping is part of what the server serves, unlike those of `webhooks` and `callbacks`. */
export function isServed({ location }: Visit): boolean {
  return !NOT_SERVED.test(location.pointer);
}

/** A rule for every node of a Redocly type, such as `Operation`, that is served. */
export function on(type: string, check: Check) {
  return (options: Options = {}) => ({
    [type](mapping: Mapping, visit: Visit) {
      if (!isServed(visit)) return;
      const message = check(mapping, visit, options);
      if (message !== undefined) visit.report({ message });
    },
  });
}

/**
 * A rule for every object, at any depth, in the `content` of request bodies or responses: schemas, and
 * what contains them. Reports the first violation in each `content`.
 */
export function inside(type: "RequestBody" | "Response", check: Check) {
  return on(type, (body, visit, options) =>
    firstMessage(mappingAt(body, "content"), visit, (mapping) => check(mapping, visit, options), []),
  );
}

function firstMessage(
  value: unknown,
  visit: Visit,
  check: (mapping: Mapping) => string | undefined,
  ancestors: readonly unknown[],
): string | undefined {
  const { node } = visit.resolve(value);
  if (typeof node !== "object" || node === null || ancestors.includes(node)) return undefined;
  const message = check({ ...node });
  if (message !== undefined) return message;
  for (const child of Object.values(node)) {
    const below = firstMessage(child, visit, check, [...ancestors, node]);
    if (below !== undefined) return below;
  }
  return undefined;
}

/** Whether a node of a document is an object, and no list. */
export function isMapping(value: unknown): value is Mapping {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The mapping in a field; an empty mapping if there is none. Follows a `$ref` if `visit` is given. */
export function mappingAt(parent: Mapping, field: string, visit?: Visit): Mapping {
  return toMapping(parent[field], visit);
}

/** The node as a mapping; an empty mapping if it is not one. Follows a `$ref` if `visit` is given. */
export function toMapping(node: unknown, visit?: Visit): Mapping {
  const resolved = visit === undefined ? node : visit.resolve(node).node;
  return isMapping(resolved) ? resolved : {};
}
