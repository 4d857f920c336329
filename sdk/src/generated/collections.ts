// Written by npm run generate from openapi/collections.yaml. Do not edit.

export interface paths {
    "/collections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the root collections
         * @description Ordered by `sort`, descending.
         */
        get: operations["listRootCollections"];
        /**
         * Change all collections
         * @description Sorts the siblings of every parent, or expands or collapses all collections. An empty object changes nothing.
         */
        put: operations["updateCollections"];
        post?: never;
        /**
         * Delete some collections
         * @description Deletes only the listed collections: their children that are not listed move up, their items move to the Trash. Unknown ids are skipped.
         */
        delete: operations["deleteCollections"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/collections/childrens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the nested collections
         * @description All collections with a parent, ordered by parent, then `sort` descending, then id.
         */
        get: operations["listChildCollections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/collections/merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Merge collections into one
         * @description Moves the items and children of `ids` to `to`, then removes `ids`. If `to` is a descendant of one of `ids`, it first moves to the parent of that collection. If `ids` contains `to`, that id is ignored.
         */
        put: operations["mergeCollections"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/collections/clean": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Remove empty collections
         * @description Removes the collections that have no items and no descendant with items.
         */
        put: operations["cleanCollections"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/collection": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a collection
         * @description Creates a collection of the caller. A parent that is unknown or belongs to someone else is a 400 with `error` `parent`.
         */
        post: operations["createCollection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/collection/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a collection
         * @description Returns your own collections, or any public one.
         */
        get: operations["getCollection"];
        /**
         * Change a collection
         * @description Partial update: fields that are left out keep their values. Another `parent` moves the collection with its descendants.
         */
        put: operations["updateCollection"];
        post?: never;
        /**
         * Delete a collection
         * @description Deletes the collection and all its descendants; their items move to the Trash.
         */
        delete: operations["deleteCollection"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/collection/-99": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Empty the Trash
         * @description Deletes the items in the Trash permanently.
         */
        delete: operations["emptyTrash"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/collection/{id}/cover": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Upload the cover of a collection
         * @description A PNG, GIF or JPEG, recognised by its content whatever its name and type claim; at most 5 MiB, 25 megapixels and 200 frames.
         *     Only the first frame is stored, as WebP without metadata, at most 512 pixels on the longer side. Invalid uploads are a 400
         *     with `error` -1 (no file), `file_invalid` or `file_size_limit`. The form may have 10 more fields, which are ignored; more
         *     than that are `file_invalid`. An upload that arrives at less than 8 KiB in 5 seconds is a 408. Too many uploads at a time are a
         *     503: 8 may arrive, and 2 are processed; one client network gets at most half of each.
         */
        put: operations["uploadCover"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cover/{picture}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the picture of a cover
         * @description The address comes from the `cover` of a collection and is unguessable. The picture at an address never changes.
         */
        get: operations["getPicture"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/raindrop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create an item */
        post: operations["createItem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/raindrop/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an item
         * @description Returns your own items, and items of public collections.
         */
        get: operations["getItem"];
        /**
         * Change an item
         * @description Partial update: fields that are left out keep their values. Another `collection` moves the item; out of the Trash, that restores it.
         */
        put: operations["updateItem"];
        post?: never;
        /**
         * Delete an item
         * @description Moves the item to the Trash; an item in the Trash is deleted permanently.
         */
        delete: operations["deleteItem"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/raindrops": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create many items
         * @description Creates up to 100 items, all or none.
         */
        post: operations["createItems"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/raindrops/{collectionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List items, a page at a time
         * @description Items of your own collections, of `-1`, `-99` and `0`, or of a public collection (without its sub-collections).
         */
        get: operations["listItems"];
        /**
         * Change many items
         * @description Changes the items of the collection with these `ids`, or all of them without `ids`, which collection `0` requires. Tags and media are added to those that an item has; an empty list removes all.
         */
        put: operations["updateItems"];
        post?: never;
        /**
         * Delete many items
         * @description Moves the items of the collection with these `ids` to the Trash, or all of them without `ids`, which collection `0` requires. Items in the Trash are deleted permanently.
         */
        delete: operations["deleteItems"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the caller's account */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Count the items of each collection */
        get: operations["getStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        PathId: PathId;
        AnyId: AnyId;
        Timestamp: Timestamp;
        Color: Color;
        View: View;
        Owner: Owner;
        Creator: Creator;
        ParentRef: ParentRef;
        Collaborators: Collaborators;
        CoverAddresses: CoverAddresses;
        Access: Access;
        AccessLevel: AccessLevel;
        SingleAccess: SingleAccess;
        Collection: Collection;
        CollectionDetails: CollectionDetails;
        CollectionList: CollectionList;
        SingleCollection: SingleCollection;
        Result: Result;
        Modified: Modified;
        Cleaned: Cleaned;
        Count: Count;
        Title: Title;
        LongText: LongText;
        WebAddress: WebAddress;
        Cover: Cover;
        Parent: Parent;
        ParentId: ParentId;
        NewCollection: NewCollection;
        CollectionChange: CollectionChange;
        AllCollectionsChange: AllCollectionsChange;
        CollectionIds: CollectionIds;
        Ids: Ids;
        Merge: Merge;
        CoverUpload: CoverUpload;
        Link: Link;
        ItemTitle: ItemTitle;
        ItemType: ItemType;
        ItemCover: ItemCover;
        Tags: Tags;
        MediaInput: MediaInput;
        CollectionRef: CollectionRef;
        Order: Order;
        NewItem: NewItem;
        NewItems: NewItems;
        ItemChange: ItemChange;
        NoSearch: NoSearch;
        ItemSelection: ItemSelection;
        ItemsChange: ItemsChange;
        Place: Place;
        Item: Item;
        SingleItem: SingleItem;
        ItemList: ItemList;
        ItemPage: ItemPage;
        Account: Account;
        Statistics: Statistics;
        Quantity: Quantity;
        Failure: Failure;
    };
    responses: {
        /** @description One of the entity tags in `If-None-Match` is current. */
        NotModified: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "Cache-Control": components["headers"]["CacheControl"];
                Vary: components["headers"]["Vary"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The request is invalid. `error` names the field, if one caused it. */
        Invalid: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": Failure;
            };
        };
        /** @description The token is missing or wrong, or its account is inactive or deleted. */
        Unauthenticated: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "WWW-Authenticate": components["headers"]["Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": Failure;
            };
        };
        /** @description The collection or item is public, but belongs to someone else. */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": Failure;
            };
        };
        /** @description The account has used up its quota of items, collections or storage. */
        QuotaExceeded: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": Failure;
            };
        };
        /** @description The collection is public, but belongs to someone else. With `error` `quota`, the change would exceed the account's quota. */
        ForbiddenOrQuota: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": Failure;
            };
        };
        /** @description Not found, or the object belongs to someone else. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": Failure;
            };
        };
        /** @description The resource has changed since the version in `If-Match`. Nothing was changed. */
        Changed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": Failure;
            };
        };
        /** @description The request timed out before it was complete. */
        Timeout: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": Failure;
            };
        };
        /** @description A request with the same `Idempotency-Key` is in progress, or was carried out and its response is not stored. */
        KeyInUse: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "Retry-After": components["headers"]["RetryAfterProgress"];
                [name: string]: unknown;
            };
            content: {
                "application/json": Failure;
            };
        };
        /** @description The `Idempotency-Key` was used for another request. Nothing was changed. */
        KeyReused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": Failure;
            };
        };
        /** @description The body is larger than 1 MiB. */
        TooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": Failure;
            };
        };
        /** @description The body is larger than 1 MiB, or the items would grow by more than 16 MiB together. Nothing was changed. */
        TooLargeOrGrowth: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": Failure;
            };
        };
        /** @description The body is not `application/json` in UTF-8, or it has a `Content-Encoding`. */
        WrongType: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": Failure;
            };
        };
        /** @description The rate limit of this minute is exceeded. `Retry-After` gives the seconds until the next minute. */
        TooMany: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": Failure;
            };
        };
        /** @description Internal server error. The server's log has the cause, by `X-Request-Id`. */
        Fault: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": Failure;
            };
        };
        /** @description The server or its database is temporarily unavailable, or too many responses have not been read by their clients. */
        Unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": Failure;
            };
        };
    };
    parameters: {
        /** @description The id of a collection. */
        CollectionId: PathId;
        /** @description The id of a collection; `-1` is Unsorted, `-99` the Trash, `0` everything outside the Trash. */
        ItemsOf: PathId;
        /** @description The id of an item. */
        ItemId: PathId;
        /** @description Includes the items of all descendants. */
        Nested: boolean;
        /** @description Must be empty. Bulk operations do not support a search; with any other value nothing is changed. */
        NoSearch: NoSearch;
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
        /** @description Identifies this request in the server's log. Copied from the request's `X-Request-Id` if that has 1 to 128 characters of `[A-Za-z0-9._-]`, otherwise generated. */
        RequestId: string;
        /** @description Requests allowed per minute for the account, or for the network if nobody is authenticated. */
        RateLimitLimit: number;
        /** @description Requests left in this minute. */
        RateLimitRemaining: number;
        /** @description When the minute ends, in seconds since 1970. */
        RateLimitReset: number;
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
        /** @description The authentication scheme to use (RFC 9110, section 11.6.1). */
        Authenticate: "Bearer";
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listRootCollections: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that the client has cached; 304 if one of them is current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller's root collections. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": CollectionList;
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateCollections: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags from `GET` of this address; 412 and no change if none of them is current (RFC 9110, section 13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": AllCollectionsChange;
            };
        };
        responses: {
            /** @description The collections are updated. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Result;
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["WrongType"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteCollections: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags from `GET` of this address; 412 and no change if none of them is current (RFC 9110, section 13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": CollectionIds;
            };
        };
        responses: {
            /** @description The collections are deleted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Modified;
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["WrongType"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listChildCollections: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that the client has cached; 304 if one of them is current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller's nested collections. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": CollectionList;
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    mergeCollections: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags from `GET` of this address; 412 and no change if none of them is current (RFC 9110, section 13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Merge;
            };
        };
        responses: {
            /** @description The collections are merged. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Modified;
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["WrongType"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    cleanCollections: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags from `GET` of this address; 412 and no change if none of them is current (RFC 9110, section 13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Number of collections removed. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Cleaned;
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["WrongType"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    createCollection: {
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
                "application/json": NewCollection;
            };
        };
        responses: {
            /** @description The collection. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": SingleCollection;
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["QuotaExceeded"];
            409: components["responses"]["KeyInUse"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["WrongType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCollection: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that the client has cached; 304 if one of them is current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of a collection. */
                id: components["parameters"]["CollectionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The collection. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": SingleCollection;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateCollection: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags from `GET` of this address; 412 and no change if none of them is current (RFC 9110, section 13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id of a collection. */
                id: components["parameters"]["CollectionId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": CollectionChange;
            };
        };
        responses: {
            /** @description The collection. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": SingleCollection;
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["WrongType"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteCollection: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags from `GET` of this address; 412 and no change if none of them is current (RFC 9110, section 13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id of a collection. */
                id: components["parameters"]["CollectionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The collection is deleted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Result;
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["WrongType"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    emptyTrash: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags from `GET` of this address; 412 and no change if none of them is current (RFC 9110, section 13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The Trash is empty. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Result;
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["WrongType"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    uploadCover: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags from `GET` of this address; 412 and no change if none of them is current (RFC 9110, section 13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id of a collection. */
                id: components["parameters"]["CollectionId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": CoverUpload;
            };
        };
        responses: {
            /** @description The collection with its cover. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": SingleCollection;
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenOrQuota"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["Timeout"];
            412: components["responses"]["Changed"];
            415: components["responses"]["WrongType"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPicture: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that the client has cached; 304 if one of them is current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the picture. */
                picture: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The picture. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    ETag: components["headers"]["ETag"];
                    /** @description Cacheable forever (RFC 9111; RFC 8246). */
                    "Cache-Control": "public, max-age=31536000, immutable";
                    /** @description Stops browsers from guessing another content type. */
                    "X-Content-Type-Options": "nosniff";
                    /** @description Sandboxes the picture when it is opened as a page. */
                    "Content-Security-Policy": "default-src 'none'; sandbox";
                    [name: string]: unknown;
                };
                content: {
                    "image/webp": string;
                };
            };
            /** @description One of the entity tags in `If-None-Match` is current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    ETag: components["headers"]["ETag"];
                    /** @description Cacheable forever (RFC 9111; RFC 8246). */
                    "Cache-Control": "public, max-age=31536000, immutable";
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Invalid"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    createItem: {
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
                "application/json": NewItem;
            };
        };
        responses: {
            /** @description The item. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": SingleItem;
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["QuotaExceeded"];
            409: components["responses"]["KeyInUse"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["WrongType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    getItem: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that the client has cached; 304 if one of them is current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of an item. */
                id: components["parameters"]["ItemId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The item. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": SingleItem;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateItem: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags from `GET` of this address; 412 and no change if none of them is current (RFC 9110, section 13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id of an item. */
                id: components["parameters"]["ItemId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": ItemChange;
            };
        };
        responses: {
            /** @description The item. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": SingleItem;
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["WrongType"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteItem: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags from `GET` of this address; 412 and no change if none of them is current (RFC 9110, section 13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id of an item. */
                id: components["parameters"]["ItemId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The item, now in the Trash or deleted permanently. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": SingleItem;
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["WrongType"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    createItems: {
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
                "application/json": NewItems;
            };
        };
        responses: {
            /** @description The items. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ItemList;
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["QuotaExceeded"];
            409: components["responses"]["KeyInUse"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["WrongType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listItems: {
        parameters: {
            query?: ListItemsQuery;
            header?: {
                /** @description Entity tags that the client has cached; 304 if one of them is current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of a collection; `-1` is Unsorted, `-99` the Trash, `0` everything outside the Trash. */
                collectionId: components["parameters"]["ItemsOf"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of items. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ItemPage;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateItems: {
        parameters: {
            query?: UpdateItemsQuery;
            header?: {
                /** @description Entity tags from `GET` of this address; 412 and no change if none of them is current (RFC 9110, section 13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id of a collection; `-1` is Unsorted, `-99` the Trash, `0` everything outside the Trash. */
                collectionId: components["parameters"]["ItemsOf"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": ItemsChange;
            };
        };
        responses: {
            /** @description Number of items changed. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Count;
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLargeOrGrowth"];
            415: components["responses"]["WrongType"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteItems: {
        parameters: {
            query?: DeleteItemsQuery;
            header?: {
                /** @description Entity tags from `GET` of this address; 412 and no change if none of them is current (RFC 9110, section 13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id of a collection; `-1` is Unsorted, `-99` the Trash, `0` everything outside the Trash. */
                collectionId: components["parameters"]["ItemsOf"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": ItemSelection;
            };
        };
        responses: {
            /** @description Number of items deleted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Count;
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["WrongType"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that the client has cached; 304 if one of them is current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Account;
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    getStatistics: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that the client has cached; 304 if one of them is current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Statistics;
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
}
export type PathId = number;
export type AnyId = number;
/** @description ISO 8601, in UTC, with milliseconds. */
export type Timestamp = string;
/** @description Main colour of the cover; without a cover, derived from the id. */
export type Color = string;
/**
 * @description Layout of the item list.
 * @enum {string}
 */
export type View = "list" | "simple" | "grid" | "masonry";
export type Owner = {
    /** @constant */
    $ref: "users";
    $id: number;
};
export type Creator = {
    _id: number;
    name: string;
};
/** @description Only on nested collections. */
export type ParentRef = {
    /** @constant */
    $ref: "collections";
    $id: number;
};
/** @description Only on shared collections; sharing is not available yet. */
export type Collaborators = {
    $id: string;
};
/** @description Addresses of pictures. */
export type CoverAddresses = string[];
export type Access = {
    level: AccessLevel;
    /** @description Whether the caller may move the collection. */
    draggable: boolean;
};
/**
 * @description 4 owner, 3 collaborator who may write, 2 collaborator who may read, 1 public reader.
 * @enum {integer}
 */
export type AccessLevel = 1 | 2 | 3 | 4;
export type SingleAccess = {
    level: AccessLevel;
    /** @description Whether the caller may move the collection. */
    draggable: boolean;
    /** @description Id of the caller's account; 0 for an anonymous caller. */
    for: number;
    /** @description Whether the collection has no parent. */
    root: boolean;
};
export type Collection = {
    _id: number;
    access: Access;
    collaborators?: Collaborators;
    color: Color;
    /** @description Number of items in the collection itself, without those in its descendants. */
    count: number;
    cover: CoverAddresses;
    created: Timestamp;
    creatorRef: Creator;
    description: string;
    /** @description Whether its children are expanded. */
    expanded: boolean;
    lastAction: Timestamp;
    lastUpdate: Timestamp;
    parent?: ParentRef;
    /** @description Whether anyone may read the collection and its items. */
    public: boolean;
    /** @description The title as a URL slug. */
    slug: string;
    /** @description Siblings are ordered by this, descending. */
    sort: number;
    title: string;
    user: Owner;
    view: View;
};
export type CollectionDetails = {
    _id: number;
    access: SingleAccess;
    /** @description Whether the caller created the collection. */
    author: boolean;
    collaborators?: Collaborators;
    color: Color;
    /** @description Number of items in the collection itself, without those in its descendants. */
    count: number;
    cover: CoverAddresses;
    created: Timestamp;
    creatorRef: Creator;
    description: string;
    /** @description Whether its children are expanded. */
    expanded: boolean;
    lastAction: Timestamp;
    lastUpdate: Timestamp;
    parent?: ParentRef;
    /** @description Whether anyone may read the collection and its items. */
    public: boolean;
    /** @description The title as a URL slug. */
    slug: string;
    /** @description Siblings are ordered by this, descending. */
    sort: number;
    title: string;
    user: Owner;
    view: View;
};
export type CollectionList = {
    /** @constant */
    result: true;
    items: Collection[];
};
export type SingleCollection = {
    /** @constant */
    result: true;
    item: CollectionDetails;
};
export type Result = {
    /** @constant */
    result: true;
};
export type Modified = {
    /** @constant */
    result: true;
    /** @description Number of removed collections. */
    modified: number;
    /** @description Their ids. */
    ids: number[];
};
export type Cleaned = {
    /** @constant */
    result: true;
    count: number;
};
export type Count = {
    /** @constant */
    result: true;
    modified: number;
};
/** @description Trimmed; must not be only white space. */
export type Title = string;
export type LongText = string;
/** @description An http or https address. Stored, never fetched. */
export type WebAddress = string;
export type Cover = WebAddress[];
/** @description The parent collection; null, an empty object and the id null or 0 mean the root. */
export type Parent = {
    $id?: number | null;
} | null;
/** @description The id of the parent as a flat key: the same as `parent` with `$id`. */
export type ParentId = number | null;
export type NewCollection = {
    /**
     * @description Trimmed; must not be only white space.
     * @default Untitled
     */
    title?: string;
    /** @default  */
    description?: string;
    /**
     * @default list
     * @enum {string}
     */
    view?: "list" | "simple" | "grid" | "masonry";
    /** @default false */
    public?: boolean;
    /** @default true */
    expanded?: boolean;
    /** @description Defaults to the id of the new collection. */
    sort?: number;
    parent?: Parent;
    "parent.$id"?: ParentId;
    cover?: Cover;
};
/** @description Fields that are left out keep their values. */
export type CollectionChange = {
    title?: Title;
    description?: LongText;
    view?: View;
    public?: boolean;
    expanded?: boolean;
    sort?: number;
    parent?: Parent;
    "parent.$id"?: ParentId;
    cover?: Cover;
};
export type AllCollectionsChange = {
    /**
     * @description Rewrites `sort` so that siblings list in this order. Titles compare ignoring case, numbers in them by value.
     * @enum {string}
     */
    sort?: "title" | "-title" | "-count";
    expanded?: boolean;
};
export type CollectionIds = {
    ids: Ids;
};
export type Ids = AnyId[];
export type Merge = {
    to: AnyId;
    ids: Ids;
};
export type CoverUpload = {
    /** @description The file. */
    cover: string;
};
/** @description An http or https address. */
export type Link = string;
export type ItemTitle = string;
/** @enum {string} */
export type ItemType = "link" | "article" | "image" | "video" | "document" | "audio";
/** @description An http or https address, or empty. Stored, never fetched. */
export type ItemCover = string;
/** @description An item has at most 100, those that a bulk operation adds included. */
export type Tags = string[];
/** @description An item has at most 100, those that a bulk operation adds included. */
export type MediaInput = {
    link: WebAddress;
    type?: string;
}[];
/** @description The collection of the item; `-1` is Unsorted, `-99` the Trash. */
export type CollectionRef = {
    $id: AnyId;
};
/** @description Position in the manual order of its collection, from 0. */
export type Order = number;
export type NewItem = {
    link: Link;
    title?: ItemTitle;
    excerpt?: LongText;
    note?: LongText;
    type?: ItemType;
    cover?: ItemCover;
    media?: MediaInput;
    tags?: Tags;
    important?: boolean;
    broken?: boolean;
    collection?: CollectionRef;
    collectionId?: AnyId;
    order?: Order;
};
export type NewItems = {
    items: NewItem[];
};
/** @description Fields that are left out keep their values. An unchanged `order` sent back with the whole item does not move it. */
export type ItemChange = {
    _id?: AnyId;
    link?: Link;
    title?: ItemTitle;
    excerpt?: LongText;
    note?: LongText;
    type?: ItemType;
    cover?: ItemCover;
    media?: MediaInput;
    tags?: Tags;
    important?: boolean;
    broken?: boolean;
    collection?: CollectionRef;
    collectionId?: AnyId;
    order?: Order;
};
/** @description Must be empty. Bulk operations do not support a search; with any other value nothing is changed. */
export type NoSearch = string;
export type ItemSelection = {
    ids?: Ids;
    nested?: boolean;
    search?: NoSearch;
};
export type ItemsChange = {
    ids?: Ids;
    nested?: boolean;
    search?: NoSearch;
    important?: boolean;
    tags?: Tags;
    media?: MediaInput;
    cover?: ItemCover;
    collection?: CollectionRef;
};
export type Place = {
    /** @constant */
    $ref: "collections";
    $id: number;
    oid: number;
};
export type Item = {
    _id: number;
    link: string;
    title: string;
    excerpt: string;
    note: string;
    type: ItemType;
    cover: string;
    media: {
        link: string;
        type?: string;
    }[];
    tags: string[];
    important: boolean;
    broken: boolean;
    /** @description Whether the item is in the Trash. */
    removed: boolean;
    collection: Place;
    collectionId: number;
    user: Owner;
    creatorRef: Creator;
    /** @description The host of the link. */
    domain: string;
    created: Timestamp;
    lastUpdate: Timestamp;
    /** @description `-sort` orders items by this, descending. */
    sort: number;
    /** @description The position that was set last. */
    order: number;
};
export type SingleItem = {
    /** @constant */
    result: true;
    item: Item;
};
export type ItemList = {
    /** @constant */
    result: true;
    items: Item[];
};
export type ItemPage = {
    /** @constant */
    result: true;
    items: Item[];
    /** @description Number of items on all pages. */
    count: number;
    collectionId: number;
};
export type Account = {
    /** @constant */
    result: true;
    user: {
        _id: number;
        fullName: string;
        email: string;
        /** @description MD5 of the e-mail address in lower case, for avatar services. */
        email_MD5: string;
        groups: {
            title: string;
            hidden: boolean;
            sort: number;
            /** @description The root collections, in order. */
            collections: number[];
        }[];
        config: {
            lang: string;
            raindrops_sort: string;
            raindrops_view: string;
        };
        /** @constant */
        pro: true;
        registered: Timestamp;
    };
};
export type Statistics = {
    /** @constant */
    result: true;
    /** @description The ids 0, -1 and -99 first, then every collection of the caller, by id. */
    items: {
        _id: number;
        count: number;
    }[];
    meta: {
        /** @constant */
        pro: true;
        /** @description The caller's account. */
        _id: number;
        /** @description When an item last changed; before the first change, when the account registered. */
        changedBookmarksDate: Timestamp;
        duplicates: Quantity;
        broken: Quantity;
    };
};
export type Quantity = {
    count: number;
};
export type Failure = {
    /** @constant */
    result: false;
    /** @description The invalid field, or an error code. */
    error: string | number;
    /** @description What went wrong, in one sentence. */
    errorMessage: string;
    /** @description The status of the response. */
    status: number;
};
export type ListItemsQuery = {
    /** @description Page number, from 0. */
    page?: number;
    /** @description Items per page. */
    perpage?: number;
    /** @description Sort order; `-` is descending. Titles compare by their first 100 characters in lower case; `-sort` is the manual order. */
    sort?: "-created" | "created" | "title" | "-title" | "domain" | "-domain" | "-sort";
    /** @description Includes the items of all descendants. */
    nested?: components["parameters"]["Nested"];
    /** @description Text to find in title, excerpt, note, link or tags, ignoring case. */
    search?: string;
};
export type UpdateItemsQuery = {
    /** @description Includes the items of all descendants. */
    nested?: components["parameters"]["Nested"];
    /** @description Must be empty. Bulk operations do not support a search; with any other value nothing is changed. */
    search?: components["parameters"]["NoSearch"];
};
export type DeleteItemsQuery = {
    /** @description Includes the items of all descendants. */
    nested?: components["parameters"]["Nested"];
    /** @description Must be empty. Bulk operations do not support a search; with any other value nothing is changed. */
    search?: components["parameters"]["NoSearch"];
};
