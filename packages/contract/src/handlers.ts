import type { Contract, Operation } from "./contract.ts";
import { acceptsKey } from "./request/idempotency.ts";
import type { HandlerResponse } from "./response/serialized-response.ts";

/** A handler as routes call it. Its exact types are those of `Handlers`. */
export type Handler = (request: object) => Promise<HandlerResponse>;

/** The parts of an implementation that must match its contract. */
interface Implementation {
  readonly contract: Contract;
  readonly handlers: readonly object[];
  readonly security: { readonly verifiers: object; readonly scopes?: { readonly names: readonly string[] } };
  readonly permissions?: object;
  readonly accountIdOf?: unknown;
  readonly callerLimit?: unknown;
  readonly uploads?: unknown;
  readonly idempotentRequests?: unknown;
  readonly largeBodies?: unknown;
}

/** The handler of an operation: the method with its name, bound to its object. */
export function handlerOf(handlers: readonly object[], operationId: string): Handler {
  const object = handlers.find((one) => levelsOf(one).some((level) => Object.hasOwn(level, operationId)));
  // A cast: the compiler has checked the method's type, because the class implements `Handlers`.
  const method = (object as Record<string, Handler> | undefined)?.[operationId];
  if (method === undefined) throw new Error(`There is no handler for ${operationId}.`);
  return method.bind(object);
}

/** Throws one error that lists all mismatches, such as operations without a handler, and missing options. */
export function assertComplete(implementation: Implementation): void {
  const { contract, handlers, security, permissions = {} } = implementation;
  const operations = contract.operations.map(({ id }) => id);
  const schemes = contract.operations.flatMap((operation) => operation.schemes);
  const scopes = contract.operations.flatMap((operation) => operation.scopes);
  const problems = [
    ...handlerProblems(contract, handlers),
    problem("has no operation for the permissions of", missing(Object.keys(permissions), operations)),
    ...missing(schemes, Object.keys(security.verifiers)).map((scheme) => {
      const secured = contract.operations.filter((operation) => operation.schemes.includes(scheme)).map(({ id }) => id);
      return problem(`has no security handler for the scheme ${scheme} of`, secured);
    }),
    ...optionProblems(implementation),
    problem("requires scopes that are not in `security.scopes`:", missing(scopes, security.scopes?.names ?? [])),
  ];
  throwIfAny(contract, problems);
}

/** The options that operations need and that are missing. */
function optionProblems(implementation: Implementation): string[] {
  const { contract, callerLimit } = implementation;
  const { operations } = contract;
  const secured = operations.filter(({ schemes }) => schemes.length > 0);
  const needed: readonly [option: keyof Implementation, why: string, operations: readonly Operation[]][] = [
    // Otherwise all callers would share their keys, and get each other's responses.
    ["accountIdOf", ", because callers have an Idempotency-Key in", secured.filter(acceptsKey)],
    // Otherwise all callers would share one allowance.
    [
      "accountIdOf",
      " for its `callerLimit`, because callers have a credential in",
      callerLimit === undefined ? [] : secured,
    ],
    ["uploads", ", because of the file in", operations.filter(({ form }) => form !== undefined)],
    ["idempotentRequests", ", because requests may have an Idempotency-Key in", operations.filter(acceptsKey)],
    ["largeBodies", ", because of x-large-body in", operations.filter(({ largeBody }) => largeBody !== undefined)],
  ];
  return needed
    .filter(([option]) => implementation[option] === undefined)
    .map(([option, why, ofOption]) =>
      problem(
        `needs the service's \`${option}\`${why}`,
        ofOption.map(({ id }) => id),
      ),
    );
}

/**
 * Throws one error that lists the operations without a handler, and the handlers without an operation. `handlers` may
 * be prototypes of classes, so that a server can check them before it opens what their objects need.
 */
export function assertHandlers(contract: Contract, handlers: readonly object[]): void {
  throwIfAny(contract, handlerProblems(contract, handlers));
}

function handlerProblems(contract: Contract, handlers: readonly object[]): string[] {
  const operations = contract.operations.map(({ id }) => id);
  const methods = handlers.flatMap(methodsOf);
  return [
    problem("has no handler for the operations", missing(operations, methods)),
    problem("has no operation for the handlers (make other methods #private)", missing(methods, operations)),
  ];
}

/** Empty texts are no problems. */
function throwIfAny({ name }: Contract, texts: readonly string[]): void {
  const problems = texts.filter((text) => text !== "");
  if (problems.length > 0) throw new Error(problems.map((text) => `The contract "${name}" ${text}.`).join(" "));
}

function missing(required: readonly string[], present: readonly string[]): string[] {
  return [...new Set(required)].filter((name) => !present.includes(name));
}

function problem(text: string, names: readonly string[]): string {
  return names.length === 0 ? "" : `${text} ${names.join(", ")}`;
}

/** The names of an object's methods, inherited ones included, except for those of `Object`. */
function methodsOf(handlers: object): string[] {
  const names = levelsOf(handlers).flatMap(Object.getOwnPropertyNames);
  // A cast, because any name may be read from an object; the type of each value is checked.
  const fields = handlers as Record<string, unknown>;
  return names.filter((name) => name !== "constructor" && typeof fields[name] === "function");
}

/** An object and its prototypes, except for that of all objects. */
function levelsOf(object: object): object[] {
  const levels: object[] = [];
  for (let level = object; level !== null && level !== Object.prototype; level = Object.getPrototypeOf(level))
    levels.push(level);
  return levels;
}
