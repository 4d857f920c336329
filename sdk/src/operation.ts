/** Shapes of the contracts' operations, worked out from the types that openapi-typescript writes. */

/** What every generated operation looks like. */
interface AnyOperation {
  parameters: { query?: unknown; header?: unknown; path?: unknown };
  requestBody?: unknown;
  responses: unknown;
}

type Json<T> = T extends { content: { "application/json": infer Body } } ? Body : never;

/** What stands in the path of an operation, by name. */
export type Path<Operation extends AnyOperation> = NonNullable<Operation["parameters"]["path"]>;

/** What an operation may be asked in its query. */
export type Query<Operation extends AnyOperation> = NonNullable<Operation["parameters"]["query"]>;

/** The JSON that an operation is sent. */
export type Body<Operation extends AnyOperation> = Json<NonNullable<Operation["requestBody"]>>;

/** `User-Agent` belongs to the client, not to the call. */
type HeaderFields<T> = [NonNullable<T>] extends [never] ? Record<string, never> : Omit<NonNullable<T>, "User-Agent">;

/** What may be added to a call. */
export type CallOptions<Operation extends AnyOperation> = {
  /** Ends the call, and its waiting for a next try. */
  readonly signal?: AbortSignal;
  /** The header fields that the contract gives the operation: `If-Match`, `If-None-Match`. */
  readonly headers?: HeaderFields<Operation["parameters"]["header"]>;
};

/** A method for each operation, and whatever else. */
export type Methods<Operations> = { [Id in keyof Operations]: unknown } & Record<string, unknown>;

/** Forms are sent as forms, and header fields apart from the other parameters. */
type Sent<Operation> = Operation extends { parameters: infer Parameters }
  ? Omit<Operation, "parameters" | "requestBody"> & { parameters: Omit<Parameters, "header"> } & SentBody<Operation>
  : Operation;

type SentBody<Operation> = Operation extends { requestBody: { content: { "multipart/form-data": unknown } } }
  ? { requestBody: { content: { "multipart/form-data": FormData } } }
  : Pick<Operation, Extract<keyof Operation, "requestBody">>;

/** The paths of a contract as the clients call them. */
export type SentPaths<Paths> = {
  [Path in keyof Paths]: { [Method in keyof Paths[Path]]: Sent<Paths[Path][Method]> };
};
