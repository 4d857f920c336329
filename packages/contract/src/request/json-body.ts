import { isUtf8 } from "node:buffer";
import { Failure } from "../failure.ts";

/**
 * Maximum number of objects, arrays and strings, field names included, and of commas, which stand for
 * numbers. `JSON.parse` takes up to 15 ms for 30,000 strings; the 500,000 values that fit into 1 MiB
 * would block the event loop for 100 ms.
 */
const MAX_VALUES = 30_000;

const [QUOTE, BACKSLASH, BRACE, BRACKET, COMMA] = [0x22, 0x5c, 0x7b, 0x5b, 0x2c];

/** Parses JSON text in UTF-8 (RFC 8259). Throws `invalid`, also beyond `MAX_VALUES`. */
export function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new Failure("invalid", "The body is not valid UTF-8.", { reason: "body-not-utf-8" });
  if (hasTooManyValues(bytes)) {
    const limit = MAX_VALUES.toLocaleString("en");
    throw new Failure("invalid", `The body has more than ${limit} values and field names.`, {
      reason: "body-too-many-values",
      values: { limit },
    });
  }
  const text = withoutByteOrderMark(bytes.toString("utf8"));
  const value = readJson(text);
  if (/\\u[dD][89a-fA-F]/.test(text) && hasUnpairedSurrogate(text)) {
    throw new Failure("invalid", "The body contains an unpaired surrogate, which is not valid Unicode.", {
      reason: "body-not-unicode",
    });
  }
  return value;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Failure("invalid", "The body is not valid JSON.", { reason: "body-not-parsed", cause });
  }
}

function withoutByteOrderMark(text: string): string {
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
}

/** Counts without parsing. Not needed for short bodies, because each value takes at least a byte. */
function hasTooManyValues(bytes: Buffer): boolean {
  if (bytes.length <= MAX_VALUES) return false;
  let values = 0;
  let commas = 0;
  let isInString = false;
  for (let index = 0; index < bytes.length && values <= MAX_VALUES && commas <= MAX_VALUES; index++) {
    const byte = bytes[index];
    if (byte === QUOTE) {
      isInString = !isInString;
      if (isInString) values += 1;
    } else if (isInString) {
      if (byte === BACKSLASH) index += 1;
    } else if (byte === COMMA) commas += 1;
    else if (byte === BRACE || byte === BRACKET) values += 1;
  }
  return values > MAX_VALUES || commas > MAX_VALUES;
}

/** Whether valid JSON text escapes half of a surrogate pair, as in `"\ud83d"`. */
function hasUnpairedSurrogate(text: string): boolean {
  for (let index = text.indexOf("\\"); index !== -1; index = text.indexOf("\\", index)) {
    const half = surrogateAt(text, index);
    if (half === undefined) index += 2;
    else if (half === "high" && surrogateAt(text, index + 6) === "low") index += 12;
    else return true;
  }
  return false;
}

/** The half of a surrogate pair that is escaped at an index: `\uD800` to `\uDBFF` are high. */
function surrogateAt(text: string, index: number): "high" | "low" | undefined {
  if (text[index] !== "\\" || text[index + 1] !== "u" || !/[dD]/.test(text[index + 2] ?? "")) return undefined;
  const digit = Number.parseInt(text[index + 3] ?? "", 16);
  if (digit < 8) return undefined;
  return digit < 12 ? "high" : "low";
}
