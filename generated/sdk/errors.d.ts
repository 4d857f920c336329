import type { components as Catalogue } from "./generated/catalogue.ts";
import type { components as Collections } from "./generated/collections.ts";
import type { components as Users } from "./generated/users.ts";
/** A response that is an error, and its body. */
export interface FailedResponse {
    readonly response: Response;
    /** Parsed if it is JSON, otherwise a string. */
    readonly body: unknown;
}
/** Converts a failed response to the error class of its contract. */
export type ToError = (failed: FailedResponse) => TriptychError;
/** A response that is an error. `message` is taken from the body if that has the contract's error format. */
export declare class TriptychError extends Error {
    readonly name: string;
    readonly status: number;
    /** The id of the request in the server's log. */
    readonly requestId: string | undefined;
    /** Seconds to wait before a retry. */
    readonly retryAfter: number | undefined;
    /** The body of the response: parsed if it is JSON, otherwise a string. */
    readonly body: unknown;
    constructor({ response, body }: FailedResponse, message: unknown);
    /** All fields, for `JSON.stringify`, which leaves the message out of other errors. */
    toJSON(): object;
}
/** Thrown for a status of success with a body that is not the contract's JSON, such as a proxy's page. */
export declare class NotJsonError extends TriptychError {
    readonly name = "NotJsonError";
    constructor(failed: FailedResponse);
}
type Detail = NonNullable<Catalogue["schemas"]["Failure"]["details"]>[number];
/** A failed response of the catalogue contract. */
export declare class CatalogueError extends TriptychError {
    readonly name = "CatalogueError";
    /** The invalid fields of a 400; otherwise empty. */
    readonly details: readonly Detail[];
    constructor(failed: FailedResponse);
}
type FieldErrors = Users["schemas"]["FieldFailure"]["status"]["errors"];
/** A failed response of the users contract. */
export declare class UsersError extends TriptychError {
    readonly name = "UsersError";
    /** The errors of a 422 by field; otherwise empty. */
    readonly details: FieldErrors;
    constructor(failed: FailedResponse);
}
type Code = Collections["schemas"]["Failure"]["error"];
/** A failed response of the collections contract. */
export declare class CollectionsError extends TriptychError {
    readonly name = "CollectionsError";
    /** The invalid field, or an error code; undefined if the body does not have the contract's error format. */
    readonly code: Code | undefined;
    constructor(failed: FailedResponse);
}
/** Reads the body of a failed response. */
export declare function readFailure(response: Response): Promise<FailedResponse>;
/**
 * The seconds to wait, from `Retry-After`: a number, or an HTTP date in the preferred format (RFC 9110,
 * sections 5.6.7 and 10.2.3). Undefined for any other value.
 */
export declare function secondsIn(retryAfter: string | null): number | undefined;
export {};
