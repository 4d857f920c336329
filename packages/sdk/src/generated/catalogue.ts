// Written by npm run generate from openapi/catalogue.yaml. Do not edit.

export interface paths {
    "/user/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["registerUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["loginUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listProducts"];
        put?: never;
        post: operations["createProduct"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/products/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getProduct"];
        put: operations["updateProduct"];
        post?: never;
        delete: operations["deleteProduct"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        ProductId: ProductId;
        Product: Product;
        ProductInput: ProductInput;
        ProductChange: ProductChange;
        Name: Name;
        EmailAddress: EmailAddress;
        Password: Password;
        Registration: Registration;
        Registered: Registered;
        Credentials: Credentials;
        LoggedIn: LoggedIn;
        Problem: Problem;
        Failure: Failure;
    };
    responses: {
        /** @description One of the entity tags in `If-None-Match` is current. */
        NotModified: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                Vary: components["headers"]["Vary"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The request is invalid. */
        Invalid: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": Failure;
                "application/problem+json": Problem;
            };
        };
        /** @description The token is missing or invalid, or the login failed. */
        Unauthenticated: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": Failure;
                "application/problem+json": Problem;
            };
        };
        /** @description The account's user level is below the setting `CATALOGUE_WRITE_LEVEL`. */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": Failure;
                "application/problem+json": Problem;
            };
        };
        /**
         * @description The account's user level is below the setting `CATALOGUE_WRITE_LEVEL`, or it has created 1,000,000 products that still
         *     exist.
         */
        ForbiddenOrQuota: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": Failure;
                "application/problem+json": Problem;
            };
        };
        /** @description Not found. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": Failure;
                "application/problem+json": Problem;
            };
        };
        /** @description The product has changed since the version in `If-Match`. Nothing was changed. */
        Changed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": Failure;
                "application/problem+json": Problem;
            };
        };
        /**
         * @description Another account has this e-mail address; a request with the same `Idempotency-Key` is in progress; or it was carried out
         *     and its response is not stored.
         */
        AddressTaken: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfterProgress"];
                [name: string]: unknown;
            };
            content: {
                "application/json": Failure;
                "application/problem+json": Problem;
            };
        };
        /** @description A request with the same `Idempotency-Key` is in progress, or was carried out and its response is not stored. */
        KeyInUse: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfterProgress"];
                [name: string]: unknown;
            };
            content: {
                "application/json": Failure;
                "application/problem+json": Problem;
            };
        };
        /** @description The `Idempotency-Key` was used for another request. Nothing was changed. */
        KeyReused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": Failure;
                "application/problem+json": Problem;
            };
        };
        /** @description The body is larger than 1 MiB. */
        TooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": Failure;
                "application/problem+json": Problem;
            };
        };
        /** @description The body is not `application/json` in UTF-8, or it has a `Content-Encoding`. */
        WrongType: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": Failure;
                "application/problem+json": Problem;
            };
        };
        /** @description Internal server error. The server's log has the cause, by `X-Request-Id`. */
        Fault: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": Failure;
                "application/problem+json": Problem;
            };
        };
        /** @description The server or its database is temporarily unavailable, or too many responses have not been read by their clients. */
        Unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": Failure;
                "application/problem+json": Problem;
            };
        };
    };
    parameters: {
        /** @description The id of a product. */
        ProductId: ProductId;
        /**
         * @description A random value, such as a UUID, that makes the request safe to repeat after a lost response. For 24 hours, the same request
         *     with the same key is not carried out again: it gets the stored response of the first one, with `Idempotent-Replayed`.
         *     Failures are not stored; the key of a failed request can be used again.
         */
        IdempotencyKey: string;
        /** @description Entity tags that the client has cached; 304 if one of them is current (RFC 9110, section 13.1.2). */
        IfNoneMatch: string;
        /** @description Entity tags from `GET` of this address; 412 and no change if none of them is current (RFC 9110, section 13.1.1). */
        IfMatch: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description Identifies this request in the server's log. Copied from the request's `X-Request-Id` if that has 1 to 128 characters of
         *     `[A-Za-z0-9._-]`, otherwise generated.
         */
        RequestId: string;
        /** @description A strong entity tag (RFC 9110, section 8.8.3). */
        ETag: string;
        /** @description Sent with a stored response. The request was carried out before, under the same `Idempotency-Key`. */
        IdempotentReplayed: "true";
        /** @description Seconds to wait before a retry. Sent only if a request with the same `Idempotency-Key` is in progress. */
        RetryAfterProgress: number;
        /**
         * @description Caches must revalidate the response by its `ETag` (RFC 9111, section 5.2.2). `private` is sent to authenticated callers: their
         *     responses must not be stored by shared caches.
         */
        CacheControl: "no-cache" | "private, no-cache";
        /** @description The header with the credential, and `Origin` if the server allows cross-origin requests (RFC 9110, section 12.5.5). */
        Vary: string;
        /** @description Seconds to wait before a retry (RFC 9110, section 10.2.3). */
        RetryAfter: number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    /**
     * Register an account
     *
     * The new account is active and has user level 1 and the locale `en`. It is shared with the other APIs of this server. Log in to
     * get a token. If the server sends mail (setting `SMTP_URL`), the address gets a link that confirms it.
     *
     * A network may send 20 registrations per hour (setting `REGISTRATIONS_PER_HOUR`). A registration with a valid body counts, even
     * if it fails because the e-mail address is taken.
     */
    registerUser: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A random value, such as a UUID, that makes the request safe to repeat after a lost response. For 24 hours, the same request
                 *     with the same key is not carried out again: it gets the stored response of the first one, with `Idempotent-Replayed`.
                 *     Failures are not stored; the key of a failed request can be used again.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Registration;
            };
        };
        responses: {
            /** @description The account is registered. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Registered;
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            /** @description Registration is closed: by the setting `REGISTRATION` or, without it, by the choice of the first administrator. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Failure;
                    "application/problem+json": Problem;
                };
            };
            409: components["responses"]["AddressTaken"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["WrongType"];
            422: components["responses"]["KeyReused"];
            /** @description Too many registrations from this network in an hour. `Retry-After` gives the seconds to wait. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Failure;
                    "application/problem+json": Problem;
                };
            };
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    /**
     * Log in
     *
     * Returns a JSON Web Token (RFC 7519) in the body and in the header `auth-token`. It is valid for 24 hours (setting
     * `TOKEN_LIFETIME`) and is revoked when the account is deactivated, deleted or gets another password. There is no refresh:
     * log in again.
     *
     * A wrong password, an unknown address and an inactive account get the same 401. From the fifth failed login in a day, an account
     * has to wait before the next attempt: 1 second, then twice as long after each further failure, at most 15 minutes. A network
     * may send 20 failed logins per minute (setting `LOGIN_LIMIT_PER_MINUTE`). Attempts during the wait get a 429 and do not extend it.
     */
    loginUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Credentials;
            };
        };
        responses: {
            /** @description The login succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Vary: components["headers"]["Vary"];
                    /** @description The same token as in the body. */
                    "auth-token": string;
                    /** @description Caches must not store a token. */
                    "Cache-Control": "no-store";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": LoggedIn;
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["WrongType"];
            /** @description Too many failed logins for this account or from this network. `Retry-After` gives the seconds to wait. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Failure;
                    "application/problem+json": Problem;
                };
            };
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    /**
     * List products, oldest first
     *
     * Without `limit`, which has no default as in the original API: streams every product as one JSON array, without an `ETag`. With
     * `limit`: returns one page, and a `Link`
     * to the next page while there is one. A page may hold fewer than `limit` products, or none: if their texts are long, or if `q`
     * matches few, since a page examines at most 10,000 products. Follow the `Link` until there is none.
     * Filters can be combined; the `Link` repeats them. If no product matches, the array is empty.
     */
    listProducts: {
        parameters: {
            query?: ListProductsQuery;
            header?: {
                /** @description Entity tags that the client has cached; 304 if one of them is current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Products, oldest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    /** @description A strong entity tag (RFC 9110, section 8.8.3). Only with `limit`. */
                    ETag?: string;
                    /** @description The next page, as `<address>; rel="next"` (RFC 8288). Only with `limit`, and only while there is more. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Product[];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    /**
     * Create a product
     *
     * Adds a product to the catalogue, which all accounts share. The server may require a user level above 1 (setting
     * `CATALOGUE_WRITE_LEVEL`); an account below it gets a 403. An account can create 1,000,000 products; deleted ones do not count.
     */
    createProduct: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A random value, such as a UUID, that makes the request safe to repeat after a lost response. For 24 hours, the same request
                 *     with the same key is not carried out again: it gets the stored response of the first one, with `Idempotent-Replayed`.
                 *     Failures are not stored; the key of a failed request can be used again.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": ProductInput;
            };
        };
        responses: {
            /** @description The created product. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    /** @description Address of the product. */
                    Location: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Product;
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenOrQuota"];
            409: components["responses"]["KeyInUse"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["WrongType"];
            422: components["responses"]["KeyReused"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    /**
     * Read a product
     *
     * Returns an array with the one product, as clients of the original API expect. A malformed id is a 400, not a 404.
     */
    getProduct: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that the client has cached; 304 if one of them is current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of a product. */
                id: components["parameters"]["ProductId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The one product, in an array. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Product[];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    /**
     * Change a product
     *
     * Partial update: fields that are left out keep their values. Any account of the required user level may change any product. An
     * `id` in the body must equal the one in the path. The response has the status 201, as clients of the original API expect.
     */
    updateProduct: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags from `GET` of this address; 412 and no change if none of them is current (RFC 9110, section 13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id of a product. */
                id: components["parameters"]["ProductId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": ProductChange;
            };
        };
        responses: {
            /** @description The updated product. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Product;
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["WrongType"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    /**
     * Delete a product
     *
     * Deletes the product permanently and returns it as it was, with the status 201. Any account of the required user level may delete
     * any product. Its id is never used again.
     */
    deleteProduct: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags from `GET` of this address; 412 and no change if none of them is current (RFC 9110, section 13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id of a product. */
                id: components["parameters"]["ProductId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deleted product. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Product;
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["WrongType"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
}
/**
 * @description 24 lower-case hexadecimal digits, assigned by the server, increasing over time.
 * @example 6740c3f00e1a2b3c4d5e6f70
 */
export type ProductId = string;
/** @description A product of the catalogue. */
export type Product = {
    /**
     * @description 24 lower-case hexadecimal digits, assigned by the server, increasing over time.
     * @example 6740c3f00e1a2b3c4d5e6f70
     */
    id: ProductId;
    /**
     * @description Name of the product, as it was sent.
     * @example Desk lamp
     */
    name: string;
    /**
     * @description Text about the product; empty if none was given.
     * @example Brass, 40 cm
     */
    description: string;
    /**
     * @description Price, as a number without a currency.
     * @example 49.5
     */
    price: number;
    /**
     * @description Whether the product is in stock. The product list can be filtered by it.
     * @example true
     */
    inStock: boolean;
};
/** @description The fields of a new product. The server assigns the `id`. */
export type ProductInput = {
    /**
     * @description Name of the product. Names need not be unique.
     * @example Desk lamp
     */
    name: string;
    /**
     * @description Text about the product, stored as sent.
     * @default
     * @example Brass, 40 cm
     */
    description?: string;
    /**
     * @description Price, as a number without a currency.
     * @example 49.5
     */
    price: number;
    /**
     * @description Whether the product is in stock. The product list can be filtered by it.
     * @default true
     * @example true
     */
    inStock?: boolean;
};
/** @description The fields to change. Those that are left out keep their values; null is a 400. */
export type ProductChange = {
    /**
     * @description New name of the product.
     * @example Desk lamp
     */
    name?: string;
    /**
     * @description New text about the product. An empty string removes it.
     * @example Brass, 40 cm
     */
    description?: string;
    /**
     * @description New price.
     * @example 39.9
     */
    price?: number;
    /**
     * @description Whether the product is in stock. The product list can be filtered by it.
     * @example false
     */
    inStock?: boolean;
};
/**
 * @description Name of the account's owner, shown with public collections. Trimmed; must not be only white space.
 * @example Ada Lovelace
 */
export type Name = string;
/**
 * Format: email
 * @description The address to log in with. Compared ignoring case, and unique among accounts that are not deleted. `=?` is rejected: it begins
 *     an encoded word in the headers of mails.
 * @example ada@example.com
 */
export type EmailAddress = string;
/**
 * Format: password
 * @description Any Unicode text, not trimmed. It is compared in Unicode's normalization form NFKC, and must have at least 8
 *     characters in that form too. Ignoring case, it must not be one of the 10,000 most common passwords, the account's
 *     e-mail address, the part of that before the @, or the account's name.
 * @example correct horse battery staple
 */
export type Password = string;
/** @description The fields of a new account. The server assigns its id, level and locale. */
export type Registration = {
    /**
     * @description Name of the account's owner, shown with public collections. Trimmed; must not be only white space.
     * @example Ada Lovelace
     */
    name: Name;
    /**
     * @description The address to log in with. Compared ignoring case, and unique among accounts that are not deleted. `=?` is rejected: it begins
     *     an encoded word in the headers of mails.
     * @example ada@example.com
     */
    email: EmailAddress;
    /**
     * @description Any Unicode text, not trimmed. It is compared in Unicode's normalization form NFKC, and must have at least 8
     *     characters in that form too. Ignoring case, it must not be one of the 10,000 most common passwords, the account's
     *     e-mail address, the part of that before the @, or the account's name.
     * @example correct horse battery staple
     */
    password: Password;
    /**
     * @description When the account registered: an RFC 3339 date or date-time, in the years 1 to 9999 in UTC. A date means midnight in UTC.
     *     Defaults to now.
     * @example 2026-01-01
     * @example 2026-01-01T12:00:00Z
     */
    date?: string;
};
/** @description The result of a registration. */
export type Registered = {
    /**
     * @description Always empty: the registration succeeded.
     * @constant
     */
    error: "";
    /**
     * @description The id of the account, as a string. The other APIs of this server use the same id as a number.
     * @example 1
     */
    _id: string;
};
/** @description What an account logs in with. */
export type Credentials = {
    /**
     * @description The address of the account. Compared ignoring case.
     * @example ada@example.com
     */
    email: string;
    /**
     * Format: password
     * @description The password of the account, not trimmed.
     * @example correct horse battery staple
     */
    password: string;
};
/** @description The result of a login. */
export type LoggedIn = {
    /**
     * @description Always empty: the login succeeded.
     * @constant
     */
    error: "";
    /**
     * @description The token, a signed JSON Web Token. Send it in the header `auth-token`.
     * @example eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl
     */
    data: string;
};
/**
 * @description Addition: a failure as problem details (RFC 9457), for clients whose `Accept` prefers `application/problem+json` to `application/json`.
 *     Requests that are not valid HTTP, and those whose head is too large or which time out, get JSON.
 */
export type Problem = {
    /**
     * Format: uri-reference
     * @description The kind of failure, as the address of its description on this server.
     * @example /docs/errors#invalid
     */
    type: string;
    /**
     * @description The name of the HTTP status.
     * @example Bad Request
     */
    title: string;
    /**
     * @description The HTTP status.
     * @example 400
     */
    status: number;
    /**
     * @description What went wrong, in one sentence, for people. The same as in the JSON of a failure.
     * @example The body is not valid: /price must be number.
     */
    detail: string;
    /**
     * @description What went wrong, for programs: the `error` of the JSON of a failure in the API of collections, and the kind of failure in the
     *     other APIs.
     * @example invalid
     */
    code: string;
    /** @description The fields that caused the failure. Empty if it has no such cause. */
    errors: {
        /**
         * @description The field, as a JSON Pointer (RFC 6901) into the body; a parameter as `/` and its name.
         * @example /price
         */
        pointer: string;
        /**
         * @description What is wrong with the field, to be read after its name.
         * @example must be number
         */
        detail: string;
    }[];
    /**
     * @description The `X-Request-Id` of the response, which identifies this request in the server's log.
     * @example 6f1d8c4e-2b7a-4a54-9d5e-0c3b1f7a9e21
     */
    requestId: string;
};
/** @description The body of every failure. */
export type Failure = {
    /**
     * @description What went wrong, in one sentence, for people. Programs should rely on the status.
     * @example The body is not valid: /price must be number.
     */
    error: string;
    /** @description Addition: the fields that caused a 400, or the header that caused a 422. Left out if the failure has no such cause. */
    details?: {
        /**
         * @description The field, as a JSON Pointer (RFC 6901) into the body; a parameter as `/` and its name.
         * @example /price
         */
        path: string;
        /**
         * @description What is wrong with the field, to be read after its name.
         * @example must be number
         */
        message: string;
    }[];
};
export type ListProductsQuery = {
    /** @description Maximum number of products in the response. Without it, all products are returned. */
    limit?: number;
    /**
     * @description Cursor: returns the products after the one with this id, whether or not that product still exists. Usually taken from the
     *     `Link` of the previous page.
     */
    after?: ProductId;
    /** @description Text to find in name or description, literally, ignoring case. Empty finds all products. */
    q?: string;
    /** @description Filters by stock: `true` for products in stock, `false` for the others. Without it, both are returned. */
    inStock?: boolean;
};
