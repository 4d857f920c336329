import type { KeyedRequest } from "./request/keyed-request.ts";
import type { IfMatch, RequiredIfMatch } from "./request/preconditions.ts";

// The types of handlers, derived from the `operations` and `security` that `npm run generate`
// writes. Handlers do not compile if an operation is missing, or if they read a field or return a
// response that is not in the contract.

/** The common shape of generated operations. */
interface AnyOperation {
  parameters: { query?: unknown; header?: unknown; path?: unknown };
  requestBody?: unknown;
  responses: unknown;
}

type Json<Content> = Content extends { content: { "application/json": infer Body } } ? Body : undefined;

/** The type and body of a response; an image is a Buffer, and other content than JSON is streamed. */
type ContentPart<Response> = Response extends { content: { "image/webp": unknown } }
  ? { type: "image/webp"; body: Buffer }
  : Response extends { content: { "image/png": unknown } }
    ? { type: "image/png"; body: Buffer }
    : [TextType<Response> | BinaryType<Response>] extends [never]
      ? JsonPart<Response>
      : TextPart<TextType<Response>> | BinaryPart<BinaryType<Response>>;

/** JSON, or problem details (RFC 9457) with their type. Failures that are thrown need neither. */
type JsonPart<Response> = Response extends { content: { "application/problem+json": infer Problem } }
  ?
      | { type: "application/problem+json"; body: Problem }
      | (Response extends { content: { "application/json": unknown } }
          ? BodyPart<Json<Response>> & { type?: undefined }
          : never)
  : BodyPart<Json<Response>>;

type TextPart<Type extends string> = [Type] extends [never]
  ? never
  : { type: `${Type}; charset=utf-8`; body: AsyncIterable<string> };

type BinaryPart<Type extends string> = [Type] extends [never] ? never : { type: Type; body: AsyncIterable<Buffer> };

type BinaryType<Response> = Response extends { content: infer Content }
  ? Extract<keyof Content, "application/octet-stream" | "application/zip">
  : never;

type TextType<Response> = Response extends { content: infer Content }
  ? Extract<keyof Content, `text/${string}`>
  : never;

/** A type without its index signatures. */
type Known<T> = { [K in keyof T as string extends K ? never : number extends K ? never : K]: T[K] };

/**
 * Header fields that the server sets; handlers must not set them. It knows no entity tag of a response without content.
 */
type SetByServer<Response, Headers> =
  | "X-Request-Id"
  | (Response extends { content: unknown } ? "ETag" : never)
  | "Idempotent-Replayed"
  | RateLimitField
  | "Vary"
  | (Headers extends { "Cache-Control"?: "no-cache" | "private, no-cache" } ? "Cache-Control" : never);

type RateLimitField =
  | "X-RateLimit-Limit"
  | "X-RateLimit-Remaining"
  | "X-RateLimit-Reset"
  | "RateLimit-Remaining"
  | "RateLimit-Policy"
  | "RateLimit";

type OwnHeaders<Response> = Response extends { headers: infer Headers }
  ? Omit<Known<Headers>, SetByServer<Response, Headers>>
  : never;

type HeadersPart<Headers> = Record<never, never> extends Headers ? { headers?: Headers } : { headers: Headers };

/** A handler may return an array as an async iterable of batches, which is streamed. */
type BodyPart<Value> = [Value] extends [undefined]
  ? { body?: undefined }
  : { body: Value extends readonly (infer Item)[] ? Value | AsyncIterable<readonly Item[]> : Value };

/** The responses that the contract allows for an operation, in the form of `HandlerResponse`. */
export type Res<Operation extends AnyOperation> = {
  [Status in keyof Operation["responses"]]: { status: Status; version?: number } & HeadersPart<
    OwnHeaders<Operation["responses"][Status]>
  > &
    ContentPart<Operation["responses"][Status]>;
}[keyof Operation["responses"]];

/** The client that sent a request. */
export interface Client {
  /** The IP address. */
  readonly address: string;
  readonly userAgent: string;
  readonly referer: string;
}

/** The body of a request; for a multipart form its fields, of which the file is a Buffer or a `StreamedFile`. */
type Body<RequestBody> = [NonNullable<RequestBody>] extends [never]
  ? undefined
  : NonNullable<RequestBody> extends { content: { "multipart/form-data": infer Form } }
    ? Form
    : Json<NonNullable<RequestBody>> | (undefined extends RequestBody ? undefined : never);

type Part<T> = [NonNullable<T>] extends [never] ? Record<never, never> : NonNullable<T>;

/** The header parameters that a request always has, in lower case. */
type RequiredHeaders<Headers> = Lowercase<
  string & { [Name in keyof Headers]-?: Record<never, never> extends Pick<Headers, Name> ? never : Name }[keyof Headers]
>;

/** The preconditions and the idempotency key of a request. */
export interface Conditions<Headers = unknown> {
  /** Performs a change if the request's `If-Match` allows it. */
  readonly ifMatch: "if-match" extends RequiredHeaders<Headers> ? RequiredIfMatch : IfMatch;
  /** Throws `changed` if `If-Match` lists entity tags. For paths without `GET`, so without tags. */
  readonly assertNoIfMatchTags: () => void;
  /** By which a repeated request is recognised; undefined if the request has no `Idempotency-Key`. */
  readonly keyed: KeyedRequest | undefined;
}

/** A request to an operation, validated and converted to the types of the contract. */
export interface Req<Operation extends AnyOperation, Caller> extends Conditions<Operation["parameters"]["header"]> {
  readonly params: Part<Operation["parameters"]["path"]>;
  readonly query: Part<Operation["parameters"]["query"]>;
  readonly body: Body<Operation["requestBody"]>;
  /** The authenticated caller; undefined when anonymous. */
  readonly principal: Caller;
  readonly client: Client;
}

/** The type of an operation's `principal`. The scheme `null` stands for anonymous callers. */
export type Caller<Schemes, Principal> =
  | (null extends Schemes ? undefined : never)
  | ([NonNullable<Schemes>] extends [never] ? never : Principal);

/** One method per operation, named by its operationId. */
export type Handlers<
  Operations extends Record<keyof Operations, AnyOperation>,
  Security extends Record<keyof Operations, unknown>,
  Principal,
> = {
  [Id in keyof Operations]: (
    request: Req<Operations[Id], Caller<Security[Id], Principal>>,
  ) => Res<Operations[Id]> | Promise<Res<Operations[Id]>>;
};
