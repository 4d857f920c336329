import type { HandlerResponse } from "../response/representation.ts";
import type { Contract } from "./types.ts";

/** A handler as the binding calls it; its real types are those of `Handlers`. */
export type Handler = (call: object) => Promise<HandlerResponse>;

/** What must fit together before a contract is served. */
interface Fit {
  readonly contract: Contract;
  readonly handlers: readonly object[];
  readonly security: { readonly verifiers: object };
  readonly permissions?: object;
}

/** The method of a handler class that is named as the operation, bound to its object. */
export function handlerOf(handlers: readonly object[], operationId: string): Handler {
  const object = handlers.find((one) => methodsOf(one).includes(operationId));
  const method: unknown = object && Reflect.get(object, operationId);
  if (typeof method !== "function") throw new Error(`There is no handler for ${operationId}.`);
  return (call) => Reflect.apply(method, object, [call]);
}

/** Throws with one sentence per gap between a contract and what serves it. */
export function assertComplete({ contract, handlers, security, permissions = {} }: Fit): void {
  const operations = contract.operations.map(({ id }) => id);
  const methods = handlers.flatMap(methodsOf);
  const schemes = contract.operations.flatMap((operation) => operation.schemes);
  const gaps = [
    sentence(missing(operations, methods), "has no handler for the operations"),
    sentence(missing(methods, operations), "has no operation for the handlers"),
    sentence(missing(Object.keys(permissions), operations), "has no operation for the permissions of"),
    ...missing(schemes, Object.keys(security.verifiers)).map((scheme) => {
      const secured = contract.operations.filter((operation) => operation.schemes.includes(scheme)).map(({ id }) => id);
      return `has no security handler for the scheme ${scheme} of ${secured.join(", ")}`;
    }),
  ].filter((gap) => gap !== "");
  if (gaps.length > 0) throw new Error(gaps.map((gap) => `The contract "${contract.name}" ${gap}.`).join(" "));
}

function missing(wanted: readonly string[], present: readonly string[]): string[] {
  return [...new Set(wanted)].filter((name) => !present.includes(name));
}

function sentence(names: readonly string[], gap: string): string {
  return names.length === 0 ? "" : `${gap} ${names.join(", ")}`;
}

/** The names of an object's own methods and of those of its classes, but not of what every object has. */
function methodsOf(handlers: object): string[] {
  const names: string[] = [];
  for (
    let level: object | null = handlers;
    level !== null && level !== Object.prototype;
    level = Object.getPrototypeOf(level)
  ) {
    names.push(...Object.getOwnPropertyNames(level));
  }
  return names.filter((name) => name !== "constructor" && typeof Reflect.get(handlers, name) === "function");
}
