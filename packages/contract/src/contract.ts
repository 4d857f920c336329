/** A JSON Schema of draft 2020-12, as OpenAPI 3.1 uses it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** An example, or a reference to one in `components/examples`, which is not resolved. */
export type ExampleObject = { readonly value: unknown } | { readonly $ref: string };

export type Examples = Readonly<Record<string, ExampleObject>>;

/** Content by media type. */
export interface MediaTypes {
  readonly [type: string]: { readonly schema?: JsonSchema; readonly examples?: Examples };
}

/** Descriptions, which only the API reference shows. Those of responses and parameters are Markdown. */
export interface Described {
  readonly description?: string;
  /** Marks an addition to the API that the contract reimplements; the reason, or `decision`. */
  readonly "x-addition"?: string;
  /** How it differs from the API that the contract reimplements, and why. */
  readonly "x-differences"?: readonly string[];
}

export interface HeaderObject extends Described {
  readonly required?: boolean;
  readonly schema: JsonSchema;
}

/** A response as the contract describes it. */
export interface ResponseObject extends Described {
  readonly headers?: Readonly<Record<string, HeaderObject>>;
  readonly content?: MediaTypes;
}

/** The responses that the contract lists, by status. */
export type ResponsesObject = Readonly<Record<string, ResponseObject>>;

/** A path, query or header parameter. */
export interface ParameterObject extends HeaderObject {
  readonly name: string;
  readonly in: string;
  /** Whether an empty value means the same as leaving the parameter out. */
  readonly allowEmptyValue?: boolean;
  readonly examples?: Examples;
}

/** The keys are names of security schemes. */
export type SecurityRequirement = Readonly<Record<string, readonly string[]>>;

/** Dates such as `2026-11-21`, each meaning midnight in UTC. The linter checks their order. */
export interface DeprecationDates {
  readonly "x-deprecation"?: string;
  /** The day from which the operation may be removed. */
  readonly "x-sunset"?: string;
}

/**
 * Inputs that a strict operation (one with `x-strict-input`) ignores although the contract does not
 * define them, because clients send them. It rejects all other unknown inputs.
 */
export interface IgnoredInput {
  readonly query?: readonly string[];
  readonly body?: readonly string[];
}

/** A body that may be larger than those of other operations: an object with many entries in an array. */
export interface LargeBody {
  /** Each entry, and all else, may have 1 MiB. */
  readonly maxBytes: number;
  /** The field with the array. */
  readonly entries: string;
}

export interface OperationObject extends DeprecationDates, Described {
  readonly "x-strict-input"?: IgnoredInput;
  readonly "x-large-body"?: LargeBody;
  /**
   * Whether handlers read the file of the form while it arrives; otherwise it is read into memory before. Text fields
   * must then come before the file, so that they are checked before the handler is called. With `any-order` they need
   * not, and the handler can read them only after the file.
   */
  readonly "x-stream"?: boolean | "any-order";
  /** The name of the tool that agents call the operation by. The package itself does nothing with it. */
  readonly "x-tool"?: string;
  readonly operationId: string;
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly security?: readonly SecurityRequirement[];
  readonly parameters?: readonly ParameterObject[];
  readonly requestBody?: { readonly required?: boolean; readonly content: MediaTypes };
  readonly responses: ResponsesObject;
}

/** Where a request carries its credential: in a header of the API, or in `Authorization` as a token or a password. */
export type SecurityScheme = Described &
  (
    | { readonly type: "apiKey"; readonly in: "header"; readonly name: string }
    | { readonly type: "http"; readonly scheme: "bearer" | "basic" }
  );

/** An event that the server sends to the URLs of others, as a `POST` request. */
export interface Webhook {
  /** Its name under `webhooks`, such as `item.created`. */
  readonly name: string;
  /** The request, described like a response. */
  readonly sent: ResponseObject;
  readonly source: OperationObject;
}

/** The parts of an OpenAPI 3.1 document that the server reads. */
export interface Document {
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly summary?: string;
    readonly description?: string;
    readonly "x-differences"?: readonly string[];
    /** Only of a released version: the day of its release, such as 2026-11-21. */
    readonly "x-released"?: string;
  };
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  /** The first one has the base path; without any, that is `/` (OpenAPI 3.1, section 4.8.1). */
  readonly servers?: readonly { readonly url: string }[];
  readonly security?: readonly SecurityRequirement[];
  /** By path and method, in lower case. A path may also have `parameters`, which its operations share. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  /** Requests that the server sends, by the name of their event. */
  readonly webhooks?: Readonly<Record<string, { readonly post: OperationObject }>>;
  readonly components: {
    readonly securitySchemes?: Readonly<Record<string, SecurityScheme>>;
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
  };
  /** Responses under the base path to requests that match no operation; those of `defaultOutside` if it is left out. */
  readonly "x-outside-operations"?: { readonly responses: ResponsesObject };
}

/** A multipart form with one file, as the contract describes it. */
export interface Form {
  /** The field with the file. */
  readonly fileField: string;
  readonly isFileRequired: boolean;
  /** The schema of an object with the other fields. */
  readonly fields: JsonSchema;
}

/** One operation of a contract. */
export interface Operation {
  readonly id: string;
  /** In upper case. */
  readonly method: string;
  /** Relative to the base path, with parameters in braces. */
  readonly path: string;
  /** Names of security schemes, any of which suffices. */
  readonly schemes: readonly string[];
  /** The scopes that a caller with a credential needs, all of them. */
  readonly scopes: readonly string[];
  /** Whether requests without a credential are allowed. */
  readonly anonymous: boolean;
  readonly parameters: readonly ParameterObject[];
  /** Names of query parameters that mean nothing if they are empty. */
  readonly emptyParameters: readonly string[];
  /** Whether requests must have the header `If-Match`. */
  readonly requiresIfMatch: boolean;
  readonly bodyRequired: boolean;
  /** Schema of a JSON body; undefined where there is none. */
  readonly bodySchema: JsonSchema | undefined;
  /** Undefined unless the body may be larger than others. */
  readonly largeBody: LargeBody | undefined;
  /** Undefined for operations without a form. */
  readonly form: Form | undefined;
  /** The form field with the uploaded file; undefined for operations without a form. */
  readonly fileField: string | undefined;
  /** Whether handlers read the file while it arrives. It then may be large. */
  readonly streamsFile: boolean;
  /** Whether text fields may come after a file that is streamed. */
  readonly hasAnyOrder: boolean;
  /** The `deprecation` and `sunset` header fields of every response; empty if not deprecated. */
  readonly deprecationHeaders: Readonly<Record<string, string>>;
  /** Undefined unless the operation is strict. */
  readonly strictInput: IgnoredInput | undefined;
  readonly responses: ResponsesObject;
  /** The statuses of the responses for which the contract lists the header `ETag`. */
  readonly etagStatuses: ReadonlySet<number>;
  /** The operation in the contract, with its references resolved. */
  readonly source: OperationObject;
}

/** A parsed contract. */
export interface Contract {
  /** The file name without its extension. */
  readonly name: string;
  readonly basePath: string;
  /** The parsed file, with its references unresolved. */
  readonly document: Document;
  readonly operations: readonly Operation[];
  readonly schemes: Readonly<Record<string, SecurityScheme>>;
  /** Responses under the base path to requests that match no operation. */
  readonly outside: ResponsesObject;
  /** The events that the server sends. */
  readonly webhooks: readonly Webhook[];
}
