import { Failure } from "../failure.ts";
import { isRecord } from "../record.ts";
import { ownTurn, Slices } from "../scheduling.ts";
import { parseJson } from "./json-body.ts";

// A body with many entries in an array is parsed in parts, because `JSON.parse` would block the event loop. Each object
// that is directly in an array of the outermost object is an entry. What is left of the body without the entries is
// its frame, in which each entry is replaced by an object with its number. The body is valid JSON if and only if the
// frame and all entries are.

/** Maximum size of an entry and of the frame, in bytes: that of a body which is parsed at once. */
const MAX_PART = 1024 * 1024;

/** Maximum number of values in the whole body, counted as `parseJson` does: it takes 100 ms to parse that many. */
const MAX_VALUES = 250_000;

/** Maximum number of entries. */
const MAX_ENTRIES = 10_000;

/** Bytes in which entries are searched at once, which takes about 2 ms. */
const BYTES_PER_TURN = 512 * 1024;

/** White space between two values of which the frame keeps no more: it would count as much as values do. */
const MAX_SPACES = 64;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [SPACE, TAB, LINE_FEED, RETURN] = [0x20, 0x09, 0x0a, 0x0d];
const [BRACE, END_OF_BRACE, BRACKET, END_OF_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d];

/** The depth of entries: inside of an array, which is inside of the outermost object. */
const DEPTH = 2;

interface Split {
  readonly frame: Buffer;
  readonly entries: readonly Buffer[];
}

/**
 * Parses JSON text like `parseJson`, yielding to the event loop between entries. Returns only the fields of the outermost
 * object with these names. Throws `tooLarge` if an entry, or all else, has more than 1 MiB.
 */
export async function parseLargeJson(bytes: Buffer, fields: readonly string[]): Promise<unknown> {
  const { frame, entries } = await split(bytes);
  if (frame.length > MAX_PART || entries.some(({ length }) => length > MAX_PART)) {
    throw new Failure("tooLarge", "An entry of the body is larger than 1 MiB.", { reason: "body-entry-too-large" });
  }
  const body = parseJson(frame);
  if (!isRecord(body) || Array.isArray(body)) return body;
  const slices = new Slices(ownTurn);
  const parsed: unknown[] = [];
  for (const entry of entries) {
    parsed.push(parseJson(entry));
    await slices.next();
  }
  const known = fields.filter((field) => Object.hasOwn(body, field));
  return Object.fromEntries(known.map((field) => [field, withEntries(body[field], parsed)]));
}

/** An array of the frame with the entries in their places; other values as they are. */
function withEntries(value: unknown, parsed: readonly unknown[]): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((entry: unknown) => (isRecord(entry) && !Array.isArray(entry) ? parsed[Number(entry.n)] : entry));
}

/** Takes the entries out of a body, yielding to the event loop. Throws `invalid` for too many values or entries. */
async function split(bytes: Buffer): Promise<Split> {
  const entries: Buffer[] = [];
  const frame: Buffer[] = [];
  let [depth, values, commas, kept, spaces] = [0, 0, 0, 0, 0];
  let [isInString, isInObject, isInArray] = [false, false, false];
  let start = -1;
  let pauseAt = BYTES_PER_TURN;
  for (let index = 0; index < bytes.length; index++) {
    if (index >= pauseAt) {
      if (values > MAX_VALUES || commas > MAX_VALUES) throw tooMany("values and field names", MAX_VALUES);
      await ownTurn();
      pauseAt += BYTES_PER_TURN;
    }
    const byte = bytes[index];
    const isSpace = byte === SPACE || byte === LINE_FEED || byte === RETURN || byte === TAB;
    spaces = isSpace && !isInString && start === -1 ? spaces + 1 : 0;
    if (spaces > MAX_SPACES) {
      if (kept < index) frame.push(bytes.subarray(kept, index));
      kept = index + 1;
      continue;
    }
    if (isInString) {
      if (byte === BACKSLASH) index += 1;
      else if (byte === QUOTE) isInString = false;
    } else if (byte === QUOTE) {
      isInString = true;
      values += 1;
    } else if (byte === COMMA) commas += 1;
    else if (byte === BRACE || byte === BRACKET) {
      if (depth === 0) isInObject = byte === BRACE;
      else if (depth === 1) isInArray = isInObject && byte === BRACKET;
      else if (depth === DEPTH && isInArray && byte === BRACE) start = index;
      depth += 1;
      values += 1;
    } else if (byte === END_OF_BRACE || byte === END_OF_BRACKET) {
      depth -= 1;
      if (depth !== DEPTH || start === -1) continue;
      frame.push(bytes.subarray(kept, start), Buffer.from(`{"n":${entries.length}}`));
      entries.push(bytes.subarray(start, index + 1));
      if (entries.length > MAX_ENTRIES) throw tooMany("entries", MAX_ENTRIES);
      kept = index + 1;
      start = -1;
    }
  }
  if (values > MAX_VALUES || commas > MAX_VALUES) throw tooMany("values and field names", MAX_VALUES);
  frame.push(bytes.subarray(kept));
  return { frame: Buffer.concat(frame), entries };
}

function tooMany(what: string, limit: number): Failure {
  return new Failure("invalid", `The body has more than ${limit.toLocaleString("en")} ${what}.`, {
    reason: "body-too-many-values",
    values: { limit },
  });
}
