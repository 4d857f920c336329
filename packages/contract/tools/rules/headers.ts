import { isServed, type Mapping, mappingAt, type Options, toMapping, type Visit } from "./rule.ts";
import { listOf, type Shared, type Traits, traitsOf } from "./statuses.ts";

/** What the server sends with a status, and why. */
type Field = readonly [
  status: RegExp,
  name: string,
  why: string,
  sends: (traits: Traits & { readonly challenges: boolean }) => boolean,
];

const FIELDS: readonly Field[] = [
  [/^2/, "Idempotent-Replayed", "a request with the same Idempotency-Key is repeated", ({ takesKey }) => takesKey],
  [/^304$/, "ETag", "it is the tag of the 200", ({ hasEtag }) => hasEtag],
  [/^401$/, "WWW-Authenticate", "the credential is a token or a password", ({ challenges }) => challenges],
  [/^409$/, "Retry-After", "a request with the same Idempotency-Key is in progress", ({ takesKey }) => takesKey],
  [/^429$/, "Retry-After", "a limit says when to try again", () => true],
  [/^503$/, "Retry-After", "the server is busy", () => true],
];

/** What the server sends to requests that match no operation. */
const OUTSIDE: readonly Field[] = [
  [/^405$/, "Allow", "it has the methods of the path", () => true],
  ...FIELDS.filter(([status]) => status.test("429") || status.test("503")),
];

const NONE: Shared = { security: undefined, parameters: undefined };

const noVisit: Visit = { report() {}, location: { pointer: "" }, resolve: (node) => ({ node }) };
const NO_TRAITS = { ...traitsOf("get", {}, noVisit, NONE), challenges: false };

/**
 * Each response lists the header fields that the server itself sends with it. The option `always` has those of all
 * responses, such as the three of a `CallerLimit`.
 */
function listedHeaders({ always }: Options = {}) {
  let shared = NONE;
  let challenges = false;
  const all = listOf(always).map(
    (name): Field => [/./, String(name), "every response has it, says redocly.yaml", () => true],
  );
  return {
    Root(root: Mapping, visit: Visit) {
      shared = { security: root.security, parameters: undefined };
      const schemes = Object.values(mappingAt(mappingAt(root, "components"), "securitySchemes"));
      challenges = schemes.some((scheme) => toMapping(scheme, visit).type !== "apiKey");
      const outside = mappingAt(mappingAt(root, "x-outside-operations"), "responses");
      report(missingIn(outside, [...all, ...OUTSIDE], NO_TRAITS, visit), visit);
    },
    PathItem(item: Mapping) {
      shared = { ...shared, parameters: item.parameters };
    },
    Operation(operation: Mapping, visit: Visit & { readonly key: string | number }) {
      if (!isServed(visit)) return;
      const traits = traitsOf(String(visit.key), operation, visit, shared);
      const sent = { ...traits, challenges: challenges && traits.isSecured };
      report(missingIn(mappingAt(operation, "responses"), [...all, ...FIELDS], sent, visit), visit);
    },
  };
}

function missingIn(
  responses: Mapping,
  fields: readonly Field[],
  traits: Traits & { readonly challenges: boolean },
  visit: Visit,
): string[] {
  return Object.entries(responses).flatMap(([status, response]) => {
    const listed = Object.keys(mappingAt(toMapping(response, visit), "headers")).map((name) => name.toLowerCase());
    return fields
      .filter(([of, name, , sends]) => of.test(status) && !listed.includes(name.toLowerCase()) && sends(traits))
      .map(([, name, why]) => `${name} of ${status} (${why})`);
  });
}

function report(missing: readonly string[], visit: Visit): void {
  if (missing.length === 0) return;
  visit.report({ message: `The server sends these header fields too; add them to "headers": ${missing.join(", ")}.` });
}

export const headerRules = { "listed-headers": listedHeaders };
