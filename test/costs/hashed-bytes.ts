import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

let bytes = 0;

/** How many bytes this process has hashed since this module was loaded, including those of HMAC signatures. */
export function hashedBytes(): number {
  return bytes;
}

function count(data: unknown): void {
  if (typeof data === "string") bytes += Buffer.byteLength(data);
  else if (ArrayBuffer.isView(data)) bytes += data.byteLength;
}

/** Makes a method count the bytes that it hashes; `position` is the index of the parameter that holds them. */
function instrument<Name extends string>(owner: { [key in Name]: unknown }, name: Name, position: number): void {
  const original = owner[name];
  if (typeof original !== "function") throw new Error(`node:crypto has no ${name}: count hashed bytes in another way.`);
  const counting = function (this: unknown, ...parameters: unknown[]): unknown {
    count(parameters[position]);
    return original.apply(this, parameters);
  };
  Object.defineProperty(owner, name, { value: counting, configurable: true, writable: true, enumerable: true });
}

instrument(crypto, "hash", 1);
instrument(crypto.Hash.prototype, "update", 0);
instrument(crypto.Hmac.prototype, "update", 0);
syncBuiltinESMExports();
