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
        PathId: number;
        AnyId: number;
        /** @description ISO 8601, in UTC, with milliseconds. */
        Timestamp: string;
        /** @description Main colour of the cover; without a cover, derived from the id. */
        Color: string;
        /**
         * @description Layout of the item list.
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
        /** @description Only on nested collections. */
        ParentRef: {
            /** @constant */
            $ref: "collections";
            $id: number;
        };
        /** @description Only on shared collections; sharing is not available yet. */
        Collaborators: {
            $id: string;
        };
        /** @description Addresses of pictures. */
        CoverAddresses: string[];
        Access: {
            /** @description 4 owner, 3 collaborator who may write, 2 collaborator who may read, 1 public reader. */
            level: components["schemas"]["AccessLevel"];
            /** @description Whether the caller may move the collection. */
            draggable: boolean;
        };
        /**
         * @description 4 owner, 3 collaborator who may write, 2 collaborator who may read, 1 public reader.
         * @enum {integer}
         */
        AccessLevel: 1 | 2 | 3 | 4;
        SingleAccess: {
            /** @description 4 owner, 3 collaborator who may write, 2 collaborator who may read, 1 public reader. */
            level: components["schemas"]["AccessLevel"];
            /** @description Whether the caller may move the collection. */
            draggable: boolean;
            /** @description Id of the caller's account; 0 for an anonymous caller. */
            for: number;
            /** @description Whether the collection has no parent. */
            root: boolean;
        };
        Collection: {
            _id: number;
            access: components["schemas"]["Access"];
            /** @description Only on shared collections; sharing is not available yet. */
            collaborators?: components["schemas"]["Collaborators"];
            /** @description Main colour of the cover; without a cover, derived from the id. */
            color: components["schemas"]["Color"];
            /** @description Number of items in the collection itself, without those in its descendants. */
            count: number;
            /** @description Addresses of pictures. */
            cover: components["schemas"]["CoverAddresses"];
            /** @description ISO 8601, in UTC, with milliseconds. */
            created: components["schemas"]["Timestamp"];
            creatorRef: components["schemas"]["Creator"];
            description: string;
            /** @description Whether its children are expanded. */
            expanded: boolean;
            /** @description ISO 8601, in UTC, with milliseconds. */
            lastAction: components["schemas"]["Timestamp"];
            /** @description ISO 8601, in UTC, with milliseconds. */
            lastUpdate: components["schemas"]["Timestamp"];
            /** @description Only on nested collections. */
            parent?: components["schemas"]["ParentRef"];
            /** @description Whether anyone may read the collection and its items. */
            public: boolean;
            /** @description The title as a URL slug. */
            slug: string;
            /** @description Siblings are ordered by this, descending. */
            sort: number;
            title: string;
            user: components["schemas"]["Owner"];
            /** @description Layout of the item list. */
            view: components["schemas"]["View"];
        };
        CollectionDetails: {
            _id: number;
            access: components["schemas"]["SingleAccess"];
            /** @description Whether the caller created the collection. */
            author: boolean;
            /** @description Only on shared collections; sharing is not available yet. */
            collaborators?: components["schemas"]["Collaborators"];
            /** @description Main colour of the cover; without a cover, derived from the id. */
            color: components["schemas"]["Color"];
            /** @description Number of items in the collection itself, without those in its descendants. */
            count: number;
            /** @description Addresses of pictures. */
            cover: components["schemas"]["CoverAddresses"];
            /** @description ISO 8601, in UTC, with milliseconds. */
            created: components["schemas"]["Timestamp"];
            creatorRef: components["schemas"]["Creator"];
            description: string;
            /** @description Whether its children are expanded. */
            expanded: boolean;
            /** @description ISO 8601, in UTC, with milliseconds. */
            lastAction: components["schemas"]["Timestamp"];
            /** @description ISO 8601, in UTC, with milliseconds. */
            lastUpdate: components["schemas"]["Timestamp"];
            /** @description Only on nested collections. */
            parent?: components["schemas"]["ParentRef"];
            /** @description Whether anyone may read the collection and its items. */
            public: boolean;
            /** @description The title as a URL slug. */
            slug: string;
            /** @description Siblings are ordered by this, descending. */
            sort: number;
            title: string;
            user: components["schemas"]["Owner"];
            /** @description Layout of the item list. */
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
            /** @description Number of removed collections. */
            modified: number;
            /** @description Their ids. */
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
        /** @description Trimmed; must not be only white space. */
        Title: string;
        LongText: string;
        /** @description An http or https address. Stored, never fetched. */
        WebAddress: string;
        Cover: components["schemas"]["WebAddress"][];
        /** @description The parent collection; null, an empty object and the id null or 0 mean the root. */
        Parent: {
            $id?: number | null;
        } | null;
        /** @description The id of the parent as a flat key: the same as `parent` with `$id`. */
        ParentId: number | null;
        NewCollection: {
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
            /** @description The parent collection; null, an empty object and the id null or 0 mean the root. */
            parent?: components["schemas"]["Parent"];
            /** @description The id of the parent as a flat key: the same as `parent` with `$id`. */
            "parent.$id"?: components["schemas"]["ParentId"];
            cover?: components["schemas"]["Cover"];
        };
        /** @description Fields that are left out keep their values. */
        CollectionChange: {
            /** @description Trimmed; must not be only white space. */
            title?: components["schemas"]["Title"];
            description?: components["schemas"]["LongText"];
            /** @description Layout of the item list. */
            view?: components["schemas"]["View"];
            public?: boolean;
            expanded?: boolean;
            sort?: number;
            /** @description The parent collection; null, an empty object and the id null or 0 mean the root. */
            parent?: components["schemas"]["Parent"];
            /** @description The id of the parent as a flat key: the same as `parent` with `$id`. */
            "parent.$id"?: components["schemas"]["ParentId"];
            cover?: components["schemas"]["Cover"];
        };
        AllCollectionsChange: {
            /**
             * @description Rewrites `sort` so that siblings list in this order. Titles compare ignoring case, numbers in them by value.
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
        /** @description An http or https address, or empty. Stored, never fetched. */
        ItemCover: string;
        /** @description An item has at most 100, those that a bulk operation adds included. */
        Tags: string[];
        /** @description An item has at most 100, those that a bulk operation adds included. */
        MediaInput: {
            /** @description An http or https address. Stored, never fetched. */
            link: components["schemas"]["WebAddress"];
            type?: string;
        }[];
        /** @description The collection of the item; `-1` is Unsorted, `-99` the Trash. */
        CollectionRef: {
            $id: components["schemas"]["AnyId"];
        };
        /** @description Position in the manual order of its collection, from 0. */
        Order: number;
        NewItem: {
            /** @description An http or https address. */
            link: components["schemas"]["Link"];
            title?: components["schemas"]["ItemTitle"];
            excerpt?: components["schemas"]["LongText"];
            note?: components["schemas"]["LongText"];
            type?: components["schemas"]["ItemType"];
            /** @description An http or https address, or empty. Stored, never fetched. */
            cover?: components["schemas"]["ItemCover"];
            /** @description An item has at most 100, those that a bulk operation adds included. */
            media?: components["schemas"]["MediaInput"];
            /** @description An item has at most 100, those that a bulk operation adds included. */
            tags?: components["schemas"]["Tags"];
            important?: boolean;
            broken?: boolean;
            /** @description The collection of the item; `-1` is Unsorted, `-99` the Trash. */
            collection?: components["schemas"]["CollectionRef"];
            collectionId?: components["schemas"]["AnyId"];
            /** @description Position in the manual order of its collection, from 0. */
            order?: components["schemas"]["Order"];
        };
        NewItems: {
            items: components["schemas"]["NewItem"][];
        };
        /** @description Fields that are left out keep their values. An unchanged `order` sent back with the whole item does not move it. */
        ItemChange: {
            _id?: components["schemas"]["AnyId"];
            /** @description An http or https address. */
            link?: components["schemas"]["Link"];
            title?: components["schemas"]["ItemTitle"];
            excerpt?: components["schemas"]["LongText"];
            note?: components["schemas"]["LongText"];
            type?: components["schemas"]["ItemType"];
            /** @description An http or https address, or empty. Stored, never fetched. */
            cover?: components["schemas"]["ItemCover"];
            /** @description An item has at most 100, those that a bulk operation adds included. */
            media?: components["schemas"]["MediaInput"];
            /** @description An item has at most 100, those that a bulk operation adds included. */
            tags?: components["schemas"]["Tags"];
            important?: boolean;
            broken?: boolean;
            /** @description The collection of the item; `-1` is Unsorted, `-99` the Trash. */
            collection?: components["schemas"]["CollectionRef"];
            collectionId?: components["schemas"]["AnyId"];
            /** @description Position in the manual order of its collection, from 0. */
            order?: components["schemas"]["Order"];
        };
        /** @description Must be empty. Bulk operations do not support a search; with any other value nothing is changed. */
        NoSearch: string;
        ItemSelection: {
            ids?: components["schemas"]["Ids"];
            nested?: boolean;
            /** @description Must be empty. Bulk operations do not support a search; with any other value nothing is changed. */
            search?: components["schemas"]["NoSearch"];
        };
        ItemsChange: {
            ids?: components["schemas"]["Ids"];
            nested?: boolean;
            /** @description Must be empty. Bulk operations do not support a search; with any other value nothing is changed. */
            search?: components["schemas"]["NoSearch"];
            important?: boolean;
            /** @description An item has at most 100, those that a bulk operation adds included. */
            tags?: components["schemas"]["Tags"];
            /** @description An item has at most 100, those that a bulk operation adds included. */
            media?: components["schemas"]["MediaInput"];
            /** @description An http or https address, or empty. Stored, never fetched. */
            cover?: components["schemas"]["ItemCover"];
            /** @description The collection of the item; `-1` is Unsorted, `-99` the Trash. */
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
            /** @description Whether the item is in the Trash. */
            removed: boolean;
            collection: components["schemas"]["Place"];
            collectionId: number;
            user: components["schemas"]["Owner"];
            creatorRef: components["schemas"]["Creator"];
            /** @description The host of the link. */
            domain: string;
            /** @description ISO 8601, in UTC, with milliseconds. */
            created: components["schemas"]["Timestamp"];
            /** @description ISO 8601, in UTC, with milliseconds. */
            lastUpdate: components["schemas"]["Timestamp"];
            /** @description `-sort` orders items by this, descending. */
            sort: number;
            /** @description The position that was set last. */
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
            /** @description Number of items on all pages. */
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
                /** @description ISO 8601, in UTC, with milliseconds. */
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
                /** @description When an item last changed; before the first change, when the account registered. */
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
            /** @description The invalid field, or an error code. */
            error: string | number;
            /** @description What went wrong, in one sentence. */
            errorMessage: string;
            /** @description The status of the response. */
            status: number;
        };
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
                "application/json": components["schemas"]["Failure"];
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
                "application/json": components["schemas"]["Failure"];
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
                "application/json": components["schemas"]["Failure"];
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
                "application/json": components["schemas"]["Failure"];
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
                "application/json": components["schemas"]["Failure"];
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
                "application/json": components["schemas"]["Failure"];
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
                "application/json": components["schemas"]["Failure"];
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
                "application/json": components["schemas"]["Failure"];
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
                "application/json": components["schemas"]["Failure"];
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
                "application/json": components["schemas"]["Failure"];
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
                "application/json": components["schemas"]["Failure"];
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
                "application/json": components["schemas"]["Failure"];
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
                "application/json": components["schemas"]["Failure"];
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
                "application/json": components["schemas"]["Failure"];
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
                "application/json": components["schemas"]["Failure"];
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
        /** @description Includes the items of all descendants. */
        Nested: boolean;
        /** @description Must be empty. Bulk operations do not support a search; with any other value nothing is changed. */
        NoSearch: components["schemas"]["NoSearch"];
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
                    "application/json": components["schemas"]["CollectionList"];
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
                "application/json": components["schemas"]["AllCollectionsChange"];
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
                    "application/json": components["schemas"]["Result"];
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
                "application/json": components["schemas"]["CollectionIds"];
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
                    "application/json": components["schemas"]["Modified"];
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
                    "application/json": components["schemas"]["CollectionList"];
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
                "application/json": components["schemas"]["Merge"];
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
                    "application/json": components["schemas"]["Modified"];
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
                    "application/json": components["schemas"]["Cleaned"];
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
                "application/json": components["schemas"]["NewCollection"];
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
                    "application/json": components["schemas"]["SingleCollection"];
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
                    "application/json": components["schemas"]["SingleCollection"];
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
                "application/json": components["schemas"]["CollectionChange"];
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
                    "application/json": components["schemas"]["Result"];
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
                "multipart/form-data": components["schemas"]["CoverUpload"];
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
                    "application/json": components["schemas"]["SingleCollection"];
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
                "application/json": components["schemas"]["NewItem"];
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
                    "application/json": components["schemas"]["SingleItem"];
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
                    "application/json": components["schemas"]["SingleItem"];
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
                "application/json": components["schemas"]["ItemChange"];
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
                "application/json": components["schemas"]["NewItems"];
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
                    "application/json": components["schemas"]["ItemList"];
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
            query?: {
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
                    "application/json": components["schemas"]["ItemPage"];
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
            query?: {
                /** @description Includes the items of all descendants. */
                nested?: components["parameters"]["Nested"];
                /** @description Must be empty. Bulk operations do not support a search; with any other value nothing is changed. */
                search?: components["parameters"]["NoSearch"];
            };
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
                "application/json": components["schemas"]["ItemsChange"];
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
                    "application/json": components["schemas"]["Count"];
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
            query?: {
                /** @description Includes the items of all descendants. */
                nested?: components["parameters"]["Nested"];
                /** @description Must be empty. Bulk operations do not support a search; with any other value nothing is changed. */
                search?: components["parameters"]["NoSearch"];
            };
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
                "application/json": components["schemas"]["ItemSelection"];
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
                    "application/json": components["schemas"]["Account"];
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
                    "application/json": components["schemas"]["Statistics"];
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
