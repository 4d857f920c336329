/**
 * The types of handlers, worked out from the `operations` and `security` that `npm run generate` writes.
 * A handler that forgets an operation, reads a field that is not there or answers what the contract does not list
 * does not compile.
 */

import type { IfMatch } from "./request/preconditions.ts";

/** What every generated operation looks like. */
interface AnyOperation {
  parameters: { query?: unknown; header?: unknown; path?: unknown };
  requestBody?: unknown;
  responses: unknown;
}

type Json<Content> = Content extends { content: { "application/json": infer Body } } ? Body : undefined;

/** A picture is handed over as its bytes. */
type PicturePart<Response> = Response extends { content: { "image/webp": unknown } }
  ? { type: "image/webp"; body: Buffer }
  : BodyPart<Json<Response>>;

/** The keys that are spelled out, without an index signature. */
type Known<T> = { [K in keyof T as string extends K ? never : number extends K ? never : K]: T[K] };

/** The header fields that the server sets by itself on the answers where the contract lists them. */
type SetByServer = "X-Request-Id" | "ETag" | "X-RateLimit-Limit" | "X-RateLimit-Remaining";

type OwnHeaders<Response> = Response extends { headers: infer Headers } ? Omit<Known<Headers>, SetByServer> : never;

type HeadersPart<Headers> = Record<never, never> extends Headers ? { headers?: Headers } : { headers: Headers };

/** A long array may be handed over in batches; it is then streamed. */
type BodyPart<Value> = [Value] extends [undefined]
  ? { body?: undefined }
  : { body: Value extends readonly (infer Item)[] ? Value | AsyncIterable<readonly Item[]> : Value };

/** Everything that the contract lets an operation answer: a status with its header fields and its body, and what makes an `Answer`. */
export type Res<Operation extends AnyOperation> = {
  [Status in keyof Operation["responses"]]: { status: Status; version?: number } & HeadersPart<
    OwnHeaders<Operation["responses"][Status]>
  > &
    PicturePart<Operation["responses"][Status]>;
}[keyof Operation["responses"]];

/** Where a call comes from. */
export interface Origin {
  /** The network address of the caller. */
  readonly address: string;
  readonly userAgent: string;
  readonly referer: string;
}

/** A form is read down to the bytes of its one file. */
type Body<RequestBody> = [NonNullable<RequestBody>] extends [never]
  ? undefined
  : NonNullable<RequestBody> extends { content: { "multipart/form-data": unknown } }
    ? Buffer
    : Json<NonNullable<RequestBody>> | (undefined extends RequestBody ? undefined : never);

type Part<T> = [NonNullable<T>] extends [never] ? Record<never, never> : NonNullable<T>;

/** The condition that a caller attaches to a change. */
export interface Conditions {
  /** Performs a change under the request's `If-Match`. */
  readonly ifMatch: IfMatch;
  /** Whether `If-Match` is sent, for handlers to whom it is dear to know what it is held against. */
  readonly isConditional: boolean;
  /** Throws `changed` when `If-Match` names copies and none of them is this body, as `GET` answers it, of this version. */
  readonly refuseIfChanged: (current: unknown, version?: number) => Promise<void>;
}

/** What an operation is asked, checked against the contract and converted to its types. */
export interface Req<Operation extends AnyOperation, Caller> extends Conditions {
  readonly params: Part<Operation["parameters"]["path"]>;
  readonly query: Part<Operation["parameters"]["query"]>;
  readonly body: Body<Operation["requestBody"]>;
  /** Who asks, as the security handler found out; undefined for an anonymous caller. */
  readonly principal: Caller;
  readonly origin: Origin;
}

/** Who may call: `null` in the generated security map stands for anonymous callers. */
export type Caller<Schemes, Principal> =
  | (null extends Schemes ? undefined : never)
  | ([NonNullable<Schemes>] extends [never] ? never : Principal);

/** One method per operation, named as the operation. */
export type Handlers<
  Operations extends Record<keyof Operations, AnyOperation>,
  Security extends Record<keyof Operations, unknown>,
  Principal,
> = {
  [Id in keyof Operations]: (
    request: Req<Operations[Id], Caller<Security[Id], Principal>>,
  ) => Res<Operations[Id]> | Promise<Res<Operations[Id]>>;
};
