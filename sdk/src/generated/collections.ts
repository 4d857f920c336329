// Written by npm run generate from openapi/collections.yaml. Not to be edited.

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
         * @description By `sort`, descending.
         */
        get: operations["listRootCollections"];
        /**
         * Change all collections
         * @description Orders the collections of every group of siblings, expands or collapses all. An empty object changes nothing.
         */
        put: operations["updateCollections"];
        post?: never;
        /**
         * Delete some collections
         * @description The listed ones alone: what is below them and not listed moves up. Their items move to the Trash. Ids that are unknown are passed over.
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
         * @description All collections that have a parent: by parent, then `sort` descending, then id.
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
         * @description Items and sub-collections of `ids` move to `to`; then `ids` are removed. Where `to` is below one of them it moves up first; inside `ids` it is ignored.
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
         * @description Removes the collections that hold no items and have none below that does.
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
         * @description It is the caller's. An unknown or foreign parent is a 400, with `error` `parent`.
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
         * @description One's own, or a public one.
         */
        get: operations["getCollection"];
        /**
         * Change a collection
         * @description Changes the fields that are passed; the others stay as they are. Another `parent` moves it, with everything below it.
         */
        put: operations["updateCollection"];
        post?: never;
        /**
         * Delete a collection
         * @description It goes with everything below it; their items move to the Trash.
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
         * @description What is in it is deleted for good.
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
         * @description PNG, GIF or JPEG, told by its bytes, whatever name and type are claimed; at most 5 MiB, 25 megapixels and 200 frames. Kept as WebP, its first
         *     frame alone, without metadata, at most 512 pixels on the longer side. What is no such file is a 400 with `error` -1 (there is none),
         *     `file_invalid` or `file_size_limit`. Besides the file a form may hold 10 fields, which nobody reads; more are `file_invalid` too.
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
         * @description Its address stands in the `cover` of collections and can't be guessed. What is at an address never changes.
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
         * @description One's own, or one in a public collection.
         */
        get: operations["getItem"];
        /**
         * Change an item
         * @description Changes the fields that are passed; the others stay as they are. Another `collection` moves it; out of the Trash, that restores it.
         */
        put: operations["updateItem"];
        post?: never;
        /**
         * Delete an item
         * @description It moves to the Trash; one that is there is deleted for good.
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
         * @description All or none, at most 100.
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
         * @description Of one's own collections, of `-1`, `-99` and `0`, or of a public collection, of which those below it are not shown.
         */
        get: operations["listItems"];
        /**
         * Change many items
         * @description Those of `ids`, or all of the collection; of `0` only those of `ids`. Tags and media are added to those that an item has; an empty list removes all.
         */
        put: operations["updateItems"];
        post?: never;
        /**
         * Delete many items
         * @description Those of `ids`, or all of the collection; of `0` only those of `ids`. They move to the Trash; those in the Trash are deleted for good.
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
        /** Read one's account */
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
        /** Count what the account holds */
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
        PathId: number;
        AnyId: number;
        /** @description ISO 8601, in UTC, with milliseconds. */
        Timestamp: string;
        /** @description The main colour of the cover, before that one derived from the id. */
        Color: string;
        /**
         * @description How its items are shown.
         * @enum {string}
         */
        View: "list" | "simple" | "grid" | "masonry";
        Owner: {
            /** @constant */
            $ref: "users";
            $id: number;
        };
        Creator: {
            _id: number;
            name: string;
        };
        /** @description Present on nested collections alone. */
        ParentRef: {
            /** @constant */
            $ref: "collections";
            $id: number;
        };
        /** @description Present where the collection is shared, which so far is nowhere. */
        Collaborators: {
            $id: string;
        };
        /** @description Addresses of pictures. */
        CoverAddresses: string[];
        Access: {
            level: components["schemas"]["AccessLevel"];
            /** @description Whether the caller may move it. */
            draggable: boolean;
        };
        /**
         * @description 4 owner, 3 collaborator who may write, 2 collaborator who may read, 1 public reader.
         * @enum {integer}
         */
        AccessLevel: 1 | 2 | 3 | 4;
        SingleAccess: {
            level: components["schemas"]["AccessLevel"];
            /** @description Whether the caller may move it. */
            draggable: boolean;
            /** @description The caller's account; 0 for an anonymous one. */
            for: number;
            /** @description Whether it has no parent. */
            root: boolean;
        };
        Collection: {
            _id: number;
            access: components["schemas"]["Access"];
            collaborators?: components["schemas"]["Collaborators"];
            color: components["schemas"]["Color"];
            /** @description How many items it holds; those of collections below it are not counted. */
            count: number;
            cover: components["schemas"]["CoverAddresses"];
            created: components["schemas"]["Timestamp"];
            creatorRef: components["schemas"]["Creator"];
            description: string;
            /** @description Whether its sub-collections are shown. */
            expanded: boolean;
            lastAction: components["schemas"]["Timestamp"];
            lastUpdate: components["schemas"]["Timestamp"];
            parent?: components["schemas"]["ParentRef"];
            /** @description Whether it and its items can be read by everybody. */
            public: boolean;
            /** @description The title, for addresses. */
            slug: string;
            /** @description Siblings are listed by it, descending. */
            sort: number;
            title: string;
            user: components["schemas"]["Owner"];
            view: components["schemas"]["View"];
        };
        CollectionDetails: {
            _id: number;
            access: components["schemas"]["SingleAccess"];
            /** @description Whether the caller made it. */
            author: boolean;
            collaborators?: components["schemas"]["Collaborators"];
            color: components["schemas"]["Color"];
            /** @description How many items it holds; those of collections below it are not counted. */
            count: number;
            cover: components["schemas"]["CoverAddresses"];
            created: components["schemas"]["Timestamp"];
            creatorRef: components["schemas"]["Creator"];
            description: string;
            /** @description Whether its sub-collections are shown. */
            expanded: boolean;
            lastAction: components["schemas"]["Timestamp"];
            lastUpdate: components["schemas"]["Timestamp"];
            parent?: components["schemas"]["ParentRef"];
            /** @description Whether it and its items can be read by everybody. */
            public: boolean;
            /** @description The title, for addresses. */
            slug: string;
            /** @description Siblings are listed by it, descending. */
            sort: number;
            title: string;
            user: components["schemas"]["Owner"];
            view: components["schemas"]["View"];
        };
        CollectionList: {
            /** @constant */
            result: true;
            items: components["schemas"]["Collection"][];
        };
        SingleCollection: {
            /** @constant */
            result: true;
            item: components["schemas"]["CollectionDetails"];
        };
        Result: {
            /** @constant */
            result: true;
        };
        Modified: {
            /** @constant */
            result: true;
            /** @description How many collections that were. */
            modified: number;
            /** @description Which ones. */
            ids: number[];
        };
        Cleaned: {
            /** @constant */
            result: true;
            count: number;
        };
        Count: {
            /** @constant */
            result: true;
            modified: number;
        };
        /** @description Stored without the white space around it, and never only white space. */
        Title: string;
        LongText: string;
        /** @description An http or https address. Stored, and never fetched. */
        WebAddress: string;
        Cover: components["schemas"]["WebAddress"][];
        /** @description The collection that it hangs on; null, an empty object and the id null or 0 are the root. */
        Parent: {
            $id?: number | null;
        } | null;
        /** @description The same as `parent` with `$id`, for clients that write it so. */
        ParentId: number | null;
        NewCollection: {
            /**
             * @description Stored without the white space around it, and never only white space.
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
            /** @description Its own id where it is left out. */
            sort?: number;
            parent?: components["schemas"]["Parent"];
            "parent.$id"?: components["schemas"]["ParentId"];
            cover?: components["schemas"]["Cover"];
        };
        /** @description What is left out stays as it is. */
        CollectionChange: {
            title?: components["schemas"]["Title"];
            description?: components["schemas"]["LongText"];
            view?: components["schemas"]["View"];
            public?: boolean;
            expanded?: boolean;
            sort?: number;
            parent?: components["schemas"]["Parent"];
            "parent.$id"?: components["schemas"]["ParentId"];
            cover?: components["schemas"]["Cover"];
        };
        AllCollectionsChange: {
            /**
             * @description Rewrites `sort` so that siblings list in this order. Titles compare without regard to case, numbers in them by their value.
             * @enum {string}
             */
            sort?: "title" | "-title" | "-count";
            expanded?: boolean;
        };
        CollectionIds: {
            ids: components["schemas"]["Ids"];
        };
        Ids: components["schemas"]["AnyId"][];
        Merge: {
            to: components["schemas"]["AnyId"];
            ids: components["schemas"]["Ids"];
        };
        CoverUpload: {
            /** @description The file. */
            cover: string;
        };
        /** @description An http or https address. */
        Link: string;
        ItemTitle: string;
        /** @enum {string} */
        ItemType: "link" | "article" | "image" | "video" | "document" | "audio";
        /** @description An http or https address, or empty. Stored, and never fetched. */
        ItemCover: string;
        Tags: string[];
        MediaInput: {
            link: components["schemas"]["WebAddress"];
            type?: string;
        }[];
        /** @description The collection that it is in; `-1` is Unsorted, `-99` the Trash. */
        CollectionRef: {
            $id: components["schemas"]["AnyId"];
        };
        /** @description Its place among the items of its collection; 0 is the first. */
        Order: number;
        NewItem: {
            link: components["schemas"]["Link"];
            title?: components["schemas"]["ItemTitle"];
            excerpt?: components["schemas"]["LongText"];
            note?: components["schemas"]["LongText"];
            type?: components["schemas"]["ItemType"];
            cover?: components["schemas"]["ItemCover"];
            media?: components["schemas"]["MediaInput"];
            tags?: components["schemas"]["Tags"];
            important?: boolean;
            broken?: boolean;
            collection?: components["schemas"]["CollectionRef"];
            collectionId?: components["schemas"]["AnyId"];
            order?: components["schemas"]["Order"];
        };
        NewItems: {
            items: components["schemas"]["NewItem"][];
        };
        /** @description What is left out stays as it is. An `order` that comes back with the whole item, as it was read, moves nothing. */
        ItemChange: {
            _id?: components["schemas"]["AnyId"];
            link?: components["schemas"]["Link"];
            title?: components["schemas"]["ItemTitle"];
            excerpt?: components["schemas"]["LongText"];
            note?: components["schemas"]["LongText"];
            type?: components["schemas"]["ItemType"];
            cover?: components["schemas"]["ItemCover"];
            media?: components["schemas"]["MediaInput"];
            tags?: components["schemas"]["Tags"];
            important?: boolean;
            broken?: boolean;
            collection?: components["schemas"]["CollectionRef"];
            collectionId?: components["schemas"]["AnyId"];
            order?: components["schemas"]["Order"];
        };
        /** @description Must be empty. Bulk operations do not support a search; with any other value nothing is changed. */
        NoSearch: string;
        ItemSelection: {
            ids?: components["schemas"]["Ids"];
            nested?: boolean;
            search?: components["schemas"]["NoSearch"];
        };
        ItemsChange: {
            ids?: components["schemas"]["Ids"];
            nested?: boolean;
            search?: components["schemas"]["NoSearch"];
            important?: boolean;
            tags?: components["schemas"]["Tags"];
            media?: components["schemas"]["MediaInput"];
            cover?: components["schemas"]["ItemCover"];
            collection?: components["schemas"]["CollectionRef"];
        };
        Place: {
            /** @constant */
            $ref: "collections";
            $id: number;
            oid: number;
        };
        Item: {
            _id: number;
            link: string;
            title: string;
            excerpt: string;
            note: string;
            type: components["schemas"]["ItemType"];
            cover: string;
            media: {
                link: string;
                type?: string;
            }[];
            tags: string[];
            important: boolean;
            broken: boolean;
            /** @description Whether it is in the Trash. */
            removed: boolean;
            collection: components["schemas"]["Place"];
            collectionId: number;
            user: components["schemas"]["Owner"];
            creatorRef: components["schemas"]["Creator"];
            /** @description The host of the link. */
            domain: string;
            created: components["schemas"]["Timestamp"];
            lastUpdate: components["schemas"]["Timestamp"];
            /** @description Under `-sort` it is listed by it, descending. */
            sort: number;
            /** @description The place that it was given last. */
            order: number;
        };
        SingleItem: {
            /** @constant */
            result: true;
            item: components["schemas"]["Item"];
        };
        ItemList: {
            /** @constant */
            result: true;
            items: components["schemas"]["Item"][];
        };
        ItemPage: {
            /** @constant */
            result: true;
            items: components["schemas"]["Item"][];
            /** @description How many items there are on all pages. */
            count: number;
            collectionId: number;
        };
        Account: {
            /** @constant */
            result: true;
            user: {
                _id: number;
                fullName: string;
                email: string;
                /** @description The MD5 of the address in lower case, for services of avatars. */
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
                registered: components["schemas"]["Timestamp"];
            };
        };
        Statistics: {
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
                /** @description When an item changed last; before any has, when the account was registered. */
                changedBookmarksDate: components["schemas"]["Timestamp"];
                duplicates: components["schemas"]["Quantity"];
                broken: components["schemas"]["Quantity"];
            };
        };
        Quantity: {
            count: number;
        };
        Failure: {
            /** @constant */
            result: false;
            /** @description The field that is wrong, or a word for what is. */
            error: string | number;
            /** @description What went wrong, as a sentence. */
            errorMessage: string;
            /** @description The status of the response. */
            status: number;
        };
    };
    responses: {
        /** @description One of the copies that `If-None-Match` names is current. */
        NotModified: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The request is not as this contract says. `error` names the field, where there is one. */
        Invalid: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The token is missing or wrong, or its account is inactive or deleted. */
        Unauthenticated: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "WWW-Authenticate": components["headers"]["Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description It is public, and somebody else's. */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description There is no such thing here, or it is somebody else's. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description What is at this address has changed since the copy that `If-Match` names; nothing was written. */
        Changed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
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
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The body is not `application/json` in UTF-8. */
        WrongType: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description A fault of the server. Its log knows more, under `X-Request-Id`. */
        Fault: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The server or its database can't answer just now. */
        Unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
    };
    parameters: {
        /** @description The id of a collection. */
        CollectionId: components["schemas"]["PathId"];
        /** @description The id of a collection; `-1` is Unsorted, `-99` the Trash, `0` everything outside the Trash. */
        ItemsOf: components["schemas"]["PathId"];
        /** @description The id of an item. */
        ItemId: components["schemas"]["PathId"];
        /** @description With the items of everything below the collection. */
        Nested: boolean;
        /** @description Must be empty. Bulk operations do not support a search; with any other value nothing is changed. */
        NoSearch: components["schemas"]["NoSearch"];
        /** @description Entity tags of copies that the client holds; the answer is 304 when one of them is current (RFC 9110, section 13.1.2). */
        IfNoneMatch: string;
        /** @description Entity tags of what `GET` answers at this address; 412 and no change when none of them is current (RFC 9110, section 13.1.1). */
        IfMatch: string;
    };
    requestBodies: never;
    headers: {
        /** @description Names this request in the server's log. Taken over from the request where that sends 1 to 128 of `[A-Za-z0-9._-]`. */
        RequestId: string;
        /** @description A strong entity tag (RFC 9110, section 8.8.3). */
        ETag: string;
        /** @description Seconds to wait before the next try (RFC 9110, section 10.2.3). */
        RetryAfter: number;
        /** @description How to show who asks (RFC 9110, section 11.6.1). */
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
                /** @description Entity tags of copies that the client holds; the answer is 304 when one of them is current (RFC 9110, section 13.1.2). */
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
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CollectionList"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateCollections: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags of what `GET` answers at this address; 412 and no change when none of them is current (RFC 9110, section 13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AllCollectionsChange"];
            };
        };
        responses: {
            /** @description All are changed as asked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Result"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["WrongType"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteCollections: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags of what `GET` answers at this address; 412 and no change when none of them is current (RFC 9110, section 13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CollectionIds"];
            };
        };
        responses: {
            /** @description The collections are deleted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Modified"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["WrongType"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listChildCollections: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags of copies that the client holds; the answer is 304 when one of them is current (RFC 9110, section 13.1.2). */
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
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CollectionList"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    mergeCollections: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags of what `GET` answers at this address; 412 and no change when none of them is current (RFC 9110, section 13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Merge"];
            };
        };
        responses: {
            /** @description The collections are merged. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Modified"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["WrongType"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    cleanCollections: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags of what `GET` answers at this address; 412 and no change when none of them is current (RFC 9110, section 13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How many collections were removed. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Cleaned"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["WrongType"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    createCollection: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewCollection"];
            };
        };
        responses: {
            /** @description The collection. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SingleCollection"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["WrongType"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCollection: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags of copies that the client holds; the answer is 304 when one of them is current (RFC 9110, section 13.1.2). */
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
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SingleCollection"];
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
    updateCollection: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags of what `GET` answers at this address; 412 and no change when none of them is current (RFC 9110, section 13.1.1). */
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
                "application/json": components["schemas"]["CollectionChange"];
            };
        };
        responses: {
            /** @description The collection. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SingleCollection"];
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
    deleteCollection: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags of what `GET` answers at this address; 412 and no change when none of them is current (RFC 9110, section 13.1.1). */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Result"];
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
    emptyTrash: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags of what `GET` answers at this address; 412 and no change when none of them is current (RFC 9110, section 13.1.1). */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Result"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["WrongType"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    uploadCover: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags of what `GET` answers at this address; 412 and no change when none of them is current (RFC 9110, section 13.1.1). */
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
                "multipart/form-data": components["schemas"]["CoverUpload"];
            };
        };
        responses: {
            /** @description The collection with its cover. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SingleCollection"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Changed"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPicture: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags of copies that the client holds; the answer is 304 when one of them is current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description What the address ends in. */
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
                    ETag: components["headers"]["ETag"];
                    /** @description It may be kept for ever (RFC 9111; RFC 8246). */
                    "Cache-Control": "public, max-age=31536000, immutable";
                    /** @description It is never taken for anything but a picture. */
                    "X-Content-Type-Options": "nosniff";
                    /** @description Opened by itself, it can do nothing. */
                    "Content-Security-Policy": "default-src 'none'; sandbox";
                    [name: string]: unknown;
                };
                content: {
                    "image/webp": string;
                };
            };
            /** @description One of the copies that `If-None-Match` names is current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    /** @description It may be kept for ever (RFC 9111; RFC 8246). */
                    "Cache-Control": "public, max-age=31536000, immutable";
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Invalid"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    createItem: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewItem"];
            };
        };
        responses: {
            /** @description The item. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SingleItem"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["WrongType"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    getItem: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags of copies that the client holds; the answer is 304 when one of them is current (RFC 9110, section 13.1.2). */
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
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SingleItem"];
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
    updateItem: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags of what `GET` answers at this address; 412 and no change when none of them is current (RFC 9110, section 13.1.1). */
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
                "application/json": components["schemas"]["ItemChange"];
            };
        };
        responses: {
            /** @description The item. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SingleItem"];
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
    deleteItem: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags of what `GET` answers at this address; 412 and no change when none of them is current (RFC 9110, section 13.1.1). */
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
            /** @description The item, in the Trash. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SingleItem"];
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
    createItems: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewItems"];
            };
        };
        responses: {
            /** @description The items. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ItemList"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["WrongType"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listItems: {
        parameters: {
            query?: {
                /** @description Which page; the first is 0. */
                page?: number;
                /** @description How many items a page has. */
                perpage?: number;
                /** @description In which order; `-` is descending. Titles compare in lower case and by their first 100 characters, `-sort` is the order that its owner gave them. */
                sort?: "-created" | "created" | "title" | "-title" | "domain" | "-domain" | "-sort";
                /** @description With the items of everything below the collection. */
                nested?: components["parameters"]["Nested"];
                /** @description Text in title, excerpt, note, link or tags, in upper or lower case. */
                search?: string;
            };
            header?: {
                /** @description Entity tags of copies that the client holds; the answer is 304 when one of them is current (RFC 9110, section 13.1.2). */
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
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ItemPage"];
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
    updateItems: {
        parameters: {
            query?: {
                /** @description With the items of everything below the collection. */
                nested?: components["parameters"]["Nested"];
                /** @description Must be empty. Bulk operations do not support a search; with any other value nothing is changed. */
                search?: components["parameters"]["NoSearch"];
            };
            header?: {
                /** @description Entity tags of what `GET` answers at this address; 412 and no change when none of them is current (RFC 9110, section 13.1.1). */
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
                "application/json": components["schemas"]["ItemsChange"];
            };
        };
        responses: {
            /** @description How many items were changed. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Count"];
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
    deleteItems: {
        parameters: {
            query?: {
                /** @description With the items of everything below the collection. */
                nested?: components["parameters"]["Nested"];
                /** @description Must be empty. Bulk operations do not support a search; with any other value nothing is changed. */
                search?: components["parameters"]["NoSearch"];
            };
            header?: {
                /** @description Entity tags of what `GET` answers at this address; 412 and no change when none of them is current (RFC 9110, section 13.1.1). */
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
                "application/json": components["schemas"]["ItemSelection"];
            };
        };
        responses: {
            /** @description How many items were deleted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Count"];
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
    getAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags of copies that the client holds; the answer is 304 when one of them is current (RFC 9110, section 13.1.2). */
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
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    getStatistics: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags of copies that the client holds; the answer is 304 when one of them is current (RFC 9110, section 13.1.2). */
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
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Statistics"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
}
