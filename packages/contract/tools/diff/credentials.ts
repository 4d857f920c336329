import type { Contract, Operation } from "../../src/contract.ts";
import type { Change } from "./change.ts";

/** A change for each credential that an operation no longer accepts. oasdiff does not compare these. */
export function lostCredentials(before: Contract, after: Contract): Change[] {
  return before.operations.flatMap((operation) => {
    const successor = after.operations.find(
      ({ method, path }) => method === operation.method && path === operation.path,
    );
    if (successor === undefined) return [];
    const accepted = credentialsOf(after, successor);
    return credentialsOf(before, operation)
      .filter((credential) => !accepted.includes(credential))
      .map((credential) => ({
        id: "credential-removed",
        severity: "breaking" as const,
        place: `${operation.method} ${before.basePath}${operation.path}`,
        text: `no longer accepts ${credential}`,
      }));
  });
}

/** The alternative credentials of an operation. */
function credentialsOf({ schemes }: Contract, operation: Operation): string[] {
  const credentials = operation.schemes.map((name) => {
    const scheme = schemes[name];
    return scheme?.type === "apiKey" ? `a key in the header ${scheme.name}` : `a ${scheme?.scheme} token`;
  });
  return operation.anonymous ? [...credentials, "requests without a credential"] : credentials;
}
