import type { Contract, Operation } from "../../src/http/contract/types.ts";
import type { Change } from "./change.ts";

/** The ways to show who one is that an operation no longer takes. oasdiff does not look at them. */
export function lostCredentials(before: Contract, after: Contract): Change[] {
  return before.operations.flatMap((operation) => {
    const successor = after.operations.find(
      ({ method, path }) => method === operation.method && path === operation.path,
    );
    if (successor === undefined) return [];
    const taken = credentialsOf(after, successor);
    return credentialsOf(before, operation)
      .filter((credential) => !taken.includes(credential))
      .map((credential) => ({
        severity: "breaking" as const,
        place: `${operation.method} ${before.basePath}${operation.path}`,
        text: `no longer lets in callers ${credential}`,
      }));
  });
}

/** The ways to be let in, each of which will do. */
function credentialsOf({ schemes }: Contract, operation: Operation): string[] {
  const ways = operation.schemes.map((name) => {
    const scheme = schemes[name];
    return scheme?.type === "apiKey" ? `with a key in the header ${scheme.name}` : `with a ${scheme?.scheme} token`;
  });
  return operation.anonymous ? [...ways, "without a credential"] : ways;
}
