import { isRecord } from "#contract/record";

/** Stands for the id of the fixtures' picture, which is random. */
export const PICTURE = "<picture>";

/** A request to an operation: the values of its parameters, and its body. */
export interface Sample {
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, or unchanged if it is a Buffer. */
  readonly body?: unknown;
}

/** How to show that an input, such as `query limit` or `body /items[]/link`, has an effect. */
export interface Variation {
  /** A value of the input that changes the response or the stored data. */
  readonly value: unknown;
  /** Other inputs that must change with it, such as the confirmation of a password. */
  readonly also?: Readonly<Record<string, unknown>>;
  /** The request without the value; by default that of the operation. */
  readonly base?: Sample;
  /** How often each request is sent; once by default. */
  readonly times?: number | undefined;
  /** A request that shows the effect, after the requests to the operation. */
  readonly followUp?: { readonly method: string; readonly path: string; readonly body?: unknown } | undefined;
}

/** A valid request to an operation, and a variation for each of its inputs. */
export interface OperationEffects<Input extends string = string> {
  readonly base: Sample;
  readonly inputs: Readonly<Record<Input, Variation>>;
}

/** The shape of a generated operation. */
interface AnyOperation {
  readonly parameters: { readonly query?: unknown; readonly path?: unknown; readonly header?: unknown };
  readonly requestBody?: unknown;
}

type Names<T> = keyof NonNullable<T> & string;

type JsonBody<T> = NonNullable<T> extends { content: { "application/json": infer Body } } ? Body : never;

type FieldPaths<T, Path extends string = ""> = T extends readonly (infer Entry)[]
  ? FieldPaths<Entry, `${Path}[]`>
  : T extends object
    ? { [Name in Names<T>]: `${Path}/${Name}` | FieldPaths<NonNullable<T[Name]>, `${Path}/${Name}`> }[Names<T>]
    : never;

/** The inputs of a generated operation. */
type InputOf<Operation extends AnyOperation> =
  | `query ${Names<Operation["parameters"]["query"]>}`
  | `path ${Names<Operation["parameters"]["path"]>}`
  | `header ${Names<Operation["parameters"]["header"]>}`
  | `body ${FieldPaths<JsonBody<Operation["requestBody"]>>}`;

/** One entry per operation and input: an input without an entry does not compile. */
export type Effects<Operations extends Record<keyof Operations, AnyOperation>> = {
  readonly [Id in keyof Operations]: OperationEffects<InputOf<Operations[Id]>>;
};

/** The request with the value of a variation, and with what must change with it. */
export function withVariation(base: Sample, input: string, { value, also = {} }: Variation): Sample {
  return Object.entries(also).reduce(
    (changed, [other, otherValue]) => withInput(changed, other, otherValue),
    withInput(base, input, value),
  );
}

/** A sample with another value of an input. */
export function withInput(sample: Sample, input: string, value: unknown): Sample {
  const [kind = "", name = ""] = input.split(" ");
  if (kind === "body") return { ...sample, body: withField(sample.body, name.slice(1).split("/"), value) };
  if (kind === "header") return { ...sample, headers: { ...sample.headers, [name.toLowerCase()]: String(value) } };
  if (kind === "query") return { ...sample, query: { ...sample.query, [name]: value } };
  return { ...sample, path: { ...sample.path, [name]: value } };
}

/** Copies an object with another value at a path; `[]` after a name stands for all entries of an array. */
function withField(object: unknown, [segment = "", ...rest]: readonly string[], value: unknown): unknown {
  const name = segment.replace("[]", "");
  const fields = isRecord(object) ? object : {};
  const field = fields[name];
  if (rest.length === 0) return { ...fields, [name]: value };
  const changed = Array.isArray(field)
    ? field.map((entry) => withField(entry, rest, value))
    : withField(field, rest, value);
  return { ...fields, [name]: changed };
}

/** Replaces what is random: ids of products and pictures, hashes, tokens and request ids. */
export function withoutRandomness(text: string): string {
  return text
    .replace(/(?!0{20})[0-9a-f]{24}/g, "<product>")
    .replace(/(picture:|cover\/|"(?:id|picture_id)":")[A-Za-z0-9_-]{22}\b/g, "$1<picture>")
    .replace(/\$argon2id\$[^"]+/g, "<hash>")
    .replace(/eyJ[\w.-]+/g, "<token>")
    .replace(/"last_used_at":(\d+|null)/g, "");
}
