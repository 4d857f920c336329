/** A response with its parsed body. */
export interface ApiResponse<Data> {
    readonly data: Data;
    readonly response: Response;
}
/** A call in progress. Resolves with the body of the response. */
export interface ApiPromise<Data> extends Promise<Data> {
    /** The body together with the response, for headers such as `ETag` or `Location`. */
    readonly withResponse: () => Promise<ApiResponse<Data>>;
}
/** Wraps a call of openapi-fetch, which rejects for an error status (see `openClient`). */
export declare function call<Data>(sent: Promise<{
    data?: Data;
    response: Response;
}>): ApiPromise<Data>;
