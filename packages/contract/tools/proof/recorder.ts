import { fileURLToPath } from "node:url";
import type { HandledRequest, Proof } from "../../src/response/conformance.ts";
import { type Part, partsProvedBy } from "./parts.ts";
import { save } from "./seen.ts";

/** Records what the tests of a process prove. `prove` and `observe` are options of the conformance check of a binding. */
export interface Recorder {
  /** Counts the parts that a response proves. */
  readonly prove: (proof: Proof) => void;
  /** Wraps the request of a handler; counts the parameters and body fields that the handler reads. */
  readonly observe: (handled: HandledRequest) => object;
  /**
   * Counts the effect of an input of an operation, such as `query limit` or `body /title`: a test has shown that another
   * value of it changes the response or what is stored.
   */
  readonly recordEffect: (contract: string, operation: string, input: string) => void;
}

/**
 * A recorder that saves what it counted when the process exits, for `contract proof`, in the folder `proof.records` of
 * the configuration. One for each process.
 */
export function createRecorder(folder: string | URL): Recorder {
  const counts = new Map<string, number>();
  process.once("exit", () => {
    const path = typeof folder === "string" ? folder : fileURLToPath(folder);
    if (counts.size > 0)
      save(
        path,
        [...counts].map(([key, count]) => ({ ...JSON.parse(key), count })),
      );
  });

  function record(contract: string, operation: string, { kind, name }: Part): void {
    const key = JSON.stringify({ contract, operation, kind, name });
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }

  return {
    prove(proof) {
      const names = new Map(partsProvedBy(proof).map((part) => [`${part.kind} ${part.name}`, part]));
      for (const part of names.values()) record(proof.contract, proof.operation, part);
    },
    observe: ({ contract, operation, request }) =>
      observed(request, (name) => record(contract, operation, { kind: "read", name })),
    recordEffect: (contract, operation, name) => record(contract, operation, { kind: "effect", name }),
  };
}

/** Wraps the request of a handler; calls `onRead` with each parameter and body field that is read. */
function observed(request: object, onRead: (name: string) => void): object {
  return new Proxy(request, {
    get(target, name) {
      // The getters of the request have private fields, which a proxy does not have.
      const value: unknown = Reflect.get(target, name, target);
      if (name === "params") return watched(value, (path) => onRead(`path ${path.slice(1)}`));
      if (name === "query") return watched(value, (path) => onRead(`query ${path.slice(1)}`));
      if (name === "body") return watched(value, (path) => onRead(`body ${path}`));
      return value;
    },
  });
}

/** Calls `onRead` with the path of each field that is read, such as `/items[]/link`. */
function watched(value: unknown, onRead: (path: string) => void, path = ""): unknown {
  if (Buffer.isBuffer(value) || typeof value !== "object" || value === null) return value;
  return new Proxy(value, {
    get(target, name, receiver) {
      const field: unknown = Reflect.get(target, name, receiver);
      if (typeof name === "symbol" || typeof field === "function") return field;
      if (Array.isArray(target)) return /^\d+$/.test(name) ? watched(field, onRead, `${path}[]`) : field;
      onRead(`${path}/${name}`);
      return watched(field, onRead, `${path}/${name}`);
    },
  });
}
