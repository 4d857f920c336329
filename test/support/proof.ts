import type { HandledRequest, Proof } from "#contract/response/conformance";
import { type Part, partsProvedBy } from "../../scripts/proof/parts.ts";
import { save } from "../../scripts/proof/seen.ts";

// What this process has proved for `npm run proof`. It is saved when the process exits.

const counts = new Map<string, number>();

process.once("exit", () => {
  if (counts.size > 0) save([...counts].map(([key, count]) => ({ ...JSON.parse(key), count })));
});

/** Counts a part of an operation as proved. */
export function recordPart(contract: string, operation: string, { kind, name }: Part): void {
  const key = JSON.stringify({ contract, operation, kind, name });
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** Counts the parts that a response proves. */
export function recordProof(proof: Proof): void {
  const names = new Map(partsProvedBy(proof).map((part) => [`${part.kind} ${part.name}`, part]));
  for (const part of names.values()) recordPart(proof.contract, proof.operation, part);
}

/** Wraps the request of a handler; counts the parameters and body fields that the handler reads. */
export function recordReads({ contract, operation, request }: HandledRequest): object {
  const record = (name: string) => recordPart(contract, operation, { kind: "read", name });
  return new Proxy(request, {
    get(target, name) {
      // The getters of the request have private fields, which a proxy does not have.
      const value: unknown = Reflect.get(target, name, target);
      if (name === "params") return watched(value, (path) => record(`path ${path.slice(1)}`));
      if (name === "query") return watched(value, (path) => record(`query ${path.slice(1)}`));
      if (name === "body") return watched(value, (path) => record(`body ${path}`));
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
