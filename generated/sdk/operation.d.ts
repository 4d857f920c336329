/** Types of operations, derived from the types that openapi-typescript generates. */
/** The shape common to all generated operations. */
interface AnyOperation {
    parameters: {
        query?: unknown;
        header?: unknown;
        path?: unknown;
    };
    requestBody?: unknown;
    responses: unknown;
}
type Json<T> = T extends {
    content: {
        "application/json": infer Body;
    };
} ? Body : never;
/** The path parameters of an operation. */
export type Path<Operation extends AnyOperation> = NonNullable<Operation["parameters"]["path"]>;
/** The query parameters of an operation. */
export type Query<Operation extends AnyOperation> = NonNullable<Operation["parameters"]["query"]>;
/** The JSON request body of an operation. */
export type Body<Operation extends AnyOperation> = Json<NonNullable<Operation["requestBody"]>>;
/** The body of a successful response, as openapi-fetch returns it: a file as a `Blob`. */
export type Result<Operation extends AnyOperation> = Success<Operation["responses"]>;
type Success<Responses> = Content<Responses[keyof Responses & (200 | 201)]>;
type Content<Response> = Response extends {
    content: {
        "application/json": infer Body;
    };
} ? Body : Blob;
/** The headers of an operation without `User-Agent`, which is set once for the whole client. */
type HeadersOf<T> = [NonNullable<T>] extends [never] ? Record<string, never> : Omit<NonNullable<T>, "User-Agent">;
/** The last argument of every method. */
export type CallOptions<Operation extends AnyOperation> = {
    /** Aborts the request, or the wait before a retry. */
    readonly signal?: AbortSignal;
    /** The request headers that the contract lists for the operation: `If-Match`, `If-None-Match`, `Idempotency-Key`. */
    readonly headers?: HeadersOf<Operation["parameters"]["header"]>;
};
/** Requires a method for each operation, named by its `operationId`; allows other methods too. */
export type Methods<Operations> = {
    [Id in keyof Operations]: unknown;
} & Record<string, unknown>;
/** A client whose methods have the texts of their operations too, for editors. */
export type Documented<Operations, Client extends Methods<Operations>> = Client & {
    [Id in keyof Operations]: Client[Id];
};
/** An operation as openapi-fetch expects it: with `FormData` for a multipart body, without headers in `params`. */
type Sent<Operation> = Operation extends {
    parameters: infer Parameters;
} ? Omit<Operation, "parameters" | "requestBody"> & {
    parameters: Omit<Parameters, "header">;
} & SentBody<Operation> : Operation;
type SentBody<Operation> = Operation extends {
    requestBody: {
        content: {
            "multipart/form-data": unknown;
        };
    };
} ? {
    requestBody: {
        content: {
            "multipart/form-data": FormData;
        };
    };
} : Pick<Operation, Extract<keyof Operation, "requestBody">>;
/** The paths of a contract, with each operation as openapi-fetch expects it. */
export type SentPaths<Paths> = {
    [Path in keyof Paths]: {
        [Method in keyof Paths[Path]]: Sent<Paths[Path][Method]>;
    };
};
export {};
