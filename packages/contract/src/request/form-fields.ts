import type { Contract, JsonSchema, Operation } from "../contract.ts";
import { type Detail, Failure } from "../failure.ts";
import { propertiesOf } from "../form.ts";
import { isRecord } from "../record.ts";
import { BODY_LIMIT } from "./body.ts";
import { toToken } from "./json-pointer.ts";
import { fieldValidator } from "./validation.ts";
import { toInvalid } from "./validation-errors.ts";

/** Bytes of a text whose schema says nothing about its length, and of a field of another type. */
const TEXT_LIMIT = 64 * 1024;
const FIELD_LIMIT = 1024;

/** Fields of a form besides its file, named by the contract or not. */
const MIN_FIELDS = 10;

/** The most fields of any form, because the parser keeps an object for each. */
const MAX_FIELDS = 1000;

/** Entries of a field that is a list without `maxItems`. */
const LIST_LIMIT = 100;

/** A text field, as the multipart parser has it. */
interface TextField {
  readonly fieldname: string;
  /** Its text, or its value if it is of type `application/json`. */
  readonly value: unknown;
  readonly valueTruncated: boolean;
}

/** How the text fields of an operation's form are read. */
export interface FieldOptions {
  /** The kind of failure of an invalid field, and of fields that are too large together. */
  readonly invalid: "invalid" | "unprocessable";
  readonly tooLarge: "invalid" | "tooLarge";
  /** Whether fields must come before the file. */
  readonly isBeforeFile: boolean;
}

/** How many text fields a form may have, and how many bytes each. */
export function fieldLimitsOf(schema: JsonSchema) {
  const schemas = propertiesOf(schema).flatMap(([, field]) => (isRecord(field) ? [field] : []));
  const fields = schemas.map(({ type, maxItems = LIST_LIMIT }) => (type === "array" ? Number(maxItems) : 1));
  return {
    fields: Math.min(
      MAX_FIELDS,
      Math.max(
        MIN_FIELDS,
        fields.reduce((sum, count) => sum + count, 0),
      ),
    ),
    fieldSize: Math.min(BODY_LIMIT, Math.max(FIELD_LIMIT, ...schemas.map(largestOf))),
  };
}

/** The bytes that a field may have: a character has up to 4 in UTF-8. */
function largestOf({ type, maxLength, items }: JsonSchema): number {
  if (isRecord(items)) return largestOf(items);
  if (typeof maxLength === "number") return maxLength * 4;
  return type === "string" ? TEXT_LIMIT : FIELD_LIMIT;
}

/** Collects the text fields of a form, and checks them against the contract. */
export class FormFields {
  readonly #validate: ReturnType<typeof fieldValidator>;
  readonly #schemas: ReadonlyMap<string, unknown>;
  readonly #options: FieldOptions;
  readonly #sent = new Map<string, unknown[]>();
  readonly #tooLong: string[] = [];
  #bytes = 0;
  #isAfterFile = false;
  #values: Readonly<Record<string, unknown>> | undefined;

  constructor(contract: Contract, operation: Operation, schema: JsonSchema, options: FieldOptions) {
    this.#validate = fieldValidator(contract, `form of ${operation.id}`, schema);
    this.#schemas = new Map(propertiesOf(schema));
    this.#options = options;
  }

  /** Says that the file has begun. */
  beginFile(): void {
    this.#isAfterFile = true;
  }

  /** Takes a field, unless the contract does not name it. Throws for one that comes too late, and beyond 1 MiB. */
  add({ fieldname: name, value, valueTruncated }: TextField): void {
    if (!this.#schemas.has(name)) return;
    const { invalid, tooLarge, isBeforeFile } = this.#options;
    if (this.#isAfterFile && isBeforeFile) {
      const details = [{ path: `/${toToken(name)}`, message: "must come before the file", reason: "field-after-file" }];
      throw new Failure(invalid, `The field ${name} must come before the file.`, {
        reason: "request-invalid",
        details,
      });
    }
    this.#bytes += typeof value === "string" ? Buffer.byteLength(value) : 0;
    if (this.#bytes > BODY_LIMIT)
      throw new Failure(tooLarge, "The text fields of the form are larger than 1 MiB.", {
        reason: "body-text-too-large",
      });
    if (valueTruncated) this.#tooLong.push(name);
    this.#sent.set(name, [...(this.#sent.get(name) ?? []), value]);
  }

  /**
   * The fields as the contract describes them, with its defaults. Throws with a detail for each wrong field. Call it
   * once all fields were taken.
   */
  values(): Readonly<Record<string, unknown>> {
    this.#values ??= this.#toValues();
    return this.#values;
  }

  #toValues(): Readonly<Record<string, unknown>> {
    const { invalid, isBeforeFile } = this.#options;
    const sent = [...this.#sent].map(([name, values]) => [name, this.#toValue(name, values)]);
    const result = this.#validate(Object.fromEntries(sent));
    if (!("error" in result)) {
      this.#assertWhole();
      return isRecord(result.value) ? result.value : {};
    }
    const failure = toInvalid(invalid, result.error, "body");
    const mayComeLater = isBeforeFile && result.error.some(({ keyword }) => keyword === "required");
    if (!mayComeLater) throw failure;
    // The client may have sent the missing field after the file, which nobody has read yet.
    const message = `${failure.message} Fields must come before the file.`;
    throw new Failure(failure.kind, message, { details: failure.details, reason: failure.reason });
  }

  /** Throws for a text of which the parser has kept only the beginning. */
  #assertWhole(): void {
    const details = this.#tooLong.map(
      (name): Detail => ({ path: `/${toToken(name)}`, message: "is too long", reason: "field-too-long" }),
    );
    const [first] = details;
    if (first === undefined) return;
    throw new Failure(this.#options.invalid, `The body is not valid: ${first.path} is too long.`, {
      reason: "request-invalid",
      details,
    });
  }

  /** One value, unless the field is a list, or was sent several times, which only a list may be. */
  #toValue(name: string, sent: readonly unknown[]): unknown {
    const schema = this.#schemas.get(name);
    const isList = isRecord(schema) && schema.type === "array";
    return sent.length === 1 && !isList ? sent[0] : sent;
  }
}
