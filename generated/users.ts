// Written by contract generate from openapi/users.yaml and openapi/common.yaml. Do not edit.

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
         * @description Only for administrators. Ordered by id, without deleted accounts. After the last page `data` is empty, and `from` and `to` are
         *     0.
         */
        get: operations["listUsers"];
        put?: never;
        /**
         * Create a user
         * @description Only for administrators. The user can log in at once; no e-mail is sent. If another account has the e-mail address, the response
         *     is a 422 with an error for `email_address`. The body of the response has no id: see its header `Location`.
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
        /**
         * Read a user
         * @description Administrators can read every account, other callers their own; any other id is a 403, whether it exists or not. A deleted
         *     account is a 404.
         */
        get: operations["getUser"];
        /**
         * Change a user
         * @description Partial update, the same as `PATCH`. Unlike a `PUT` that replaces, it keeps the fields that are left out.
         */
        put: operations["putUser"];
        post?: never;
        /**
         * Delete a user
         * @description Only for administrators. API keys, tokens and sessions of the account become invalid at once, and its e-mail address can be
         *     registered again. Its collections and items stay stored, but nobody can read them, until the account is erased, 30 days later
         *     by default (setting `ERASE_AFTER_DAYS`). The last active administrator cannot be deleted: 409.
         */
        delete: operations["deleteUser"];
        options?: never;
        head?: never;
        /**
         * Change a user
         * @description Partial update: fields that are left out keep their values. Administrators can change every field of every account; other
         *     callers can change their own account, except `active` and `user_level`.
         *
         *     A new password or e-mail address revokes the tokens and sessions of the account, but not its API keys. A key with scopes
         *     cannot change either: 403. The last active administrator cannot be deactivated or get a lower level: 409. The response has no
         *     user; read it again.
         */
        patch: operations["patchUser"];
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description The id of an account, assigned by the server. Ids are never used again.
         * @example 1
         */
        UserId: number;
        /**
         * @description The user's language, for clients: `en` English, `sv` Swedish. Messages of this API are in English.
         * @example en
         * @enum {string}
         */
        Locale: "en" | "sv";
        /**
         * Format: date-time
         * @description ISO 8601, in UTC, to the second.
         * @example 2026-01-01T12:00:00Z
         */
        Timestamp: string;
        /**
         * Format: date-time
         * @description ISO 8601, in UTC, to the second. Always null, because deleted accounts and their logins are not returned.
         * @example null
         */
        Deletion: string | null;
        /** @description A successful login, recorded by the server. */
        Login: {
            /**
             * @description The id of the login. Later logins have higher ids.
             * @example 7
             */
            id: number;
            /**
             * @description The id of the account that logged in.
             * @example 1
             */
            user_id: number;
            /**
             * @description The IPv4 or IPv6 address of the client.
             * @example 192.0.2.1
             */
            ip_address: string;
            /**
             * @description The header `User-Agent` of the login, at most 255 characters of it; empty if it was not sent.
             * @example Mozilla/5.0
             */
            user_agent: string;
            /**
             * @description The header `Referer` of the login, at most 255 characters of it; empty if it was not sent.
             * @example
             */
            referer: string;
            /**
             * @description 1 for a session that "keep me signed in" reopened without a password, 0 for a login with the password.
             * @example 0
             * @enum {integer}
             */
            via_remember: 0 | 1;
            /**
             * @description When the login happened.
             * @example 2026-01-02T08:30:00Z
             */
            created_at: components["schemas"]["Timestamp"];
            /**
             * @description The same as `created_at`, because logins do not change.
             * @example 2026-01-02T08:30:00Z
             */
            updated_at: components["schemas"]["Timestamp"];
            /**
             * @description Always null.
             * @example null
             */
            deleted_at: components["schemas"]["Deletion"];
        };
        /** @description The account's 20 newest successful logins, newest first. Empty if it never logged in. */
        Logins: components["schemas"]["Login"][];
        /** @description An account in a list. */
        User: {
            /**
             * @description The id of the account.
             * @example 1
             */
            id: number;
            /**
             * @description The address that the account logs in with, as it was sent.
             * @example ada@example.com
             */
            email_address: string;
            /**
             * @description Name of the account's owner.
             * @example Ada Lovelace
             */
            name: string;
            /**
             * @description The user's language, for clients: `en` English, `sv` Swedish. Messages of this API are in English.
             * @example en
             */
            locale: components["schemas"]["Locale"];
            /**
             * @description When the account was created.
             * @example 2026-01-01T12:00:00Z
             */
            created_at: components["schemas"]["Timestamp"];
            /**
             * @description When the account was last changed. A login does not count as a change.
             * @example 2026-01-01T12:00:00Z
             */
            updated_at: components["schemas"]["Timestamp"];
            /**
             * @description Always null, because deleted accounts are not listed.
             * @example null
             */
            deleted_at: components["schemas"]["Deletion"];
            /** @description The account's 20 newest successful logins, newest first. Empty if it never logged in. */
            logins: components["schemas"]["Logins"];
        };
        /** @description A single account. As in the original API it has neither `email_address` nor `deleted_at`: the list has them. */
        SingleUser: {
            /** @description Status of the response. */
            status: {
                /**
                 * @description The HTTP status.
                 * @constant
                 */
                code: 200;
            };
            /**
             * @description The id of the account.
             * @example 1
             */
            id: number;
            /**
             * @description Name of the account's owner.
             * @example Ada Lovelace
             */
            name: string;
            /**
             * @description The user's language, for clients: `en` English, `sv` Swedish. Messages of this API are in English.
             * @example en
             */
            locale: components["schemas"]["Locale"];
            /**
             * @description When the account was created.
             * @example 2026-01-01T12:00:00Z
             */
            created_at: components["schemas"]["Timestamp"];
            /**
             * @description When the account was last changed. A login does not count as a change.
             * @example 2026-01-01T12:00:00Z
             */
            updated_at: components["schemas"]["Timestamp"];
            /** @description The account's 20 newest successful logins, newest first. Empty if it never logged in. */
            logins: components["schemas"]["Logins"];
        };
        /** @description A page of the list of users. */
        UserPage: {
            /** @description The users of the page, and its position in the list. */
            users: {
                /**
                 * @description Number of users on all pages.
                 * @example 2
                 */
                total: number;
                /**
                 * @description Maximum number of users on a page, which is the parameter `limit`.
                 * @example 20
                 */
                per_page: number;
                /**
                 * @description The number of this page, which is the parameter `page`.
                 * @example 1
                 */
                current_page: number;
                /**
                 * @description The number of the last page, at least 1.
                 * @example 1
                 */
                last_page: number;
                /**
                 * @description Position of the first user of this page in the whole list, from 1; 0 for an empty page.
                 * @example 1
                 */
                from: number;
                /**
                 * @description Position of the last user of this page; 0 for an empty page.
                 * @example 2
                 */
                to: number;
                /** @description The users of this page, by id. Empty after the last page. */
                data: components["schemas"]["User"][];
            };
        };
        /**
         * Format: email
         * @description The address to log in with. Compared ignoring case, and unique among accounts that are not deleted. `=?` is rejected: it begins
         *     an encoded word in the headers of mails.
         * @example ada@example.com
         */
        EmailAddress: string;
        /**
         * @description Name of the account's owner, shown with public collections. Trimmed; must not be only white space.
         * @example Ada Lovelace
         */
        Name: string;
        /**
         * Format: password
         * @description Any Unicode text, not trimmed. It is compared in Unicode's normalization form NFKC, and must have at least 8
         *     characters in that form too. Ignoring case, it must not be one of the 10,000 most common passwords, the account's
         *     e-mail address, the part of that before the @, or the account's name.
         * @example correct horse battery staple
         */
        Password: string;
        /**
         * Format: password
         * @description The same password again. A difference is a 422.
         * @example correct horse battery staple
         */
        PasswordConfirmation: string;
        /**
         * @description 1 authenticated user, 2 collaborator, 3 supervisor, 4 administrator.
         * @example 2
         * @enum {integer}
         */
        UserLevel: 1 | 2 | 3 | 4;
        /** @description The fields of a new account. The server assigns the id. */
        UserInput: {
            /**
             * @description The address to log in with. Compared ignoring case, and unique among accounts that are not deleted. `=?` is rejected: it begins
             *     an encoded word in the headers of mails.
             * @example ada@example.com
             */
            email_address: components["schemas"]["EmailAddress"];
            /**
             * @description Any Unicode text, not trimmed. It is compared in Unicode's normalization form NFKC, and must have at least 8
             *     characters in that form too. Ignoring case, it must not be one of the 10,000 most common passwords, the account's
             *     e-mail address, the part of that before the @, or the account's name.
             * @example correct horse battery staple
             */
            password: components["schemas"]["Password"];
            /**
             * @description The same password again. A difference is a 422.
             * @example correct horse battery staple
             */
            password_confirmation: components["schemas"]["PasswordConfirmation"];
            /**
             * @description Name of the account's owner, shown with public collections. Trimmed; must not be only white space.
             * @example Ada Lovelace
             */
            name: components["schemas"]["Name"];
            /**
             * @description The user's language, for clients: `en` English, `sv` Swedish. Messages of this API are in English.
             * @example en
             */
            locale: components["schemas"]["Locale"];
            /**
             * @description Logins, tokens and API keys of an account that is not active are rejected.
             * @example true
             */
            active: boolean;
            /**
             * @description 1 authenticated user, 2 collaborator, 3 supervisor, 4 administrator.
             * @example 2
             */
            user_level: components["schemas"]["UserLevel"];
        };
        /**
         * @description The fields to change. Those that are left out keep their values; null is a 422. An empty object changes nothing. An `id` is
         *     allowed, but must equal the one in the path.
         */
        UserChange: {
            /**
             * @description The address to log in with. Compared ignoring case, and unique among accounts that are not deleted. `=?` is rejected: it begins
             *     an encoded word in the headers of mails.
             * @example ada@example.com
             */
            email_address?: components["schemas"]["EmailAddress"];
            /**
             * @description Any Unicode text, not trimmed. It is compared in Unicode's normalization form NFKC, and must have at least 8
             *     characters in that form too. Ignoring case, it must not be one of the 10,000 most common passwords, the account's
             *     e-mail address, the part of that before the @, or the account's name.
             * @example correct horse battery staple
             */
            password?: components["schemas"]["Password"];
            /**
             * @description The same password again. A difference is a 422.
             * @example correct horse battery staple
             */
            password_confirmation?: components["schemas"]["PasswordConfirmation"];
            /**
             * @description Name of the account's owner, shown with public collections. Trimmed; must not be only white space.
             * @example Ada Lovelace
             */
            name?: components["schemas"]["Name"];
            /**
             * @description The user's language, for clients: `en` English, `sv` Swedish. Messages of this API are in English.
             * @example en
             */
            locale?: components["schemas"]["Locale"];
            /**
             * @description Logins, tokens and API keys of an account that is not active are rejected. Only administrators may send it. `false` revokes
             *     the account's tokens and sessions for good; its API keys work again when it is active again.
             * @example true
             */
            active?: boolean;
            /**
             * @description 1 authenticated user, 2 collaborator, 3 supervisor, 4 administrator. Only administrators may send it.
             * @example 3
             */
            user_level?: components["schemas"]["UserLevel"];
        };
        /** @description The result of a creation. The header `Location` has the id. */
        Created: {
            /** @description Status of the response. */
            status: {
                /**
                 * @description The HTTP status.
                 * @constant
                 */
                code: 201;
                /**
                 * @description What was done.
                 * @constant
                 */
                message: "User Account was successfully created.";
            };
        };
        /** @description The result of an update. */
        Updated: {
            /** @description Status of the response. */
            status: {
                /**
                 * @description The HTTP status.
                 * @constant
                 */
                code: 200;
                /**
                 * @description What was done.
                 * @constant
                 */
                message: "User Account was successfully updated.";
            };
        };
        /** @description The result of a deletion. */
        Deleted: {
            /** @description Status of the response. */
            status: {
                /**
                 * @description The HTTP status.
                 * @constant
                 */
                code: 200;
                /**
                 * @description What was done.
                 * @constant
                 */
                message: "User Account was successfully deleted.";
            };
        };
        /**
         * @description Addition: a failure as problem details (RFC 9457), for clients whose `Accept` prefers `application/problem+json` to `application/json`.
         *     Requests that are not valid HTTP, and those whose head is too large or which time out, get JSON.
         */
        Problem: {
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
        /** @description The body of every failure, except a 422. */
        Failure: {
            /** @description Status of the response. */
            status: {
                /**
                 * @description The HTTP status.
                 * @example 404
                 */
                code: number;
                /**
                 * @description What went wrong, in one sentence, for people. Programs should rely on the status.
                 * @example There is no account with this id.
                 */
                message: string;
            };
        };
        /** @description What is wrong with the field, to be read after its name. Left out if nothing is wrong with it. */
        FieldMessages: string[];
        /** @description The body of a 422. */
        FieldFailure: {
            /** @description Status of the response. */
            status: {
                /**
                 * @description The HTTP status.
                 * @constant
                 */
                code: 422;
                /**
                 * @description What went wrong, in one sentence, for people.
                 * @example Email already exists
                 */
                message: string;
                /** @description Error messages by field. `Idempotency-Key` is a header; the others are fields of the body. */
                errors: {
                    /** @description What is wrong with the field, to be read after its name. Left out if nothing is wrong with it. */
                    "Idempotency-Key"?: components["schemas"]["FieldMessages"];
                    /** @description What is wrong with the field, to be read after its name. Left out if nothing is wrong with it. */
                    email_address?: components["schemas"]["FieldMessages"];
                    /** @description What is wrong with the field, to be read after its name. Left out if nothing is wrong with it. */
                    password?: components["schemas"]["FieldMessages"];
                    /** @description What is wrong with the field, to be read after its name. Left out if nothing is wrong with it. */
                    password_confirmation?: components["schemas"]["FieldMessages"];
                    /** @description What is wrong with the field, to be read after its name. Left out if nothing is wrong with it. */
                    name?: components["schemas"]["FieldMessages"];
                    /** @description What is wrong with the field, to be read after its name. Left out if nothing is wrong with it. */
                    locale?: components["schemas"]["FieldMessages"];
                    /** @description What is wrong with the field, to be read after its name. Left out if nothing is wrong with it. */
                    active?: components["schemas"]["FieldMessages"];
                    /** @description What is wrong with the field, to be read after its name. Left out if nothing is wrong with it. */
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
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
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
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
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
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The API key is missing, wrong, expired or revoked, or its account is inactive or deleted. */
        Unauthenticated: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description Only administrators may call this operation, access another user's account or change this field; or the API key lacks the scope of
         *     the operation.
         */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description There is no such path, or no user with this id. Deleted users are not found. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description This is the last active administrator and must stay one. Nothing was changed. */
        LastAdministrator: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The user has changed since the version in `If-Match`. Nothing was changed. */
        Changed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A request with the same `Idempotency-Key` is in progress, or was carried out and its response is not stored. */
        KeyInUse: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                /** @description Seconds to wait before a retry. Sent only if a request with the same `Idempotency-Key` is in progress. */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is larger than 1 MiB. */
        TooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is not `application/json` in UTF-8, or it has a `Content-Encoding`. */
        WrongType: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Fields of the body are invalid, or the e-mail address belongs to another account. Nothing was changed. */
        WrongFields: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FieldFailure"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description Fields of the body are invalid, the e-mail address belongs to another account, or the `Idempotency-Key` was used for
         *     another request. Nothing was changed.
         */
        WrongNewUser: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FieldFailure"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The rate limit is exceeded. `Retry-After` gives the seconds until the network's current hour ends. */
        TooMany: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Internal server error. The server's log has the cause, with the `X-Request-Id` of this response. */
        Fault: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The server or its database is temporarily unavailable, or too many responses have not been read by their clients. */
        Unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
                "application/problem+json": components["schemas"]["Problem"];
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
        /** @description Requests allowed per hour and network (IPv4 address or IPv6 /64). */
        RateLimitLimit: number;
        /** @description Requests left in the network's current hour. */
        RateLimitRemaining: number;
        /**
         * @description The rate limit, as a structured field: its name, `q` requests in a window of `w` seconds
         *     (draft-ietf-httpapi-ratelimit-headers-11).
         */
        RateLimitPolicy: string;
        /** @description What is left of the rate limit with this name, as a structured field. `r` requests until the window ends in `t` seconds. */
        RateLimit: string;
        /** @description A strong entity tag (RFC 9110, section 8.8.3). */
        ETag: string;
        /** @description Sent with a stored response. The request was carried out before, under the same `Idempotency-Key`. */
        IdempotentReplayed: "true";
        /** @description Seconds to wait before a retry. Sent only if a request with the same `Idempotency-Key` is in progress. */
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
            query: {
                /** @description Maximum number of users on the page. */
                limit: number;
                /** @description Page number, from 1. A page after the last one is empty. */
                page: number;
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
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
                "application/json": components["schemas"]["UserInput"];
            };
        };
        responses: {
            /** @description The account is created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    /** @description Sent with a stored response. The request was carried out before, under the same `Idempotency-Key`. */
                    "Idempotent-Replayed"?: "true";
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    /** @description Path of the created user, such as `/api/v1/users/5.json`. */
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
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
                /** @description Entity tags from `GET` of this address; 412 and no change if none of them is current (RFC 9110, section 13.1.1). */
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
                /** @description Entity tags from `GET` of this address; 412 and no change if none of them is current (RFC 9110, section 13.1.1). */
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
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
                /** @description Entity tags from `GET` of this address; 412 and no change if none of them is current (RFC 9110, section 13.1.1). */
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
/** The security schemes of each operation; null stands for requests without a credential. */
export interface security {
    listUsers: "apiKey";
    createUser: "apiKey";
    getUser: "apiKey";
    putUser: "apiKey";
    patchUser: "apiKey";
    deleteUser: "apiKey";
}
/** The scopes that a credential needs for each operation, all of them. */
export interface scopes {
    listUsers: "users:read";
    createUser: "users:write";
    getUser: "users:read";
    putUser: "users:write";
    patchUser: "users:write";
    deleteUser: "users:write";
}
