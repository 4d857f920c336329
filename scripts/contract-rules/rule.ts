/** A part of a contract: whatever YAML may hold. */
export type Part = Readonly<Record<string, unknown>>;

/** What Redocly tells of the place that it visits. */
export interface Visit {
  readonly key: string | number;
  readonly report: (problem: { message: string }) => void;
  readonly resolve: (node: unknown) => { readonly node: unknown };
}

/** Looks at one part; says what to do instead where something is wrong. */
type Check = (part: Part, visit: Visit) => string | undefined;

/** A rule over every part of a kind. */
export function on(kind: string, check: Check) {
  return () => ({ [kind]: visitor(check) });
}

/** A rule over every schema that a body or an answer is made of, however deep. */
export function inside(kind: "RequestBody" | "Response", check: Check) {
  return on(kind, (part, visit) => firstComplaint(mapping(part, "content"), visit, check, []));
}

function firstComplaint(part: unknown, visit: Visit, check: Check, above: readonly unknown[]): string | undefined {
  const { node } = visit.resolve(part);
  if (typeof node !== "object" || node === null || above.includes(node)) return undefined;
  const complaint = check({ ...node }, visit);
  if (complaint !== undefined) return complaint;
  for (const child of Object.values(node)) {
    const below = firstComplaint(child, visit, check, [...above, node]);
    if (below !== undefined) return below;
  }
  return undefined;
}

function visitor(check: Check) {
  return (part: Part, visit: Visit) => {
    const complaint = check(part, visit);
    if (complaint !== undefined) visit.report({ message: complaint });
  };
}

/** A field of a part that is itself a mapping, with its reference resolved; empty where there is none. */
export function mapping(part: unknown, field: string, visit?: Visit): Part {
  const value: unknown = Reflect.get(Object(part), field);
  const resolved = visit === undefined ? value : visit.resolve(value).node;
  return typeof resolved === "object" && resolved !== null && !Array.isArray(resolved) ? { ...resolved } : {};
}
