/** A kind of changes of a release that oasdiff calls breaking, and that breaks no client. */
interface Exception {
  readonly contract: string;
  readonly version: string;
  /** As oasdiff names its check. */
  readonly id: string;
  readonly reason: string;
}

const FIRST_BOUND = "It bounds a type of values that the field did not accept before, such as numbers beside texts.";

/** Each was looked at when its version was released. contract.config.json and the contract package have their rules. */
export const EXCEPTIONS: readonly Exception[] = [
  { contract: "collections", version: "1.1.0", id: "request-property-max-length-set", reason: FIRST_BOUND },
  { contract: "collections", version: "1.1.0", id: "request-property-max-set", reason: FIRST_BOUND },
  { contract: "collections", version: "1.1.0", id: "request-property-min-set", reason: FIRST_BOUND },
  { contract: "collections", version: "1.1.0", id: "request-property-pattern-added", reason: FIRST_BOUND },
  {
    contract: "collections",
    version: "1.1.0",
    id: "request-property-pattern-changed",
    reason: "The new pattern matches every text that the one before matched.",
  },
  {
    contract: "collections",
    version: "1.1.0",
    id: "api-security-scope-added",
    reason: "Credentials without scopes, as all were before, may call every operation.",
  },
];
