import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

let bytes = 0;

/** How many bytes this process has hashed since this module was loaded, signatures of login tokens among them. */
export function hashedBytes(): number {
  return bytes;
}

function count(data: unknown): void {
  if (typeof data === "string") bytes += Buffer.byteLength(data);
  else if (ArrayBuffer.isView(data)) bytes += data.byteLength;
}

/** Lets a function of an object count what it is given, before it does its work; `position` is that of the data among its parameters. */
function watch(object: object, name: string, position: number): void {
  const original: unknown = Reflect.get(object, name);
  if (typeof original !== "function")
    throw new Error(`node:crypto has no ${name}: count what is hashed in another way.`);
  const watched = function (this: unknown, ...parameters: unknown[]): unknown {
    count(parameters[position]);
    return Reflect.apply(original, this, parameters);
  };
  Object.defineProperty(object, name, { value: watched, configurable: true, writable: true, enumerable: true });
}

watch(crypto, "hash", 1);
watch(crypto.Hash.prototype, "update", 0);
watch(crypto.Hmac.prototype, "update", 0);
syncBuiltinESMExports();
