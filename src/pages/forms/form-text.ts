import type { FastifyRequest } from "fastify";
import { Failure } from "#contract/failure";
import {
  beginForm,
  type FieldLimits,
  type FormPart,
  hasTooManyFields,
  leaveParts,
  partsOf,
  toInvalidForm,
} from "#contract/request/upload";

/**
 * The text that a page sends with a file: the fields of its form. Together they may have as many bytes as one of them.
 */
const LIMITS: FieldLimits = { fields: 500, fieldSize: 512 * 1024 };

/** The text fields before the file of a form, by request. */
const texts = new WeakMap<FastifyRequest, Readonly<Record<string, string>>>();

/**
 * Reads the first part of a form with a file, which decides whether the rest is read at all. Returns its text;
 * undefined unless it is a text field with this name. Throws `invalid` for a malformed form. `maxBytes` is the size of
 * the largest file, by default that of files read into memory.
 */
export async function readFirstField(
  request: FastifyRequest,
  name: string,
  maxBytes?: number,
): Promise<string | undefined> {
  const parts = beginForm(request, LIMITS, maxBytes);
  try {
    const { value: part } = await parts.next();
    return part?.type === "field" && part.fieldname === name ? String(part.value) : undefined;
  } catch (cause) {
    throw toInvalidForm(cause);
  }
}

/**
 * Reads the text fields before the file of a form whose first part was read. Throws `invalid` for a malformed form, and
 * for more than 500 fields or 512 KiB of text.
 */
export async function readTextFields(request: FastifyRequest): Promise<void> {
  const parts = partsOf(request, {});
  const found: [string, string][] = [];
  let bytes = 0;
  try {
    for (;;) {
      const { value: part } = await parts.next();
      if (part?.type !== "field") {
        leaveParts(request, startingWith(part, parts));
        break;
      }
      const text = String(part.value);
      bytes += Buffer.byteLength(text);
      if (part.valueTruncated || bytes > LIMITS.fieldSize) throw tooMuchText();
      found.push([part.fieldname, text]);
    }
  } catch (cause) {
    throw hasTooManyFields(cause) ? tooMuchText() : toInvalidForm(cause);
  }
  texts.set(request, Object.fromEntries(found));
}

/** What `readTextFields` has read; empty for other requests. If a name occurs several times, its last value counts. */
export function textFieldsOf(request: FastifyRequest): Readonly<Record<string, string>> {
  return texts.get(request) ?? {};
}

async function* startingWith(
  first: FormPart | undefined,
  rest: AsyncIterableIterator<FormPart>,
): AsyncIterableIterator<FormPart> {
  if (first === undefined) return;
  yield first;
  yield* rest;
}

function tooMuchText(): Failure {
  const message = "The form holds more than 500 fields or 512 KiB of text.";
  return new Failure("invalid", message, { reason: "form-too-long" });
}
