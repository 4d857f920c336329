// Written by npm run generate from openapi/users.yaml. Do not edit.

export interface paths {
    "/users.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List users, a page at a time
         * @description Ordered by id, without deleted accounts. After the last page `data` is empty, and `from` and `to` are 0.
         */
        get: operations["listUsers"];
        put?: never;
        /**
         * Create a user
         * @description If another account has the e-mail address, the response is a 422 with an error for `email_address`.
         */
        post: operations["createUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{id}.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a user */
        get: operations["getUser"];
        /**
         * Change a user
         * @description Partial update, the same as `PATCH`.
         */
        put: operations["putUser"];
        post?: never;
        /**
         * Delete a user
         * @description Soft delete: the row is kept. API keys, tokens and sessions become invalid at once, and the e-mail address can be registered again.
         */
        delete: operations["deleteUser"];
        options?: never;
        head?: never;
        /**
         * Change a user
         * @description Partial update: fields that are left out keep their values.
         */
        patch: operations["patchUser"];
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        UserId: number;
        /** @enum {string} */
        Locale: "en" | "sv";
        /** @description ISO 8601, in UTC, to the second. */
        Timestamp: string;
        /** @description ISO 8601, in UTC, to the second. Always null, because deleted accounts and their logins are not returned. */
        Deletion: string | null;
        Login: {
            id: number;
            user_id: number;
            ip_address: string;
            user_agent: string;
            referer: string;
            /**
             * @description 1 for a session that "keep me signed in" reopened without a password, 0 for a login with the password.
             * @enum {integer}
             */
            via_remember: 0 | 1;
            /** @description ISO 8601, in UTC, to the second. */
            created_at: components["schemas"]["Timestamp"];
            /** @description ISO 8601, in UTC, to the second. */
            updated_at: components["schemas"]["Timestamp"];
            /** @description ISO 8601, in UTC, to the second. Always null, because deleted accounts and their logins are not returned. */
            deleted_at: components["schemas"]["Deletion"];
        };
        /** @description The account's 20 newest successful logins, newest first. */
        Logins: components["schemas"]["Login"][];
        User: {
            id: number;
            email_address: string;
            name: string;
            locale: components["schemas"]["Locale"];
            /** @description ISO 8601, in UTC, to the second. */
            created_at: components["schemas"]["Timestamp"];
            /** @description ISO 8601, in UTC, to the second. */
            updated_at: components["schemas"]["Timestamp"];
            /** @description ISO 8601, in UTC, to the second. Always null, because deleted accounts and their logins are not returned. */
            deleted_at: components["schemas"]["Deletion"];
            /** @description The account's 20 newest successful logins, newest first. */
            logins: components["schemas"]["Logins"];
        };
        SingleUser: {
            status: {
                /** @constant */
                code: 200;
            };
            id: number;
            name: string;
            locale: components["schemas"]["Locale"];
            /** @description ISO 8601, in UTC, to the second. */
            created_at: components["schemas"]["Timestamp"];
            /** @description ISO 8601, in UTC, to the second. */
            updated_at: components["schemas"]["Timestamp"];
            /** @description The account's 20 newest successful logins, newest first. */
            logins: components["schemas"]["Logins"];
        };
        UserPage: {
            users: {
                /** @description Number of users on all pages. */
                total: number;
                per_page: number;
                current_page: number;
                last_page: number;
                /** @description Position of the first user of this page in the whole list, from 1; 0 for an empty page. */
                from: number;
                /** @description Position of the last user of this page; 0 for an empty page. */
                to: number;
                data: components["schemas"]["User"][];
            };
        };
        /**
         * Format: email
         * @description Compared ignoring case.
         */
        EmailAddress: string;
        /** @description Trimmed; must not be only white space. */
        Name: string;
        /**
         * Format: password
         * @description Any Unicode text, not trimmed. It is compared in Unicode's normalization form NFKC, and must have at least 8
         *     characters in that form too. Ignoring case, it must not be one of the 10,000 most common passwords, the account's
         *     e-mail address, the part of that before the @, or the account's name.
         */
        Password: string;
        /**
         * Format: password
         * @description The same password again.
         */
        PasswordConfirmation: string;
        /**
         * @description 1 authenticated user, 2 collaborator, 3 supervisor, 4 administrator.
         * @enum {integer}
         */
        UserLevel: 1 | 2 | 3 | 4;
        NewUser: {
            /** @description Compared ignoring case. */
            email_address: components["schemas"]["EmailAddress"];
            /**
             * @description Any Unicode text, not trimmed. It is compared in Unicode's normalization form NFKC, and must have at least 8
             *     characters in that form too. Ignoring case, it must not be one of the 10,000 most common passwords, the account's
             *     e-mail address, the part of that before the @, or the account's name.
             */
            password: components["schemas"]["Password"];
            /** @description The same password again. */
            password_confirmation: components["schemas"]["PasswordConfirmation"];
            /** @description Trimmed; must not be only white space. */
            name: components["schemas"]["Name"];
            locale: components["schemas"]["Locale"];
            /** @description Logins, tokens and API keys of an account that is not active are rejected. */
            active: boolean;
            /** @description 1 authenticated user, 2 collaborator, 3 supervisor, 4 administrator. */
            user_level: components["schemas"]["UserLevel"];
        };
        /** @description Fields that are left out keep their values. An `id` is allowed, but must equal the one in the path. */
        UserChange: {
            /** @description Compared ignoring case. */
            email_address?: components["schemas"]["EmailAddress"];
            /**
             * @description Any Unicode text, not trimmed. It is compared in Unicode's normalization form NFKC, and must have at least 8
             *     characters in that form too. Ignoring case, it must not be one of the 10,000 most common passwords, the account's
             *     e-mail address, the part of that before the @, or the account's name.
             */
            password?: components["schemas"]["Password"];
            /** @description The same password again. */
            password_confirmation?: components["schemas"]["PasswordConfirmation"];
            /** @description Trimmed; must not be only white space. */
            name?: components["schemas"]["Name"];
            locale?: components["schemas"]["Locale"];
            /** @description Logins, tokens and API keys of an account that is not active are rejected. */
            active?: boolean;
            /** @description 1 authenticated user, 2 collaborator, 3 supervisor, 4 administrator. */
            user_level?: components["schemas"]["UserLevel"];
        };
        Created: {
            status: {
                /** @constant */
                code: 201;
                /** @constant */
                message: "User Account was successfully created.";
            };
        };
        Updated: {
            status: {
                /** @constant */
                code: 200;
                /** @constant */
                message: "User Account was successfully updated.";
            };
        };
        Deleted: {
            status: {
                /** @constant */
                code: 200;
                /** @constant */
                message: "User Account was successfully deleted.";
            };
        };
        Failure: {
            status: {
                /** @description The status of the response. */
                code: number;
                /** @description What went wrong, in one sentence. */
                message: string;
            };
        };
        FieldMessages: string[];
        FieldFailure: {
            status: {
                /** @constant */
                code: 422;
                message: string;
                /** @description Error messages by field. */
                errors: {
                    "Idempotency-Key"?: components["schemas"]["FieldMessages"];
                    email_address?: components["schemas"]["FieldMessages"];
                    password?: components["schemas"]["FieldMessages"];
                    password_confirmation?: components["schemas"]["FieldMessages"];
                    name?: components["schemas"]["FieldMessages"];
                    locale?: components["schemas"]["FieldMessages"];
                    active?: components["schemas"]["FieldMessages"];
                    user_level?: components["schemas"]["FieldMessages"];
                };
            };
        };
    };
    responses: {
        /** @description The account is updated. */
        Updated: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                Vary: components["headers"]["Vary"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Updated"];
            };
        };
        /** @description One of the entity tags in `If-None-Match` is current. Not counted against the rate limit. */
        NotModified: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                Vary: components["headers"]["Vary"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The request is invalid, or its `User-Agent` is missing or not accepted. */
        Invalid: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The API key is missing, wrong, expired or revoked, or its account is inactive or deleted. */
        Unauthenticated: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description Only administrators may call this operation, access another user's account or change this field. */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description There is no such path, or no user with this id. Deleted users are not found. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description This is the last active administrator and must stay one. Nothing was changed. */
        LastAdministrator: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The user has changed since the version in `If-Match`. Nothing was changed. */
        Changed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description A request with the same `Idempotency-Key` is in progress, or was carried out and its response is not stored. */
        KeyInUse: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "Retry-After": components["headers"]["RetryAfterProgress"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The body is larger than 1 MiB. */
        TooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The body is not `application/json` in UTF-8, or it has a `Content-Encoding`. */
        WrongType: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description Fields of the body are invalid, or the e-mail address belongs to another account. Nothing was changed. */
        WrongFields: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FieldFailure"];
            };
        };
        /** @description Fields of the body are invalid, the e-mail address belongs to another account, or the `Idempotency-Key` was used for another request. Nothing was changed. */
        WrongNewUser: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FieldFailure"];
            };
        };
        /** @description The rate limit is exceeded. `Retry-After` gives the seconds until the network's current hour ends. */
        TooMany: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description Internal server error. The server's log has the cause, with the `X-Request-Id` of this response. */
        Fault: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The server or its database is temporarily unavailable, or too many responses have not been read by their clients. */
        Unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
    };
    parameters: {
        /** @description The id of a user. */
        UserId: components["schemas"]["UserId"];
        /** @description The name of the integration, and a link or an e-mail address; servers can reject one without a link or an address. */
        UserAgent: string;
        /**
         * @description A random value, such as a UUID, that makes the request safe to repeat after a lost response. For 24 hours, the same request
         *     with the same key is not carried out again: it gets the stored response of the first one, with `Idempotent-Replayed`.
         *     Failures are not stored; the key of a failed request can be used again.
         */
        IdempotencyKey: string;
        /** @description Entity tags that the client has cached; 304 if one of them is current (RFC 9110, section 13.1.2). */
        IfNoneMatch: string;
        /** @description Entity tags from `GET` of this user; 412 and no change if none of them is current (RFC 9110, section 13.1.1). */
        IfMatch: string;
    };
    requestBodies: never;
    headers: {
        /** @description Identifies this request in the server's log. The `X-Request-Id` of the request, if that has 1 to 128 characters of `[A-Za-z0-9._-]`, otherwise a random one. */
        RequestId: string;
        /** @description Requests allowed per hour and network (IPv4 address or IPv6 /64). */
        RateLimitLimit: number;
        /** @description Requests left in the network's current hour. */
        RateLimitRemaining: number;
        /** @description A strong entity tag (RFC 9110, section 8.8.3). */
        ETag: string;
        /** @description Sent with a stored response. The request was carried out before, under the same `Idempotency-Key`. */
        IdempotentReplayed: "true";
        /** @description Seconds to wait before a retry. Only sent if a request with the same `Idempotency-Key` is in progress. */
        RetryAfterProgress: number;
        /** @description The response is for this caller only, and caches must revalidate it by its `ETag` (RFC 9111, section 5.2.2). */
        CacheControl: "private, no-cache";
        /** @description The header with the credential, and `Origin` if the server allows cross-origin requests (RFC 9110, section 12.5.5). */
        Vary: string;
        /** @description Seconds to wait before a retry (RFC 9110, section 10.2.3). */
        RetryAfter: number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listUsers: {
        parameters: {
            query?: {
                /** @description Number of users per page. */
                limit?: number;
                /** @description Page number, from 1. */
                page?: number;
            };
            header: {
                /** @description The name of the integration, and a link or an e-mail address; servers can reject one without a link or an address. */
                "User-Agent": components["parameters"]["UserAgent"];
                /** @description Entity tags that the client has cached; 304 if one of them is current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of users. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserPage"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    createUser: {
        parameters: {
            query?: never;
            header: {
                /** @description The name of the integration, and a link or an e-mail address; servers can reject one without a link or an address. */
                "User-Agent": components["parameters"]["UserAgent"];
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
                "application/json": components["schemas"]["NewUser"];
            };
        };
        responses: {
            /** @description The account is created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    /** @description Path of the created user, such as `/api/v1/users/7.json`. */
                    Location: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Created"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["KeyInUse"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["WrongType"];
            422: components["responses"]["WrongNewUser"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header: {
                /** @description The name of the integration, and a link or an e-mail address; servers can reject one without a link or an address. */
                "User-Agent": components["parameters"]["UserAgent"];
                /** @description Entity tags that the client has cached; 304 if one of them is current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of a user. */
                id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SingleUser"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    putUser: {
        parameters: {
            query?: never;
            header: {
                /** @description The name of the integration, and a link or an e-mail address; servers can reject one without a link or an address. */
                "User-Agent": components["parameters"]["UserAgent"];
                /** @description Entity tags from `GET` of this user; 412 and no change if none of them is current (RFC 9110, section 13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id of a user. */
                id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserChange"];
            };
        };
        responses: {
            200: components["responses"]["Updated"];
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["LastAdministrator"];
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["WrongType"];
            422: components["responses"]["WrongFields"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteUser: {
        parameters: {
            query?: never;
            header: {
                /** @description The name of the integration, and a link or an e-mail address; servers can reject one without a link or an address. */
                "User-Agent": components["parameters"]["UserAgent"];
                /** @description Entity tags from `GET` of this user; 412 and no change if none of them is current (RFC 9110, section 13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id of a user. */
                id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account is deleted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deleted"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["LastAdministrator"];
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["WrongType"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    patchUser: {
        parameters: {
            query?: never;
            header: {
                /** @description The name of the integration, and a link or an e-mail address; servers can reject one without a link or an address. */
                "User-Agent": components["parameters"]["UserAgent"];
                /** @description Entity tags from `GET` of this user; 412 and no change if none of them is current (RFC 9110, section 13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id of a user. */
                id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserChange"];
            };
        };
        responses: {
            200: components["responses"]["Updated"];
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["LastAdministrator"];
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["WrongType"];
            422: components["responses"]["WrongFields"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
}
