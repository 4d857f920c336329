// Written by npm run generate from openapi/collections.yaml. Do not edit.

export interface paths {
    "/collections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listRootCollections"];
        put: operations["updateCollections"];
        post?: never;
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
        get: operations["listChildCollections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/collections/covers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listIcons"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/collections/covers/{text}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["searchIcons"];
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
        get: operations["getCollection"];
        put: operations["updateCollection"];
        post?: never;
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
        put: operations["uploadCover"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/collection/{id}/sharing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listCollaborators"];
        put?: never;
        post: operations["shareCollection"];
        delete: operations["unshareCollection"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/collection/{id}/sharing/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["updateCollaborator"];
        post?: never;
        delete: operations["removeCollaborator"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/collection/{id}/join": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["joinCollection"];
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
        get: operations["getPicture"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/icon/{icon}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getIcon"];
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
        post: operations["createItem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/raindrop/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["uploadFile"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/copies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["uploadCopy"];
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
        get: operations["getItem"];
        put: operations["updateItem"];
        post?: never;
        delete: operations["deleteItem"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/raindrop/{id}/cover": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["uploadItemCover"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/raindrop/{id}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/raindrop/{id}/cache": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getCopy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/raindrop/{id}/suggest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["suggestForItem"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/raindrop/suggest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["suggestForLink"];
        delete?: never;
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
        get: operations["listItems"];
        put: operations["updateItems"];
        post?: never;
        delete: operations["deleteItems"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/raindrops/{collectionId}/export.{format}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["exportItems"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/import/url/exists": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["findLink"];
        put?: never;
        post: operations["findLinks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/import/url/parse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["parseLink"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/import/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["parseFileByPut"];
        post: operations["parseFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/backups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listBackups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/backup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["startBackup"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/backup/{backup}.{format}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["downloadBackup"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/filters/{collectionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getFilters"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/highlights": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listHighlights"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/highlights/{collectionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listCollectionHighlights"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listTags"];
        put: operations["replaceTags"];
        post?: never;
        delete: operations["deleteTags"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tags/{collectionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listCollectionTags"];
        put: operations["replaceCollectionTags"];
        post?: never;
        delete: operations["deleteCollectionTags"];
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
        get: operations["getAccount"];
        put: operations["updateAccount"];
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
        get: operations["getStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listUndoSteps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/undo/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["revertUndoStep"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "item.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Items were added
         * @description Sent after bookmarks or files were added or imported.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description Identifies the event. An event that is delivered again has the same id (Standard Webhooks). */
                    "webhook-id": components["parameters"]["WebhookId"];
                    /** @description When this attempt was made, in seconds since 1970. Reject requests that are older than 5 minutes. */
                    "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                    /**
                     * @description `v1,` and the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` with the secret of the webhook, in Base64. Two of them,
                     *     separated by a space, for 24 hours after the secret was replaced. One that is right is enough.
                     */
                    "webhook-signature": components["parameters"]["WebhookSignature"];
                    /** @description The name of the server. */
                    "user-agent": components["parameters"]["WebhookUserAgent"];
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": ItemCreatedEvent;
                };
            };
            responses: {
                /** @description The receiver wants no more events. The webhook is disabled. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The receiver accepts the event. Its body is ignored. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "item.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Items were changed or moved
         * @description Sent after bookmarks were changed. With `to`, they moved to that collection.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description Identifies the event. An event that is delivered again has the same id (Standard Webhooks). */
                    "webhook-id": components["parameters"]["WebhookId"];
                    /** @description When this attempt was made, in seconds since 1970. Reject requests that are older than 5 minutes. */
                    "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                    /**
                     * @description `v1,` and the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` with the secret of the webhook, in Base64. Two of them,
                     *     separated by a space, for 24 hours after the secret was replaced. One that is right is enough.
                     */
                    "webhook-signature": components["parameters"]["WebhookSignature"];
                    /** @description The name of the server. */
                    "user-agent": components["parameters"]["WebhookUserAgent"];
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": ItemUpdatedEvent;
                };
            };
            responses: {
                /** @description The receiver wants no more events. The webhook is disabled. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The receiver accepts the event. Its body is ignored. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "item.removed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Items were moved to the Trash
         * @description Sent after bookmarks were moved to the Trash.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description Identifies the event. An event that is delivered again has the same id (Standard Webhooks). */
                    "webhook-id": components["parameters"]["WebhookId"];
                    /** @description When this attempt was made, in seconds since 1970. Reject requests that are older than 5 minutes. */
                    "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                    /**
                     * @description `v1,` and the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` with the secret of the webhook, in Base64. Two of them,
                     *     separated by a space, for 24 hours after the secret was replaced. One that is right is enough.
                     */
                    "webhook-signature": components["parameters"]["WebhookSignature"];
                    /** @description The name of the server. */
                    "user-agent": components["parameters"]["WebhookUserAgent"];
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": ItemRemovedEvent;
                };
            };
            responses: {
                /** @description The receiver wants no more events. The webhook is disabled. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The receiver accepts the event. Its body is ignored. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "item.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Items were deleted for good
         * @description Sent after bookmarks in the Trash were deleted.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description Identifies the event. An event that is delivered again has the same id (Standard Webhooks). */
                    "webhook-id": components["parameters"]["WebhookId"];
                    /** @description When this attempt was made, in seconds since 1970. Reject requests that are older than 5 minutes. */
                    "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                    /**
                     * @description `v1,` and the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` with the secret of the webhook, in Base64. Two of them,
                     *     separated by a space, for 24 hours after the secret was replaced. One that is right is enough.
                     */
                    "webhook-signature": components["parameters"]["WebhookSignature"];
                    /** @description The name of the server. */
                    "user-agent": components["parameters"]["WebhookUserAgent"];
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": ItemDeletedEvent;
                };
            };
            responses: {
                /** @description The receiver wants no more events. The webhook is disabled. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The receiver accepts the event. Its body is ignored. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "collection.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Collections were created
         * @description Sent after collections were created.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description Identifies the event. An event that is delivered again has the same id (Standard Webhooks). */
                    "webhook-id": components["parameters"]["WebhookId"];
                    /** @description When this attempt was made, in seconds since 1970. Reject requests that are older than 5 minutes. */
                    "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                    /**
                     * @description `v1,` and the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` with the secret of the webhook, in Base64. Two of them,
                     *     separated by a space, for 24 hours after the secret was replaced. One that is right is enough.
                     */
                    "webhook-signature": components["parameters"]["WebhookSignature"];
                    /** @description The name of the server. */
                    "user-agent": components["parameters"]["WebhookUserAgent"];
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": CollectionCreatedEvent;
                };
            };
            responses: {
                /** @description The receiver wants no more events. The webhook is disabled. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The receiver accepts the event. Its body is ignored. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "collection.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Collections were changed
         * @description Sent after collections were changed, sorted or moved.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description Identifies the event. An event that is delivered again has the same id (Standard Webhooks). */
                    "webhook-id": components["parameters"]["WebhookId"];
                    /** @description When this attempt was made, in seconds since 1970. Reject requests that are older than 5 minutes. */
                    "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                    /**
                     * @description `v1,` and the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` with the secret of the webhook, in Base64. Two of them,
                     *     separated by a space, for 24 hours after the secret was replaced. One that is right is enough.
                     */
                    "webhook-signature": components["parameters"]["WebhookSignature"];
                    /** @description The name of the server. */
                    "user-agent": components["parameters"]["WebhookUserAgent"];
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": CollectionUpdatedEvent;
                };
            };
            responses: {
                /** @description The receiver wants no more events. The webhook is disabled. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The receiver accepts the event. Its body is ignored. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "collection.removed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Collections were deleted
         * @description Sent after collections were deleted. Their bookmarks moved to `to`, which is the Trash, without events of their own.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description Identifies the event. An event that is delivered again has the same id (Standard Webhooks). */
                    "webhook-id": components["parameters"]["WebhookId"];
                    /** @description When this attempt was made, in seconds since 1970. Reject requests that are older than 5 minutes. */
                    "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                    /**
                     * @description `v1,` and the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` with the secret of the webhook, in Base64. Two of them,
                     *     separated by a space, for 24 hours after the secret was replaced. One that is right is enough.
                     */
                    "webhook-signature": components["parameters"]["WebhookSignature"];
                    /** @description The name of the server. */
                    "user-agent": components["parameters"]["WebhookUserAgent"];
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": CollectionRemovedEvent;
                };
            };
            responses: {
                /** @description The receiver wants no more events. The webhook is disabled. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The receiver accepts the event. Its body is ignored. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "collection.merged": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Collections were merged
         * @description Sent after collections were deleted, whose bookmarks moved to the collection `to`.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description Identifies the event. An event that is delivered again has the same id (Standard Webhooks). */
                    "webhook-id": components["parameters"]["WebhookId"];
                    /** @description When this attempt was made, in seconds since 1970. Reject requests that are older than 5 minutes. */
                    "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                    /**
                     * @description `v1,` and the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` with the secret of the webhook, in Base64. Two of them,
                     *     separated by a space, for 24 hours after the secret was replaced. One that is right is enough.
                     */
                    "webhook-signature": components["parameters"]["WebhookSignature"];
                    /** @description The name of the server. */
                    "user-agent": components["parameters"]["WebhookUserAgent"];
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": CollectionMergedEvent;
                };
            };
            responses: {
                /** @description The receiver wants no more events. The webhook is disabled. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The receiver accepts the event. Its body is ignored. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "reminder.due": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reminders are due
         * @description Sent when reminders are due, once for each. Reminders that are due together share an event. None for items in the Trash.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description Identifies the event. An event that is delivered again has the same id (Standard Webhooks). */
                    "webhook-id": components["parameters"]["WebhookId"];
                    /** @description When this attempt was made, in seconds since 1970. Reject requests that are older than 5 minutes. */
                    "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                    /**
                     * @description `v1,` and the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` with the secret of the webhook, in Base64. Two of them,
                     *     separated by a space, for 24 hours after the secret was replaced. One that is right is enough.
                     */
                    "webhook-signature": components["parameters"]["WebhookSignature"];
                    /** @description The name of the server. */
                    "user-agent": components["parameters"]["WebhookUserAgent"];
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": ReminderDueEvent;
                };
            };
            responses: {
                /** @description The receiver wants no more events. The webhook is disabled. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The receiver accepts the event. Its body is ignored. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "change.reverted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A change was undone
         * @description Sent after somebody undid a change.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description Identifies the event. An event that is delivered again has the same id (Standard Webhooks). */
                    "webhook-id": components["parameters"]["WebhookId"];
                    /** @description When this attempt was made, in seconds since 1970. Reject requests that are older than 5 minutes. */
                    "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                    /**
                     * @description `v1,` and the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` with the secret of the webhook, in Base64. Two of them,
                     *     separated by a space, for 24 hours after the secret was replaced. One that is right is enough.
                     */
                    "webhook-signature": components["parameters"]["WebhookSignature"];
                    /** @description The name of the server. */
                    "user-agent": components["parameters"]["WebhookUserAgent"];
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": ChangeRevertedEvent;
                };
            };
            responses: {
                /** @description The receiver wants no more events. The webhook is disabled. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The receiver accepts the event. Its body is ignored. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A test of a webhook
         * @description Sent to one webhook when its owner asked for a test, whatever events the webhook receives.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description Identifies the event. An event that is delivered again has the same id (Standard Webhooks). */
                    "webhook-id": components["parameters"]["WebhookId"];
                    /** @description When this attempt was made, in seconds since 1970. Reject requests that are older than 5 minutes. */
                    "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                    /**
                     * @description `v1,` and the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` with the secret of the webhook, in Base64. Two of them,
                     *     separated by a space, for 24 hours after the secret was replaced. One that is right is enough.
                     */
                    "webhook-signature": components["parameters"]["WebhookSignature"];
                    /** @description The name of the server. */
                    "user-agent": components["parameters"]["WebhookUserAgent"];
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": WebhookTestEvent;
                };
            };
            responses: {
                /** @description The receiver wants no more events. The webhook is disabled. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The receiver accepts the event. Its body is ignored. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        EmailAddress: EmailAddress;
        Password: Password;
        PathId: PathId;
        AnyId: AnyId;
        Timestamp: Timestamp;
        Color: Color;
        View: View;
        Owner: Owner;
        Creator: Creator;
        ParentReference: ParentReference;
        Collaborators: Collaborators;
        CoverAddresses: CoverAddresses;
        Access: Access;
        AccessLevel: AccessLevel;
        SingleAccess: SingleAccess;
        Collection: Collection;
        KeptCopies: KeptCopies;
        CollectionDetails: CollectionDetails;
        CollectionList: CollectionList;
        SingleCollection: SingleCollection;
        Role: Role;
        InvitationsInput: InvitationsInput;
        Invitations: Invitations;
        CollaboratorList: CollaboratorList;
        Collaborator: Collaborator;
        CollaboratorChange: CollaboratorChange;
        Joining: Joining;
        Joined: Joined;
        Success: Success;
        Icons: Icons;
        Modified: Modified;
        Cleaned: Cleaned;
        Count: Count;
        Title: Title;
        LongText: LongText;
        SentAddress: SentAddress;
        Cover: Cover;
        CollectionOrder: CollectionOrder;
        CollectionInput: CollectionInput;
        CollectionChange: CollectionChange;
        AllCollectionsChange: AllCollectionsChange;
        CollectionIds: CollectionIds;
        Ids: Ids;
        Merge: Merge;
        CoverUpload: CoverUpload;
        FileUpload: FileUpload;
        CopyUpload: CopyUpload;
        Copy: Copy;
        Link: Link;
        ItemTitle: ItemTitle;
        ItemType: ItemType;
        ItemCover: ItemCover;
        Tags: Tags;
        MediaInput: MediaInput;
        CollectionRef: CollectionRef;
        Order: Order;
        SuggestionRequest: SuggestionRequest;
        Suggestions: Suggestions;
        ItemInput: ItemInput;
        ItemsInput: ItemsInput;
        ItemChange: ItemChange;
        HighlightColor: HighlightColor;
        HighlightChanges: HighlightChanges;
        PleaseParse: PleaseParse;
        ReminderChange: ReminderChange;
        WritableTime: WritableTime;
        NewItemTime: NewItemTime;
        SearchText: SearchText;
        ItemSelection: ItemSelection;
        ItemsChange: ItemsChange;
        Place: Place;
        ItemCreator: ItemCreator;
        Highlight: Highlight;
        HighlightPage: HighlightPage;
        Item: Item;
        SingleItem: SingleItem;
        ItemList: ItemList;
        ItemPage: ItemPage;
        Tag: Tag;
        TagList: TagList;
        TagNames: TagNames;
        TagReplacement: TagReplacement;
        FilterCounts: FilterCounts;
        Filters: Filters;
        Account: Account;
        ChangedAccount: ChangedAccount;
        PublicAccount: PublicAccount;
        Feature: Feature;
        User: User;
        AccountChange: AccountChange;
        Statistics: Statistics;
        Quantity: Quantity;
        UndoStepList: UndoStepList;
        UndoStep: UndoStep;
        UndoOperation: UndoOperation;
        ItemCreatedEvent: ItemCreatedEvent;
        ItemUpdatedEvent: ItemUpdatedEvent;
        ItemRemovedEvent: ItemRemovedEvent;
        ItemDeletedEvent: ItemDeletedEvent;
        CollectionCreatedEvent: CollectionCreatedEvent;
        CollectionUpdatedEvent: CollectionUpdatedEvent;
        CollectionRemovedEvent: CollectionRemovedEvent;
        CollectionMergedEvent: CollectionMergedEvent;
        ReminderDueEvent: ReminderDueEvent;
        ChangeRevertedEvent: ChangeRevertedEvent;
        WebhookTestEvent: WebhookTestEvent;
        ItemsChanged: ItemsChanged;
        ItemsMoved: ItemsMoved;
        ItemsDue: ItemsDue;
        CollectionsChanged: CollectionsChanged;
        CollectionsRemoved: CollectionsRemoved;
        ChangeReverted: ChangeReverted;
        NoData: NoData;
        Reverted: Reverted;
        Links: Links;
        ExistingLinks: ExistingLinks;
        Backups: Backups;
        Backup: Backup;
        BookmarkFile: BookmarkFile;
        FileContents: FileContents;
        SkippedEntry: SkippedEntry;
        FileFolder: FileFolder;
        FileSubfolder: FileSubfolder;
        FileBookmark: FileBookmark;
        ParsedLink: ParsedLink;
        Problem: Problem;
        Failure: Failure;
        UnauthenticatedFailure: UnauthenticatedFailure;
    };
    responses: {
        /** @description One of the entity tags in `If-None-Match` is current. */
        NotModified: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
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
                "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": Failure;
                "application/problem+json": Problem;
            };
        };
        /** @description The token is missing or wrong, or its account is inactive or deleted. */
        Unauthenticated: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                "WWW-Authenticate": components["headers"]["Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": UnauthenticatedFailure;
                "application/problem+json": Problem;
            };
        };
        /**
         * @description The collection or item can be read, but belongs to someone else, and the caller may not change it like this; or the API key lacks
         *     the scope.
         */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": Failure;
                "application/problem+json": Problem;
            };
        };
        /**
         * @description The caller is neither the owner nor a member of the collection, or the API key lacks the scope. With `error`
         *     `too_many_invitations`, over 100 invited addresses have not joined yet.
         */
        SharingForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": Failure;
                "application/problem+json": Problem;
            };
        };
        /**
         * @description The token is wrong, expired or of another collection; the owner's account is deactivated; the caller is the owner; or the API key
         *     lacks the scope. With `error` `quota`, the collection has 1,000 collaborators or the caller 100 collections of others.
         */
        JoiningForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": Failure;
                "application/problem+json": Problem;
            };
        };
        /** @description The API key lacks the scope of the operation. */
        OutOfScope: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": Failure;
                "application/problem+json": Problem;
            };
        };
        /** @description The account has used up its quota of items, collections or storage, or the API key lacks the scope. */
        QuotaExceeded: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": Failure;
                "application/problem+json": Problem;
            };
        };
        /**
         * @description The caller may read the collection, but not change it like this, or the API key lacks the scope. With `error` `quota`, the change
         *     would exceed the quota of the owner's account.
         */
        ForbiddenOrQuota: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": Failure;
                "application/problem+json": Problem;
            };
        };
        /** @description Not found, or the object belongs to someone else. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": Failure;
                "application/problem+json": Problem;
            };
        };
        /** @description The resource has changed since the version in `If-Match`. Nothing was changed. */
        Changed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": Failure;
                "application/problem+json": Problem;
            };
        };
        /** @description The request timed out before it was complete. */
        Timeout: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
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
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
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
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
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
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": Failure;
                "application/problem+json": Problem;
            };
        };
        /** @description The body is larger than 1 MiB, or the items would grow by more than 16 MiB together. Nothing was changed. */
        TooLargeOrGrowth: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": Failure;
                "application/problem+json": Problem;
            };
        };
        /** @description The body is larger than 8 MiB, or an item in it than 1 MiB. Nothing was created. */
        TooLargeItems: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
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
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": Failure;
                "application/problem+json": Problem;
            };
        };
        /** @description The rate limit of this minute is exceeded. `Retry-After` gives the seconds until the next minute. */
        TooMany: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["RetryAfter"];
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
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
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
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
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
        /** @description The id of a collection. */
        CollectionId: PathId;
        /** @description The id of the collaborator's account. */
        CollaboratorId: number;
        /** @description The id of a collection. `-1` is Unsorted, `-99` the Trash, `0` everything outside the Trash. */
        ItemsOf: PathId;
        /** @description The id of an item. */
        ItemId: PathId;
        /** @description The id of a change, from `GET /undo`. */
        UndoStepId: number;
        /** @description Identifies the event. An event that is delivered again has the same id (Standard Webhooks). */
        WebhookId: string;
        /** @description When this attempt was made, in seconds since 1970. Reject requests that are older than 5 minutes. */
        WebhookTimestamp: number;
        /**
         * @description `v1,` and the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` with the secret of the webhook, in Base64. Two of them,
         *     separated by a space, for 24 hours after the secret was replaced. One that is right is enough.
         */
        WebhookSignature: string;
        /** @description The name of the server. */
        WebhookUserAgent: "Triptych-Webhooks";
        /** @description Whether the items of all descendants are included, at any depth. No effect on `0`, `-1` and `-99`. */
        Nested: boolean;
        /** @description Page number, from 0. A page after the last one is empty. */
        HighlightsPage: number;
        /** @description Maximum number of highlights on the page. More than 50 count as 50. */
        HighlightsPerPage: number;
        /**
         * @description Words and operators, at most 100, which must all match; empty finds all items. Upper case and diacritics make no difference.
         *
         *     A word finds the items that have a word with this beginning in title, excerpt, note or tags, or a word with this part in their
         *     link. It also finds those whose page has it in its readable text, of which the first 16,000 words count: beginnings there have
         *     at least four characters, shorter words are whole. Words of one character, and `"phrases in quotes"`, are found as whole words; the first 20 words of a phrase count. `#tag` or
         *     `#"two words"` finds a whole tag. `title:`, `excerpt:`, `note:`, `link:` and `info:` (title or excerpt) find words in that field; a
         *     bare `info:` restricts the words after it.
         *
         *     - `created:` and `lastUpdate:` find a day, month, year or time, such as `2026-01`, all in UTC; with `>`, `<`, `>=` or `<=` those
         *       after or before.
         *     - `type:video`, `domain:example.com` (or `site:`), `_id:5`.
         *     - `important:true` or `❤️`, `notag:true`, `note:true` (has a note), `highlights:true`, `reminder:true`, `broken:true`, `file:true`,
         *       `duplicate:true` (an older item outside the Trash has the same link, or its page the same canonical address). The value `false` finds the others.
         *     - `cache.status:ready` finds items with a copy of their page; `retry`, `failed`, `invalid-origin`, `invalid-timeout` and `invalid-size`
         *       those that have none, for that reason.
         *
         *     In a public collection of another account that is not shared with the caller, items have no notes, reminders and copies for a search.
         *
         *     `-` before a word or operator excludes what it finds. With `match:OR`, one of those without `-` is enough. A value that an operator
         *     does not know finds nothing; other text before a colon is part of a word.
         */
        Search: string;
        /**
         * @description Only items that this search finds, as in `listItems`. Empty does not restrict the operation; a search without any word or operator,
         *     such as a space, finds nothing. If the body has a `search` too, both must find an item.
         */
        BulkSearch: string;
        /** @description `true` to change all items of collection `0` without `ids` and `search`, which is a 400 otherwise. No effect elsewhere. */
        DangerAll: boolean;
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
        /** @description Requests allowed per minute for the account, or for the network if nobody is authenticated. */
        RateLimitLimit: number;
        /** @description Requests left in this minute. */
        RateLimitRemaining: number;
        /** @description The same number as in `X-RateLimit-Remaining`, under the name in Raindrop.io's documentation. */
        RateLimitRemainingCopy: number;
        /** @description When the minute ends, in seconds since 1970. */
        RateLimitReset: number;
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
    /**
     * List the root collections
     *
     * Returns the caller's collections without a parent, and those that others share with the caller, ordered by `sort` descending, then
     * id. A shared collection is listed here, without its parent, unless that is shared too. Unsorted and Trash are not listed.
     */
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
                    "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
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
            403: components["responses"]["OutOfScope"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    /**
     * Change all collections
     *
     * Sorts the siblings of every parent, expands or collapses all collections, or sets their view, or several of these. An empty object
     * changes nothing. Sorting rewrites the field `sort` once; later changes of titles or counts do not. `If-Match` refers to the list
     * of root collections.
     */
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
                    "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Success;
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["OutOfScope"];
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["WrongType"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    /**
     * Delete some collections
     *
     * Deletes only the listed collections: children that are not listed move up to the nearest remaining ancestor, items move to the
     * Trash. Unknown ids are skipped; if all are unknown, the response is a 404. All or nothing. `If-Match` refers to the list of root
     * collections. The ids are in the body, as this API has it; clients that send no body with a `DELETE` delete one collection at a time.
     */
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
                    "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
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
            403: components["responses"]["OutOfScope"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["WrongType"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    /**
     * List the nested collections
     *
     * Returns the caller's collections with a parent, of all levels, and those inside shared collections, ordered by parent, then `sort` descending, then id. Together with
     * the root collections it gives the whole tree.
     */
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
                    "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
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
            403: components["responses"]["OutOfScope"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    /**
     * List the icons for covers
     *
     * Returns the icons of this server, in groups. To use an icon, send its address in `cover` of a collection.
     */
    listIcons: {
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
            /** @description The icons. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Icons;
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["OutOfScope"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    /**
     * Search the icons for covers
     *
     * Returns the icons whose name or group contains every word of the text, ignoring case, as one group. No group if there are none.
     */
    searchIcons: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that the client has cached; 304 if one of them is current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description One or several words, percent-encoded. */
                text: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The icons. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Icons;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["OutOfScope"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    /**
     * Merge collections into one
     *
     * Moves the items and children of `ids` to `to`, then removes `ids`. If `to` is a descendant of one of `ids`, it first moves to the
     * parent of that collection. If `ids` contains `to`, that id is ignored. Unknown ids are skipped; if all are unknown, the response
     * is a 404. All or nothing. The moved items keep their `lastUpdate`.
     */
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
                    "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
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
            403: components["responses"]["OutOfScope"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["WrongType"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    /**
     * Remove empty collections
     *
     * Removes the caller's collections that have no items and no descendant with items. Nothing else is changed. Takes no body.
     */
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
                    "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
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
            403: components["responses"]["OutOfScope"];
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["WrongType"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    /**
     * Create a collection
     *
     * Creates a collection of the caller, at the root or in another one. A parent that is unknown, belongs to someone else or is on
     * level 64 is a 400 with `error` `parent`. More than 100,000 collections are a 403 with `error` `quota`.
     */
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
                "application/json": CollectionInput;
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
                    "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
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
    /**
     * Read a collection
     *
     * Returns a collection of the caller, one that is shared with the caller, or any public one, which needs no token. System
     * collections cannot be read: 404.
     */
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
                    "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
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
            403: components["responses"]["OutOfScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    /**
     * Change a collection
     *
     * Partial update: fields that are left out keep their values. A member may change `title`, `description`, `view` and `cover`; other
     * values in other fields are a 403. Another `parent` moves the collection with its descendants; a tree
     * of more than 64 levels is a 400 with `error` `parent`.
     */
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
                    "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
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
    /**
     * Delete a collection
     *
     * Deletes the collection and all its descendants; their items move to the Trash. The collections themselves cannot be restored. All
     * or nothing.
     */
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
                    "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Success;
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
    /**
     * Empty the Trash
     *
     * Deletes all items in the Trash. An empty Trash is no failure. Takes no body. `POST /undo/{id}` can restore the items for 24 hours.
     */
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
                    "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Success;
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["OutOfScope"];
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["WrongType"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    /**
     * Upload the cover of a collection
     *
     * A PNG, GIF, JPEG or WebP, recognised by its content whatever its name and type claim; at most 5 MiB, 25 megapixels and
     * 200 frames. Only the first frame is stored, as WebP without metadata, at most 512 pixels on the longer side. Invalid uploads
     * are a 400 with `error` -1 (no file), `file_invalid` or `file_size_limit`. The form may have 10 more fields, which are
     * ignored; more than that are `file_invalid`.
     *
     * The uploaded picture replaces all others in `cover` and sets `color`. A PNG, GIF or WebP with data after its end is invalid,
     * and so is a picture with more than 20,000 pixels on a side. An upload may take 60 seconds; one that arrives at less than
     * 8 KiB in 5 seconds is a 408. Too many uploads at a time are a 503: 8 may arrive, and 2 are processed; one client network gets at most half of each.
     */
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
                    "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
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
    /**
     * List who may use a collection
     *
     * Returns the owner, the collaborators of the collection itself, those who joined first first, and then those of only collections
     * nested in it, with the highest of their roles there. Collaborators of a collection that contains it may use it too, and are
     * listed there. Invited people are not listed until they join. Only for the owner and collaborators.
     */
    listCollaborators: {
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
            /** @description The owner and the collaborators. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": CollaboratorList;
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
    /**
     * Invite to a collection
     *
     * Returns the link with which others join the collection with this role. There is one link for each role; it is valid for 30 days
     * after it was last requested, anybody can use it, and repeating the request returns it again. Addresses in `emails` are stored as
     * invitations. If the server sends mail, each gets a link of its own, with which one person can join, unless too many mails were
     * sent; otherwise pass on the link of the response.
     *
     * The descendants of the collection are shared with it. When a descendant moves out of a collection that has members, the links and
     * invitations to it, which they know, end. A `member` may add, change, tag, move and delete items, which go to the
     * owner's Trash and count towards the owner's quota, and may change the texts, view and cover of a collection, invite others and
     * change their roles. Only the owner may create sub-collections, or move, sort, expand, publish or delete a collection; members get
     * a 403. A `viewer` may only read.
     *
     * Shared collections are read by their id, and are listed by `GET /collections`: collection `0`, the tags, highlights and filters of
     * all collections, statistics, backups and undo only cover the caller's own items. Files can be uploaded only to collections of
     * one's own. Changes by a member can be reverted by the owner.
     *
     * At most 1,000 collaborators for a collection, 100 collections of others for an account, and 100 invited addresses that
     * have not joined yet for all collections of an owner.
     */
    shareCollection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a collection. */
                id: components["parameters"]["CollectionId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": InvitationsInput;
            };
        };
        responses: {
            /** @description The link, and the invited addresses. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Invitations;
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["SharingForbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["WrongType"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    /**
     * Unshare or leave a collection
     *
     * For the owner, removes all collaborators of the collection and of its descendants, and ends all invitations to them. A
     * collaborator leaves the collection and its descendants; when a `member` leaves, the invitations to them end too. One of a
     * collection that contains it gets a 404. Takes no body. Not reverted by `POST /undo/{id}`.
     */
    unshareCollection: {
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
            /** @description The collection is no longer shared with anybody, or with the caller. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Success;
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
    /**
     * Change the role of a collaborator
     *
     * For the owner and members. The role also counts for the descendants of the collection: a `viewer` is no `member` of any of them.
     * One who has joined only descendants gets the role in those. Also ends all links and invitations to the collection and its
     * descendants, with which the collaborator could get the old role back; request new ones.
     */
    updateCollaborator: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags from `GET` of this address; 412 and no change if none of them is current (RFC 9110, section 13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id of a collection. */
                id: components["parameters"]["CollectionId"];
                /** @description The id of the collaborator's account. */
                userId: components["parameters"]["CollaboratorId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": CollaboratorChange;
            };
        };
        responses: {
            /** @description The role is changed. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Success;
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["SharingForbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["WrongType"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    /**
     * Remove a collaborator
     *
     * For the owner and members. Removes the collaborator from the descendants of the collection too. Also ends all links and
     * invitations to the collection and its descendants, with which the collaborator could join again; request new ones. Takes no body.
     */
    removeCollaborator: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags from `GET` of this address; 412 and no change if none of them is current (RFC 9110, section 13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id of a collection. */
                id: components["parameters"]["CollectionId"];
                /** @description The id of the collaborator's account. */
                userId: components["parameters"]["CollaboratorId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The collaborator is removed. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Success;
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["SharingForbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["WrongType"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    /**
     * Join a shared collection
     *
     * Makes the caller a collaborator by the token of an invitation. A collaborator keeps the higher role. An invitation that was sent
     * to an address can be used once.
     */
    joinCollection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a collection. */
                id: components["parameters"]["CollectionId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Joining;
            };
        };
        responses: {
            /** @description The caller is a collaborator. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Joined;
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["JoiningForbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["WrongType"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    /**
     * Read the picture of a cover
     *
     * Returns a picture as WebP, to anyone who knows its address, which comes from the `cover` of a collection and is unguessable. The
     * picture at an address never changes. After it was removed from all covers, it is deleted, and the address becomes a 404.
     */
    getPicture: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that the client has cached; 304 if one of them is current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the picture, the last part of its address in `cover`. */
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
                    "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
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
                    "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
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
    /**
     * Read an icon
     *
     * Returns an icon as PNG, 256 pixels wide and high. Needs no token. The icon at an address never changes.
     */
    getIcon: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that the client has cached; 304 if one of them is current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description File name of the icon, the last part of its address in the list of icons. */
                icon: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The icon. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
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
                    "image/png": string;
                };
            };
            /** @description One of the entity tags in `If-None-Match` is current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
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
    /**
     * Create an item
     *
     * Creates an item of the caller. The server reads the linked page soon afterwards: what the page says becomes the title, excerpt and
     * type that the client leaves out, sends empty, or sends as their defaults. The same link may be stored several times;
     * `GET /user/stats` counts duplicates. More than 1,000,000 items are a 403 with `error` `quota`.
     */
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
                "application/json": ItemInput;
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
                    "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
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
            403: components["responses"]["ForbiddenOrQuota"];
            409: components["responses"]["KeyInUse"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["WrongType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    /**
     * Upload a file as a new item
     *
     * Creates an item that has the file, with its name as the title and its address as the link. The kind is recognised by the
     * content, whatever the name and type claim: JPEG, GIF, PNG, WebP, HEIC; MP4, QuickTime, WMV, WebM; MP3, WAV, AIFF, FLAC; EPUB,
     * PDF and text in UTF-8, which is Markdown if the name ends with `.md`.
     *
     * A file may have 100 MiB (setting `MAX_FILE_MIB`) and counts towards the storage of the account. Invalid uploads are a 400 with
     * `error` -1 (no file), `file_invalid` (two files, another kind or an empty file) or `file_size_limit`. How many fields a form may
     * have, how long an upload may take, and how many may arrive at a time, is the same as for the cover of a collection. The file is
     * deleted 24 hours after its item was deleted from the Trash, because that can be reverted.
     */
    uploadFile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": FileUpload;
            };
        };
        responses: {
            /** @description The new item. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
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
            403: components["responses"]["ForbiddenOrQuota"];
            408: components["responses"]["Timeout"];
            415: components["responses"]["WrongType"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    /**
     * Upload a copy of a page
     *
     * Stores a page that a browser has saved as one file, such as one behind a login, as the copy of the bookmark with this link: the
     * oldest one outside the Trash, or a new one in Unsorted. A copy from before is replaced. Scripts, and what would be read from
     * other servers, are removed. [SingleFile](https://github.com/gildas-lormeau/SingleFile) sends pages like this.
     *
     * A page may have 20 MiB and counts towards the storage of the account; what it still has after cleaning is stored. Invalid
     * uploads are a 400 with `error` -1 (no file), `file_invalid` (two files, or no page) or `file_size_limit`. How many fields a form
     * may have, how long an upload may take, and how many may arrive at a time, is the same as for the cover of a collection.
     */
    uploadCopy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": CopyUpload;
            };
        };
        responses: {
            /** @description The item with its copy. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
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
            403: components["responses"]["ForbiddenOrQuota"];
            408: components["responses"]["Timeout"];
            415: components["responses"]["WrongType"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    /**
     * Read an item
     *
     * Returns an item of the caller, also from the Trash, or an item of a public collection; a token is only needed for the former.
     */
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
                    "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
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
            403: components["responses"]["OutOfScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    /**
     * Change an item
     *
     * Partial update: fields that are left out keep their values; `tags` and `media` are replaced as a whole, `highlights` one by one.
     * Another `collection` moves the item; out of the Trash, that restores it.
     */
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
                    "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
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
    /**
     * Delete an item
     *
     * Moves the item to the Trash; an item in the Trash is deleted permanently. The response has the item, after the move or as it was
     * before its deletion. To restore an item, move it to a collection.
     */
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
                    "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
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
    /**
     * Upload the cover of an item
     *
     * A picture with the same formats, limits and errors as the cover of a collection, stored in the same way. Its address becomes the
     * `cover` of the item and the first of its `media`, in place of the picture that was uploaded before. It is deleted when
     * another one is uploaded, or 24 hours after the item was deleted from the Trash.
     */
    uploadItemCover: {
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
                "multipart/form-data": CoverUpload;
            };
        };
        responses: {
            /** @description The item with its cover. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
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
    /**
     * Download the file of an item
     *
     * Returns the file that was uploaded as this item, to everyone who may read the item. It is sent as `application/octet-stream` to be
     * saved, so that no browser shows it; its type is in the `file` of the item. An item without a file is a 404.
     */
    getFile: {
        parameters: {
            query?: GetFileQuery;
            header?: never;
            path: {
                /** @description The id of an item. */
                id: components["parameters"]["ItemId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, sent while it is read. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    /** @description Makes browsers save the file under its name (RFC 6266). */
                    "Content-Disposition": string;
                    /** @description The size of the file in bytes (RFC 9110). */
                    "Content-Length"?: number;
                    /** @description Sandboxes the file when it is opened as a page. */
                    "Content-Security-Policy": "default-src 'none'; sandbox";
                    /** @description Stops browsers from guessing another content type. */
                    "X-Content-Type-Options": "nosniff";
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["OutOfScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    /**
     * Find the copy of an item
     *
     * Redirects to the copy of the page: one file without scripts, with its pictures and styles. Nobody can guess its address, and
     * everybody who has it can read the copy with it for at least 10 minutes. Without a copy, it is a 404: `cache` of the item says why.
     * An item that was uploaded has its file instead of a copy.
     */
    getCopy: {
        parameters: {
            query?: GetCopyQuery;
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
            /** @description The address of the copy, with `json=1`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Copy;
                };
            };
            304: components["responses"]["NotModified"];
            /** @description A redirection to the copy. */
            307: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    /** @description The address of the copy (RFC 9110, section 10.2.2). */
                    Location: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["OutOfScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    /**
     * Suggest a collection and tags for an item
     *
     * Returns collections and tags that may fit the item: tags that occur in its title, and what the newest 50 other items of the same
     * host have, the most frequent first. No AI is involved.
     */
    suggestForItem: {
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
            /** @description The suggestions. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Suggestions;
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
    /**
     * Suggest a collection and tags for a link
     *
     * Does the same as the `GET` for an item that is not saved yet. Stores nothing.
     */
    suggestForLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The link, and its title if it is known. */
        requestBody: {
            content: {
                "application/json": SuggestionRequest;
            };
        };
        responses: {
            /** @description The suggestions. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Suggestions;
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["OutOfScope"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["WrongType"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    /**
     * Create many items
     *
     * Creates up to 1,000 items, all or none, in the order of the array. Later ones come before earlier ones under `sort`, but for those
     * with an `order`. The body may have 8 MiB and 250,000 values, an item in it 1 MiB and 30,000 values. An account can send one body above 1 MiB
     * at a time; further ones are queued. With an `Idempotency-Key`, a response above 256 KiB is not stored: repeating the request then is a 409.
     */
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
                "application/json": ItemsInput;
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
                    "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
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
            403: components["responses"]["ForbiddenOrQuota"];
            409: components["responses"]["KeyInUse"];
            413: components["responses"]["TooLargeItems"];
            415: components["responses"]["WrongType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    /**
     * List items, a page at a time
     *
     * Returns the items of a collection of the caller, of `-1`, `-99` or `0`, or of a public collection. In a public collection of another
     * account, `nested` has no effect. `count` has the number of items on all pages. An item that is created, moved or deleted while a
     * client reads page after page can be missed or returned twice.
     */
    listItems: {
        parameters: {
            query?: ListItemsQuery;
            header?: {
                /** @description Entity tags that the client has cached; 304 if one of them is current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of a collection. `-1` is Unsorted, `-99` the Trash, `0` everything outside the Trash. */
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
                    "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
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
            403: components["responses"]["OutOfScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    /**
     * Change many items
     *
     * Changes the items of the collection that have one of the `ids` and that `search` finds, or all of them without either; for
     * collection `0`, that needs `dangerAll`. Tags and media are added to those that an item has; an empty list removes all. All or
     * nothing: if one item would become too large, none is changed.
     *
     * Without `ids`, a call can change at most 10,000 items; more are a 400. Moving has no limit, unless with `search`.
     * If the items would grow by more than 16 MiB in total, the response is a 413. `If-Match` refers to the first page of the items.
     */
    updateItems: {
        parameters: {
            query?: UpdateItemsQuery;
            header?: {
                /** @description Entity tags from `GET` of this address; 412 and no change if none of them is current (RFC 9110, section 13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id of a collection. `-1` is Unsorted, `-99` the Trash, `0` everything outside the Trash. */
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
                    "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
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
    /**
     * Delete many items
     *
     * Moves the items of the collection that have one of the `ids` and that `search` finds to the Trash, or all of them without either.
     * In collection `-99`, the Trash, they are deleted permanently. All or nothing. With `search` and without `ids`, a call can delete
     * at most 10,000 items; more are a 400. `If-Match` refers to the first page of the items.
     */
    deleteItems: {
        parameters: {
            query?: DeleteItemsQuery;
            header?: {
                /** @description Entity tags from `GET` of this address; 412 and no change if none of them is current (RFC 9110, section 13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id of a collection. `-1` is Unsorted, `-99` the Trash, `0` everything outside the Trash. */
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
                    "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
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
    /**
     * Export items as a file
     *
     * Returns the items of a collection of the caller, of `-1`, `-99` or `0`, as one file: all, those that `search` finds, or those
     * in `ids`. Items that are moved or deleted while the file is sent may be missing.
     *
     * `csv` is a table (RFC 4180) in UTF-8 without a byte order mark, with the columns
     * `id,title,note,excerpt,url,folder,tags,created,cover,highlights,favorite`. `folder` has the titles from the root down, joined by
     * ` / `; a slash between spaces in a title has a backslash in front. `tags` are joined by `, `, or are a JSON array if one has a
     * comma or the first begins with `[`. `created` is a time as in an item; `favorite` is the item's `important`, `true` or `false`.
     * `highlights` has the lines `Highlight:` and a text, `Note:`, `Color:` and `Created:` for each highlight, and an empty line between them; a line break in a
     * text is followed by a tab.
     *
     * `html` is a bookmark file for browsers: a tree of folders, in the order of lists, each with its items in the order of `sort`, and
     * times in seconds since 1970. Folders without items are left out only with `search` or `ids`. Each link and each folder is on a
     * line of its own, so that a line break in a title or a tag becomes a space; `DATA-TAGS` has tags with commas or line breaks as a
     * JSON array. A `DD` element has the description of an item; one with `DATA-NOTE` has its note; each one with `DATA-HIGHLIGHT`,
     * the color, has the text of a highlight, and one with `DATA-HIGHLIGHT-NOTE` after it the note.
     *
     * `txt` has the links, one a line, in UTF-8. An import skips, and lists, those with a comma or semicolon and a word after it in their
     * path, which it takes for rows of a table.
     *
     * `zip` is an archive with `bookmarks.json`, which an import prefers because it has the most; `texts.jsonl`, if pages have been
     * read, with the readable text of each as a line of JSON (`id` of the item, `html`, and where known `language`, `author` and
     * `published_at`); the copies of pages as `copies/<id of the item>.html`; `bookmarks.csv`, `bookmarks.html`, and the uploaded
     * files in `files`, in folders like their collections. Characters that a file system rejects become `_`, and long names are
     * cut. More than 10,000 files or more than 10,000 copies are a 400.
     */
    exportItems: {
        parameters: {
            query?: ExportItemsQuery;
            header?: never;
            path: {
                /** @description The id of a collection. `-1` is Unsorted, `-99` the Trash, `0` everything outside the Trash. */
                collectionId: components["parameters"]["ItemsOf"];
                /** @description Format of the file. */
                format: "csv" | "html" | "txt" | "zip";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, sent while it is read. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    /** @description Makes browsers save the file under this name (RFC 6266). */
                    "Content-Disposition": "attachment; filename=\"bookmarks.csv\"" | "attachment; filename=\"bookmarks.html\"" | "attachment; filename=\"bookmarks.txt\"" | "attachment; filename=\"bookmarks.zip\"";
                    /** @description Sandboxes the file when it is opened as a page. */
                    "Content-Security-Policy": "default-src 'none'; sandbox";
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "text/html": string;
                    "text/plain": string;
                    "application/zip": string;
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    /**
     * Find out whether a link is saved
     *
     * Returns the oldest item of the caller outside the Trash with an equal link. Links are equal even if they differ in protocol,
     * `www.`, a slash at the end, the order of their parameters, tracking parameters such as `utm_source`, or a fragment without `/`.
     * So is the canonical address that the page of an item names, once it was read, if it has the same host and is no less exact than
     * the link. No such item is a 200 with `result` false.
     */
    findLink: {
        parameters: {
            query: FindLinkQuery;
            header?: {
                /** @description Entity tags that the client has cached; 304 if one of them is current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The item, or none. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ExistingLinks;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["OutOfScope"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    /**
     * Find out which links are saved
     *
     * Does the same as the `GET` for many links.
     */
    findLinks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Links;
            };
        };
        responses: {
            /** @description The items of those links that are saved. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ExistingLinks;
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["OutOfScope"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["WrongType"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    /**
     * Read the page of a link
     *
     * Reads the page that the link leads to, within 5 seconds, and returns what it says about itself: in Open Graph, JSON-LD and oEmbed,
     * and as HTML. Stores nothing. Follows 5 redirects, to public addresses only, and reads at most 8 MiB. Of pages that say nothing,
     * and of those that can't be read, it returns what the link itself tells: the title is the last part of the path or, without one,
     * the host; the type follows from the file name extension. 8 pages are read at a time, two for an account; further ones are queued.
     * With the server's setting `FETCH_LINKS=off` no page is read.
     *
     * A text that is not an http or https address is a 200 with `error`, beside `result` true, as this API has it.
     */
    parseLink: {
        parameters: {
            query: ParseLinkQuery;
            header?: {
                /** @description Entity tags that the client has cached; 304 if one of them is current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the page or the link tells. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ParsedLink;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["OutOfScope"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    /**
     * Read a file of bookmarks, with PUT
     *
     * The same as `POST /import/file`, with the method that Raindrop.io's own applications use. Stores nothing.
     */
    parseFileByPut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": BookmarkFile;
            };
        };
        responses: {
            /** @description The contents of the file. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": FileContents;
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["OutOfScope"];
            408: components["responses"]["Timeout"];
            415: components["responses"]["WrongType"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    /**
     * Read a file of bookmarks
     *
     * Returns the folders and bookmarks of a file, and stores nothing. The format is recognised by its content: a bookmark file of a
     * browser, of Raindrop.io or of Pocket (HTML), a table of Raindrop.io, Pocket, Instapaper, Readwise or another service (CSV), a
     * backup of Firefox, the file `Bookmarks` of Chrome or an export of Pinboard, Karakeep or Linkwarden (JSON), a list with a link per
     * line, or an archive with one of these (ZIP).
     * Entries without an http or https link are skipped, counted and listed, and longer texts than an item may have are cut. Links are
     * read as browsers do: spaces in them are percent-encoded. Times may be ISO 8601, RFC 5322, or numbers since 1970 or 1601.
     *
     * A file may have at most 50 MiB, packed and unpacked, 25,000 bookmarks with 16 million characters of text, and 30,000 folders. An
     * archive whose first entry is a table may have 1 GiB, because the rest of it is ignored: so the archives of `exportItems` can be
     * read, however many files they hold. Invalid uploads are a 400 with `error` -1 (no file), `file_invalid` or `file_size_limit`. How
     * many fields a form may have, how long an upload may take, and how many may arrive at a time, is the same as for the cover of a
     * collection. 3 files are read at a time, one of an account; further ones are queued.
     */
    parseFile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": BookmarkFile;
            };
        };
        responses: {
            /** @description The contents of the file. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": FileContents;
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["OutOfScope"];
            408: components["responses"]["Timeout"];
            415: components["responses"]["WrongType"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    /**
     * List the backups
     *
     * Returns the complete backups of the caller, the newest first. The newest 30 are kept.
     */
    listBackups: {
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
            /** @description The backups. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Backups;
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["OutOfScope"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    /**
     * Start a backup
     *
     * Starts a backup of the caller's items and collections in the background, as this API has it: by a `GET`. It appears in the list
     * when it is complete. Within a minute of another one, nothing is started. No e-mail is sent, although the response says so.
     *
     * A backup is stored compressed and counts towards the storage of the account. If there is too little storage left, it is not
     * stored. Too many waiting backups are a 503.
     */
    startBackup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sentence with which Raindrop.io responds. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    /** @description Never cached, because the request has an effect (RFC 9111). */
                    "Cache-Control": "no-store";
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["OutOfScope"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    /**
     * Download a backup
     *
     * Returns a backup as a file. It is the export of all items outside the Trash at the time of the backup, the newest first.
     */
    downloadBackup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the backup, from the list of backups. */
                backup: string;
                /** @description Format of the file, as in exports. */
                format: "csv" | "html";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, sent while it is read. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    /** @description Makes browsers save the file under this name (RFC 6266). */
                    "Content-Disposition": "attachment; filename=\"bookmarks.csv\"" | "attachment; filename=\"bookmarks.html\"";
                    /** @description Sandboxes the file when it is opened as a page. */
                    "Content-Security-Policy": "default-src 'none'; sandbox";
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "text/html": string;
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["OutOfScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    /**
     * Count the items by tag, type, month and other filters
     *
     * Returns how the items of a collection of the caller, of `-1`, `-99` or `0`, or of a public collection can be filtered, and how many
     * items each filter leaves; with `search`, of the items that it finds. In a public collection of another account, `nested` has no
     * effect.
     */
    getFilters: {
        parameters: {
            query?: GetFiltersQuery;
            header?: {
                /** @description Entity tags that the client has cached; 304 if one of them is current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of a collection. `-1` is Unsorted, `-99` the Trash, `0` everything outside the Trash. */
                collectionId: components["parameters"]["ItemsOf"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The filters. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Filters;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["OutOfScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    /**
     * List all highlights, a page at a time
     *
     * Returns the highlights of the caller's items outside the Trash, newest first, with the tags, title and link of their items.
     * After the last page, `items` is empty.
     */
    listHighlights: {
        parameters: {
            query?: ListHighlightsQuery;
            header?: {
                /** @description Entity tags that the client has cached; 304 if one of them is current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of highlights. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": HighlightPage;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["OutOfScope"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    /**
     * List the highlights of a collection, a page at a time
     *
     * Returns the highlights of the items of a collection, without those of its descendants, newest first, with the tags, title
     * and link of their items. After the last page, `items` is empty.
     */
    listCollectionHighlights: {
        parameters: {
            query?: ListCollectionHighlightsQuery;
            header?: {
                /** @description Entity tags that the client has cached; 304 if one of them is current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of a collection. `-1` is Unsorted, `-99` the Trash, `0` everything outside the Trash. */
                collectionId: components["parameters"]["ItemsOf"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of highlights. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": HighlightPage;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["OutOfScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    /**
     * List the tags of all items
     *
     * Returns the tags of the caller's items outside the Trash, and how many items have each: the most used first, then in the
     * order of their bytes in UTF-8. Case matters. The list has no pages.
     */
    listTags: {
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
            /** @description The tags. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": TagList;
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["OutOfScope"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    /**
     * Rename or merge tags of all items
     *
     * Replaces `tags` by `replace` in the caller's items outside the Trash. One tag is renamed, several are merged. An item that
     * has several of these tags has the new one once. Tags that no item has are skipped. All or nothing: if one item would become
     * too large, none is changed.
     *
     * More than 10,000 items are a 400. If the items would grow by more than 16 MiB in total, the response is a 413. `If-Match`
     * refers to the list of tags.
     */
    replaceTags: {
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
                "application/json": TagReplacement;
            };
        };
        responses: {
            /** @description The tags were replaced. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Success;
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["QuotaExceeded"];
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLargeOrGrowth"];
            415: components["responses"]["WrongType"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    /**
     * Remove tags from all items
     *
     * Removes `tags` from the caller's items outside the Trash. The items stay. Tags that no item has are skipped. More than
     * 10,000 items are a 400. `If-Match` refers to the list of tags.
     */
    deleteTags: {
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
                "application/json": TagNames;
            };
        };
        responses: {
            /** @description The tags were removed. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Success;
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["OutOfScope"];
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["WrongType"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    /**
     * List the tags of a collection
     *
     * Returns the tags of the items of a collection, without those of its descendants, and how many items have each: the most used
     * first, then in the order of their bytes in UTF-8. Case matters. The list has no pages.
     */
    listCollectionTags: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that the client has cached; 304 if one of them is current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of a collection. `-1` is Unsorted, `-99` the Trash, `0` everything outside the Trash. */
                collectionId: components["parameters"]["ItemsOf"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tags. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": TagList;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["OutOfScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    /**
     * Rename or merge tags of a collection
     *
     * Replaces `tags` by `replace` in the items of a collection, without those of its descendants. One tag is renamed, several are
     * merged. An item that has several of these tags has the new one once. Tags that no item has are skipped. All or nothing: if
     * one item would become too large, none is changed.
     *
     * More than 10,000 items are a 400. If the items would grow by more than 16 MiB in total, the response is a 413. `If-Match`
     * refers to the list of tags.
     */
    replaceCollectionTags: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags from `GET` of this address; 412 and no change if none of them is current (RFC 9110, section 13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id of a collection. `-1` is Unsorted, `-99` the Trash, `0` everything outside the Trash. */
                collectionId: components["parameters"]["ItemsOf"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": TagReplacement;
            };
        };
        responses: {
            /** @description The tags were replaced. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Success;
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenOrQuota"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLargeOrGrowth"];
            415: components["responses"]["WrongType"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    /**
     * Remove tags from a collection
     *
     * Removes `tags` from the items of a collection, without those of its descendants. The items stay. Tags that no item has are
     * skipped. More than 10,000 items are a 400. `If-Match` refers to the list of tags.
     */
    deleteCollectionTags: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags from `GET` of this address; 412 and no change if none of them is current (RFC 9110, section 13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id of a collection. `-1` is Unsorted, `-99` the Trash, `0` everything outside the Trash. */
                collectionId: components["parameters"]["ItemsOf"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": TagNames;
            };
        };
        responses: {
            /** @description The tags were removed. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Success;
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
    /**
     * Read the caller's account
     *
     * Returns the account that the token or API key belongs to, the groups of its root collections, and the settings of clients.
     */
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
                    "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
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
            403: components["responses"]["OutOfScope"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    /**
     * Change the caller's account
     *
     * Partial update: fields that are left out keep their values. Another `email` and a `newpassword` need the current password in
     * `oldpassword`; a wrong one is a 400 with `error` 3. An empty `email` is a 400 with `error` 1, an empty `fullName` one with `error`
     * 2. If the server sends mail (setting `SMTP_URL`), another `email` gets a link, and takes effect when that is opened within 24
     * hours; until then the response shows the current address. A network may ask for 10 mails per hour (setting `MAILS_PER_HOUR`),
     * and 5 to one address. A new password ends all sessions and invalidates all login tokens of the account, the one of this request included. API keys
     * stay valid.
     */
    updateAccount: {
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
                "application/json": AccountChange;
            };
        };
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ChangedAccount;
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["OutOfScope"];
            /** @description Another account has this e-mail address. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Failure;
                    "application/problem+json": Problem;
                };
            };
            412: components["responses"]["Changed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["WrongType"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    /**
     * Count the items of each collection
     *
     * Returns the number of items of every collection of the caller, of Unsorted and of the Trash, and how many items are duplicates or
     * marked as broken. A collection's count does not include its descendants.
     */
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
                    "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
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
            403: components["responses"]["OutOfScope"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    /**
     * List the changes that can be reverted
     *
     * Returns the destructive changes of the last 24 hours that have not been reverted, newest first: deleting, merging and cleaning
     * collections, deleting items, emptying the Trash, bulk changes of items, renaming, merging and removing tags, removing copies of
     * pages or replacing them by newer ones, and imports on the server's command line. A change of nothing is not listed.
     *
     * An account keeps its newest 100 changes. What they need counts towards its storage, and so do deleted items, covers and copies while they
     * can be restored. When the storage or the number of items is used up, changes are discarded, oldest first, instead of a 403.
     */
    listUndoSteps: {
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
            /** @description The changes that can be reverted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": UndoStepList;
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["OutOfScope"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    /**
     * Revert a change
     *
     * Restores deleted collections with their ids, covers and parents, moves items back to where they were, and restores the tags,
     * media, covers and importance that a bulk change has replaced. Deletes what an import has created. Takes no body.
     *
     * What has changed since stays as it is, and is counted as skipped: an item that is no longer where the change has put it, whose
     * tags are no longer those that the change has set, or whose collection does not exist any more. If the tree would be more than 64
     * levels deep, nothing is reverted. A change can be reverted once. Revert several changes of the same items newest first.
     */
    revertUndoStep: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a change, from `GET /undo`. */
                id: components["parameters"]["UndoStepId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was reverted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Reverted;
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["QuotaExceeded"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["WrongType"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    /**
     * Read the public part of an account
     *
     * Returns an active account by its id or its exact name; if several accounts have the name, the oldest. A name of digits alone is read
     * as an id, and a name such as `stats` that is a path of this API cannot be read.
     */
    getUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that the client has cached; 304 if one of them is current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id or the `fullName` of an account. */
                name: string;
            };
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
                    "RateLimit-Remaining": components["headers"]["RateLimitRemainingCopy"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": PublicAccount;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["OutOfScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
}
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
/**
 * @description An id in a path. Collections and items have positive ids, system collections have `0`, `-1` and `-99`.
 * @example 7
 */
export type PathId = number;
/**
 * @description The id of a collection or an item.
 * @example 7
 */
export type AnyId = number;
/**
 * Format: date-time
 * @description ISO 8601, in UTC, with milliseconds.
 * @example 2026-01-02T09:00:00.000Z
 */
export type Timestamp = string;
/**
 * @description Colour of the collection as `#rrggbb`, set by the server: the main colour of the first uploaded picture in `cover`. Without
 *     such a picture it is derived from the id, so that neighbouring collections differ.
 * @example #538454
 */
export type Color = string;
/**
 * @description Layout in which clients show the items.
 * @example list
 * @enum {string}
 */
export type View = "list" | "simple" | "grid" | "masonry";
/** @description The account that owns the object. */
export type Owner = {
    /**
     * @description Always `users`.
     * @constant
     */
    $ref: "users";
    /**
     * @description The id of the account.
     * @example 1
     */
    $id: number;
};
/** @description The account that owns the collection. */
export type Creator = {
    /**
     * @description The id of the account.
     * @example 1
     */
    _id: number;
    /**
     * @description The current name of the account's owner.
     * @example Ada Lovelace
     */
    name: string;
    /**
     * @description Always empty: nobody learns the addresses of others.
     * @constant
     */
    email: "";
};
/** @description The parent collection. Only on nested collections, and only if the caller may read the parent. */
export type ParentReference = {
    /**
     * @description Always `collections`.
     * @constant
     */
    $ref: "collections";
    /**
     * @description The id of the parent.
     * @example 7
     */
    $id: number;
};
/** @description Only on collections that are shared themselves, for the owner and collaborators. */
export type Collaborators = {
    /**
     * @description Id of the list of collaborators.
     * @example 7
     */
    $id: string;
};
/**
 * @description Addresses of pictures, those set by a client and those of uploads. Empty without a cover. Uploaded pictures are on this server,
 *     at `/rest/v1/cover/{picture}`.
 */
export type CoverAddresses = string[];
/** @description What the caller may do with the collection. */
export type Access = {
    /**
     * @description 4 owner, 3 member, 2 viewer, 1 public reader.
     * @example 4
     */
    level: AccessLevel;
    /**
     * @description Whether the caller may move the collection.
     * @example true
     */
    draggable: boolean;
};
/**
 * @description 4 owner, 3 member, 2 viewer, 1 public reader.
 * @example 4
 * @enum {integer}
 */
export type AccessLevel = 1 | 2 | 3 | 4;
/** @description What the caller may do with the collection. */
export type SingleAccess = {
    /**
     * @description 4 owner, 3 member, 2 viewer, 1 public reader.
     * @example 4
     */
    level: AccessLevel;
    /**
     * @description Whether the caller may move the collection.
     * @example true
     */
    draggable: boolean;
    /**
     * @description Id of the caller's account; 0 for an anonymous caller.
     * @example 1
     */
    for: number;
    /**
     * @description Whether the collection has no parent that the caller may read.
     * @example true
     */
    root: boolean;
};
/** @description A collection in a list. */
export type Collection = {
    /**
     * @description The id of the collection, a positive number assigned by the server. Ids are never used again.
     * @example 7
     */
    _id: number;
    /** @description What the caller may do with the collection. */
    access: Access;
    /** @description Only on collections that are shared themselves, for the owner and collaborators. */
    collaborators?: Collaborators;
    /**
     * @description Colour of the collection as `#rrggbb`, set by the server: the main colour of the first uploaded picture in `cover`. Without
     *     such a picture it is derived from the id, so that neighbouring collections differ.
     * @example #538454
     */
    color: Color;
    /**
     * @description Number of items in the collection itself, without those in its descendants.
     * @example 2
     */
    count: number;
    /**
     * @description Addresses of pictures, those set by a client and those of uploads. Empty without a cover. Uploaded pictures are on this server,
     *     at `/rest/v1/cover/{picture}`.
     */
    cover: CoverAddresses;
    /**
     * @description When the collection was created.
     * @example 2026-01-02T09:00:00.000Z
     */
    created: Timestamp;
    /** @description The account that owns the collection. */
    creatorRef: Creator;
    /**
     * @description Text about the collection; empty if none was given.
     * @example Articles and documentation
     */
    description: string;
    /**
     * @description Whether clients show its children expanded.
     * @example true
     */
    expanded: boolean;
    /**
     * @description Whether the server keeps copies of the pages of its bookmarks. Left out if not, and for those who may read it only because it is public.
     * @example true
     */
    keepCopies?: KeptCopies;
    /**
     * @description The same as `lastUpdate`.
     * @example 2026-01-02T09:00:00.000Z
     */
    lastAction: Timestamp;
    /**
     * @description When a field of the collection was last changed. Changes of its items do not count.
     * @example 2026-01-02T09:00:00.000Z
     */
    lastUpdate: Timestamp;
    /** @description The parent collection. Only on nested collections, and only if the caller may read the parent. */
    parent?: ParentReference;
    /**
     * @description Whether anyone may read the collection and its items.
     * @example false
     */
    public: boolean;
    /**
     * @description The title in lower case, with `-` between words; letters and digits of any script are kept. Not unique.
     * @example development
     */
    slug: string;
    /**
     * @description Siblings are ordered by this, descending.
     * @example 7
     */
    sort: number;
    /**
     * @description Title of the collection. Not unique.
     * @example Development
     */
    title: string;
    /** @description The account that owns the object. */
    user: Owner;
    /**
     * @description Layout in which clients show the items.
     * @example list
     */
    view: View;
};
/**
 * @description Whether the server keeps copies of the pages of its bookmarks. Left out if not, and for those who may read it only because it is public.
 * @example true
 * @constant
 */
export type KeptCopies = true;
/** @description A single collection. Unlike one in a list, it says who the caller is and whether it is a root collection. */
export type CollectionDetails = {
    /**
     * @description The id of the collection, a positive number assigned by the server. Ids are never used again.
     * @example 7
     */
    _id: number;
    /** @description What the caller may do with the collection. */
    access: SingleAccess;
    /**
     * @description Whether the caller created the collection.
     * @example true
     */
    author: boolean;
    /** @description Only on collections that are shared themselves, for the owner and collaborators. */
    collaborators?: Collaborators;
    /**
     * @description Colour of the collection as `#rrggbb`, set by the server: the main colour of the first uploaded picture in `cover`. Without
     *     such a picture it is derived from the id, so that neighbouring collections differ.
     * @example #538454
     */
    color: Color;
    /**
     * @description Number of items in the collection itself, without those in its descendants.
     * @example 2
     */
    count: number;
    /**
     * @description Addresses of pictures, those set by a client and those of uploads. Empty without a cover. Uploaded pictures are on this server,
     *     at `/rest/v1/cover/{picture}`.
     */
    cover: CoverAddresses;
    /**
     * @description When the collection was created.
     * @example 2026-01-02T09:00:00.000Z
     */
    created: Timestamp;
    /** @description The account that owns the collection. */
    creatorRef: Creator;
    /**
     * @description Text about the collection; empty if none was given.
     * @example Articles and documentation
     */
    description: string;
    /**
     * @description Whether clients show its children expanded.
     * @example true
     */
    expanded: boolean;
    /**
     * @description Whether the server keeps copies of the pages of its bookmarks. Left out if not, and for those who may read it only because it is public.
     * @example true
     */
    keepCopies?: KeptCopies;
    /**
     * @description The same as `lastUpdate`.
     * @example 2026-01-02T09:00:00.000Z
     */
    lastAction: Timestamp;
    /**
     * @description When a field of the collection was last changed. Changes of its items do not count.
     * @example 2026-01-02T09:00:00.000Z
     */
    lastUpdate: Timestamp;
    /** @description The parent collection. Only on nested collections, and only if the caller may read the parent. */
    parent?: ParentReference;
    /**
     * @description Whether anyone may read the collection and its items.
     * @example false
     */
    public: boolean;
    /**
     * @description The title in lower case, with `-` between words; letters and digits of any script are kept. Not unique.
     * @example development
     */
    slug: string;
    /**
     * @description Siblings are ordered by this, descending.
     * @example 7
     */
    sort: number;
    /**
     * @description Title of the collection. Not unique.
     * @example Development
     */
    title: string;
    /** @description The account that owns the object. */
    user: Owner;
    /**
     * @description Layout in which clients show the items.
     * @example list
     */
    view: View;
};
/** @description All collections of one level; the list has no pages. */
export type CollectionList = {
    /**
     * @description Always true: failures have another body.
     * @constant
     */
    result: true;
    /** @description The collections. Empty if there are none. */
    items: Collection[];
};
/** @description One collection. */
export type SingleCollection = {
    /**
     * @description Always true: failures have another body.
     * @constant
     */
    result: true;
    /** @description A single collection. Unlike one in a list, it says who the caller is and whether it is a root collection. */
    item: CollectionDetails;
};
/**
 * @description `member` may change the items of the collection, `viewer` may only read.
 * @example member
 * @enum {string}
 */
export type Role = "member" | "viewer";
/** @description Who is invited, and what they may do. */
export type InvitationsInput = {
    /**
     * @description `member` may change the items of the collection, `viewer` may only read.
     * @example member
     */
    role: Role;
    /**
     * @description Addresses to invite, from 1 to 10. Left out, only the link is returned; an empty list is a 400, and 11 to 100 addresses are a
     *     400 with `error` `too_many_invitations`. An address that is invited already gets the new role.
     * @example [
     *       "grace@example.com"
     *     ]
     */
    emails?: EmailAddress[];
};
/** @description The link with which others join, and the invited addresses. */
export type Invitations = {
    /**
     * @description Always true: failures have another body.
     * @constant
     */
    result: true;
    /** @description The invited addresses, as they were sent. */
    emails: string[];
    /**
     * @description What `POST /collection/{id}/join` takes. Whoever has it can join.
     * @example 0f8fad5b-d9cb-469f-a165-70867728950e
     */
    token: string;
    /**
     * @description The address of a page for joining, which ends with the token.
     * @example https://example.com/join/0f8fad5b-d9cb-469f-a165-70867728950e
     */
    link: string;
};
/** @description The owner of a collection and its collaborators. */
export type CollaboratorList = {
    /**
     * @description Always true: failures have another body.
     * @constant
     */
    result: true;
    /** @description The owner first. */
    items: Collaborator[];
};
/** @description Somebody who may use a shared collection. */
export type Collaborator = {
    /**
     * @description The id of the account.
     * @example 2
     */
    _id: number;
    /**
     * @description The name of the account's owner.
     * @example Grace Hopper
     */
    name: string;
    /**
     * @description The same as `name`.
     * @example Grace Hopper
     */
    fullName: string;
    /**
     * @description The address of the account; empty if the caller is a viewer.
     * @example grace@example.com
     */
    email: string;
    /**
     * @description Always empty: accounts have no pictures.
     * @constant
     */
    avatar: "";
    /**
     * @description When the account was registered.
     * @example 2026-01-02T09:00:00.000Z
     */
    registered: Timestamp;
    /**
     * @description `owner`, or a role as in invitations.
     * @example member
     * @enum {string}
     */
    role: "owner" | "member" | "viewer";
    /**
     * @description What the account may do, as in `access` of the collection.
     * @example 3
     * @enum {integer}
     */
    level: 2 | 3 | 4;
    /**
     * @description Whether this is the caller.
     * @example false
     */
    me: boolean;
};
/** @description The new role of a collaborator. */
export type CollaboratorChange = {
    /**
     * @description `member`, `viewer`, or empty to remove the collaborator.
     * @example viewer
     * @enum {string}
     */
    role: "member" | "viewer" | "";
};
/** @description The token of an invitation. */
export type Joining = {
    /**
     * @description The last part of the link.
     * @example 0f8fad5b-d9cb-469f-a165-70867728950e
     */
    token: string;
};
/** @description Confirms that the caller has joined. */
export type Joined = {
    /**
     * @description Always true: failures have another body.
     * @constant
     */
    result: true;
    /**
     * @description `member` may change the items of the collection, `viewer` may only read.
     * @example member
     */
    role: Role;
};
/** @description Confirms that the request was carried out. */
export type Success = {
    /**
     * @description Always true: failures have another body.
     * @constant
     */
    result: true;
};
/** @description Icons for the covers of collections. */
export type Icons = {
    /**
     * @description Always true: failures have another body.
     * @constant
     */
    result: true;
    /** @description The groups of icons. */
    items: {
        /**
         * @description Title of the group; `Icons` for the result of a search.
         * @example Science and education
         */
        title: string;
        /** @description The icons of the group. */
        icons: {
            /**
             * @description Address of the icon, on this server.
             * @example http://localhost:3000/rest/v1/icon/book.png
             */
            png: string;
        }[];
    }[];
};
/** @description The collections that were removed. */
export type Modified = {
    /**
     * @description Always true: failures have another body.
     * @constant
     */
    result: true;
    /**
     * @description Number of removed collections.
     * @example 2
     */
    modified: number;
    /** @description The ids of the removed collections. */
    ids: number[];
};
/** @description The result of removing empty collections. */
export type Cleaned = {
    /**
     * @description Always true: failures have another body.
     * @constant
     */
    result: true;
    /**
     * @description Number of removed collections; 0 if none was empty.
     * @example 3
     */
    count: number;
};
/** @description The result of a bulk operation. */
export type Count = {
    /**
     * @description Always true: failures have another body.
     * @constant
     */
    result: true;
    /**
     * @description Number of selected items, including those that the operation leaves as they are.
     * @example 2
     */
    matched: number;
    /**
     * @description Number of items that were changed, moved or deleted; 0 if there were none. Items of a whole collection that are already where
     *     they should move, and those of a request without a change, do not count.
     * @example 2
     */
    modified: number;
};
/**
 * @description Title of the collection. Trimmed; must not be only white space.
 * @example Software development
 */
export type Title = string;
/**
 * @description Any text, stored as sent.
 * @example Read the part on checkpoints.
 */
export type LongText = string;
/**
 * @description An http or https address of at most 2,048 characters. Stored, never fetched. Anything else is dropped: real clients send
 *     `<screenshot>`, empty texts and `data:` URLs.
 * @example https://example.com/covers/development.png
 */
export type SentAddress = string;
/**
 * @description Addresses of pictures, which replace the present ones; a list without addresses, such as `[""]`, removes the cover. To keep an
 *     uploaded picture, send its address as it was read; to add one, use `PUT /collection/{id}/cover`. A text is one address, and ignored
 *     if it is none.
 */
export type Cover = SentAddress[] | string;
/**
 * @description Position among the collections with the same parent, in the order of the lists. 0, or -1, is the first; a position after the end
 *     means the last one. Sets `sort`, also that of siblings if their values leave no room. Wins over `sort`.
 * @example 0
 */
export type CollectionOrder = number;
/** @description The fields of a new collection, all of them optional. It belongs to the caller. */
export type CollectionInput = {
    /**
     * @description Title of the collection. Need not be unique. Trimmed; must not be only white space.
     * @default Untitled
     * @example Development
     */
    title?: string;
    /**
     * @description Text about the collection, stored as sent.
     * @default
     * @example Articles and documentation
     */
    description?: string;
    /**
     * @description Layout in which clients show the items.
     * @default list
     * @example list
     * @enum {string}
     */
    view?: "list" | "simple" | "grid" | "masonry";
    /**
     * @description Whether anyone may read the collection and its items. Its children have a setting of their own.
     * @default false
     * @example false
     */
    public?: boolean;
    /**
     * @description Whether clients show its children expanded.
     * @default true
     * @example true
     */
    expanded?: boolean;
    /**
     * @description Whether the server keeps copies of the pages of its bookmarks: of those that are created, imported or moved here, once their
     *     pages are read. Its children have a setting of their own. It has no effect if the operator has set `KEEP_COPIES` to `off`.
     * @default false
     * @example true
     */
    keepCopies?: boolean;
    /**
     * @description Siblings are ordered by this, descending. Defaults to the id of the new collection.
     * @example 7
     */
    sort?: number;
    /**
     * @description Position among the collections with the same parent, in the order of the lists. 0, or -1, is the first; a position after the end
     *     means the last one. Sets `sort`, also that of siblings if their values leave no room. Wins over `sort`.
     * @example 0
     */
    order?: CollectionOrder;
    /**
     * @description The parent collection, one of the caller's. `0`, `root`, an empty string, null, an object without an id, and leaving it out mean
     *     the root. Fields that refer to different parents are a 400.
     * @example 7
     */
    parent?: CollectionRef;
    /**
     * @description The id of the parent as a flat key: the same as `parent`.
     * @example 7
     */
    "parent.$id"?: CollectionRef;
    /**
     * @description The id of the parent as a flat key: the same as `parent`.
     * @example 7
     */
    parentId?: CollectionRef;
    /**
     * @description Addresses of pictures, which replace the present ones; a list without addresses, such as `[""]`, removes the cover. To keep an
     *     uploaded picture, send its address as it was read; to add one, use `PUT /collection/{id}/cover`. A text is one address, and ignored
     *     if it is none.
     */
    cover?: Cover;
};
/**
 * @description The fields to change. Those that are left out keep their values. Null is a 400, except for the parent.
 *     The whole collection, as it was read, may be sent back: fields that the server sets are ignored.
 */
export type CollectionChange = {
    /**
     * @description The id of the collection. Sent by clients that send back a whole collection; then, of two fields that refer to different parents,
     *     the one counts that was changed.
     * @example 7
     */
    _id?: AnyId;
    /**
     * @description Title of the collection. Trimmed; must not be only white space.
     * @example Software development
     */
    title?: Title;
    /**
     * @description Text about the collection. An empty string removes it.
     * @example Articles and documentation
     */
    description?: LongText;
    /**
     * @description Layout in which clients show the items.
     * @example list
     */
    view?: View;
    /**
     * @description Whether anyone may read the collection and its items. Its children have a setting of their own.
     * @example false
     */
    public?: boolean;
    /**
     * @description Whether clients show its children expanded.
     * @example true
     */
    expanded?: boolean;
    /**
     * @description Whether the server keeps copies of the pages of its bookmarks, as in a new collection; only the owner may change it. Once it is
     *     true, those that are in the collection get copies too: of more than 10,000 without one, the newest. False removes no copies.
     * @example true
     */
    keepCopies?: boolean;
    /**
     * @description Siblings are ordered by this, descending. Fractions and negative numbers are allowed.
     * @example 7
     */
    sort?: number;
    /**
     * @description Position among the collections with the same parent, in the order of the lists. 0, or -1, is the first; a position after the end
     *     means the last one. Sets `sort`, also that of siblings if their values leave no room. Wins over `sort`.
     * @example 0
     */
    order?: CollectionOrder;
    /**
     * @description The parent collection. It must be one of the caller's, and not the collection itself or a descendant of it. `0`, `root`, null,
     *     `{}` and a null `$id` mean the root, unless another field has an id; an empty string and other objects without an id change
     *     nothing. Fields that refer to different parents are a 400.
     * @example 7
     */
    parent?: CollectionRef;
    /**
     * @description The id of the parent as a flat key. `0`, `root` and null mean the root; an empty string and objects without an id change nothing.
     * @example 7
     */
    "parent.$id"?: CollectionRef;
    /**
     * @description The id of the parent as a flat key. `0` and `root` mean the root; an empty string, null and objects without an id change nothing.
     * @example 7
     */
    parentId?: CollectionRef;
    /**
     * @description Addresses of pictures, which replace the present ones; a list without addresses, such as `[""]`, removes the cover. To keep an
     *     uploaded picture, send its address as it was read; to add one, use `PUT /collection/{id}/cover`. A text is one address, and ignored
     *     if it is none.
     */
    cover?: Cover;
};
/** @description A change to all collections of the caller. */
export type AllCollectionsChange = {
    /**
     * @description Rewrites the field `sort` of every collection so that siblings list in this order: by title, by title reversed, or by number
     *     of items, highest first. Titles compare by their first 200 characters, ignoring case and accents, numbers in them by value.
     * @example title
     * @enum {string}
     */
    sort?: "title" | "-title" | "-count";
    /**
     * @description Sets the field `expanded` of every collection.
     * @example true
     */
    expanded?: boolean;
    /**
     * @description Sets the field `view` of every collection.
     * @example list
     */
    view?: View;
};
/** @description The collections to delete. */
export type CollectionIds = {
    /**
     * @description Ids of collections. Unknown ones, and those of other accounts, are skipped.
     * @example [
     *       7,
     *       8
     *     ]
     */
    ids: Ids;
};
/** @description Ids, in any order. Repeated ones count once. */
export type Ids = AnyId[];
/** @description The collections to merge. */
export type Merge = {
    /**
     * @description The collection that remains. An unknown one is a 400.
     * @example 7
     */
    to: AnyId;
    /**
     * @description The collections that are merged into it. Unknown ones are skipped; `to` is ignored here.
     * @example [
     *       8,
     *       9
     *     ]
     */
    ids: Ids;
};
/** @description A form with the picture. */
export type CoverUpload = {
    /** @description The file. */
    cover: string;
};
/** @description A form with a file and its collection. */
export type FileUpload = {
    /** @description The file. */
    file: string;
    /**
     * @description The collection of the new item: an id in digits, or a JSON object that has it as `$id`. `-1`, `0`, `root`, an empty text, an
     *     object without an id, and leaving it out mean Unsorted. Different ids here and in `collectionId` are a 400.
     * @example 7
     */
    collection?: string;
    /**
     * @description The same as `collection`.
     * @example -1
     */
    collectionId?: string;
};
/** @description A form with a page and its address. */
export type CopyUpload = {
    /** @description The page, in HTML. */
    file: string;
    /**
     * @description The http or https address of the page, read like the `link` of an item.
     * @example https://example.com/articles/write-ahead-logging
     */
    url: string;
    /**
     * @description Title of a new item, trimmed. If it is left out or empty, it is the title in the page, or else the link.
     * @example Write-ahead logging
     */
    title?: string;
};
/** @description The copy of an item. */
export type Copy = {
    /**
     * @description Always true: failures have another body.
     * @constant
     */
    result: true;
    /**
     * @description The address of the copy.
     * @example https://triptych.example/copies/5-9-2945880-Qx1vZ0m3c9eVt4yKJ7dWnB2aLhRfUo6sTgPiXwNkEYM
     */
    link: string;
};
/**
 * @description The http or https address of the bookmark. Need not be unique. It is read as browsers do: white space around it is trimmed, tabs and
 *     line breaks in it are removed, and spaces are percent-encoded. Then it has at most 8,000 characters.
 * @example https://example.com/articles/write-ahead-logging
 */
export type Link = string;
/**
 * @description Title of the item, trimmed. An empty one is the link, until the server has read the page.
 * @example Write-ahead logging
 */
export type ItemTitle = string;
/**
 * @description Kind of content behind the link, set by the client. Defaults to `link`.
 * @example article
 * @enum {string}
 */
export type ItemType = "link" | "article" | "image" | "video" | "document" | "audio";
/**
 * @description The http or https address of a picture, of at most 2,048 characters, or empty for none. Stored, never fetched. `<screenshot>`
 *     means empty: this server takes no pictures of pages. Any other text, such as a `data:` URL, counts as left out. An uploaded cover
 *     that becomes empty leaves the media too, unless the request sets them. Its picture is deleted when neither cover nor media have
 *     its address, and no change that removed it can be reverted.
 * @example https://example.com/articles/write-ahead-logging.png
 */
export type ItemCover = string;
/**
 * @description Tags of the item, in this order. They are trimmed; empty and repeated ones are dropped, and case matters. An item has at most 100,
 *     those that a bulk operation adds included.
 * @example [
 *       "databases",
 *       "reading"
 *     ]
 */
export type Tags = string[];
/**
 * @description Pictures and videos of the item, in this order. An item has at most 100, those that a bulk operation adds included. Those without
 *     an http or https address of at most 2,048 characters are dropped.
 */
export type MediaInput = {
    /**
     * @description An http or https address of at most 2,048 characters. Stored, never fetched. Anything else is dropped: real clients send
     *     `<screenshot>`, empty texts and `data:` URLs.
     * @example https://example.com/articles/write-ahead-logging.png
     */
    link?: SentAddress;
    /**
     * @description Kind of medium, any text. Defaults to `image`, also if it is empty or null.
     * @example image
     */
    type?: string | null;
}[];
/**
 * @description A collection: its id as an integer or as a string of digits, or an object that has such an id as `$id`; other fields of the object
 *     are ignored. `-1` is Unsorted, `-99` the Trash. `0` and `root` stand for no collection: Unsorted for an item, the root for a
 *     collection. Null, an empty string and an object without an id refer to nothing.
 * @example 7
 */
export type CollectionRef = ({
    /**
     * @description The id of the collection, as an integer or as a string of digits. Null and an empty string refer to nothing.
     * @example 7
     */
    $id?: number | string | null;
} & {
    [key: string]: unknown;
}) | number | string | null;
/**
 * @description Position in the manual order of its collection, which is the sort order `sort`; 0 is the first. A position after the end means
 *     the last one.
 * @example 0
 */
export type Order = number;
/** @description What is known of a link. Other fields of an item are ignored. */
export type SuggestionRequest = {
    /**
     * @description The http or https address of the bookmark. Need not be unique. It is read as browsers do: white space around it is trimmed, tabs and
     *     line breaks in it are removed, and spaces are percent-encoded. Then it has at most 8,000 characters.
     * @example https://example.com/articles/write-ahead-logging
     */
    link: Link;
    /**
     * @description The title of the page. Defaults to empty.
     * @example Write-ahead logging
     */
    title?: ItemTitle;
};
/** @description Collections and tags that may fit a link. */
export type Suggestions = {
    /**
     * @description Always true: failures have another body.
     * @constant
     */
    result: true;
    /** @description The suggestions. */
    item: {
        /**
         * @description Up to 5 of the caller's collections, the most likely first.
         * @example [
         *       {
         *         "$id": 7
         *       }
         *     ]
         */
        collections: {
            /**
             * @description The id of the collection.
             * @example 7
             */
            $id: number;
        }[];
        /**
         * @description Up to 5 of the caller's tags, the most likely first. Without those that the item has.
         * @example [
         *       "databases",
         *       "reading"
         *     ]
         */
        tags: string[];
    };
};
/** @description The fields of a new item. Only `link` is required. */
export type ItemInput = {
    /**
     * @description The http or https address of the bookmark. Need not be unique. It is read as browsers do: white space around it is trimmed, tabs and
     *     line breaks in it are removed, and spaces are percent-encoded. Then it has at most 8,000 characters.
     * @example https://example.com/articles/write-ahead-logging
     */
    link: Link;
    /**
     * @description Title of the item, trimmed. If it is left out or empty, it becomes the first 1,000 characters of the link, until the server has
     *     read the linked page.
     * @example Write-ahead logging
     */
    title?: ItemTitle;
    /**
     * @description A short text from the linked page. Defaults to empty.
     * @example How a database makes commits durable.
     */
    excerpt?: LongText;
    /**
     * @description A note for the owner and collaborators. Defaults to empty.
     * @example Read the part on checkpoints.
     */
    note?: LongText;
    /**
     * @description Kind of content behind the link. Defaults to `link`. `book`, which old clients do not know, is stored as `document`. An
     *     empty string and null count as left out.
     * @example article
     * @enum {string|null}
     */
    type?: "link" | "article" | "image" | "video" | "document" | "audio" | "book" | "" | null;
    /**
     * @description The http or https address of a picture, of at most 2,048 characters, or empty for none. Stored, never fetched. `<screenshot>`
     *     means empty: this server takes no pictures of pages. Any other text, such as a `data:` URL, counts as left out. An uploaded cover
     *     that becomes empty leaves the media too, unless the request sets them. Its picture is deleted when neither cover nor media have
     *     its address, and no change that removed it can be reverted.
     * @example https://example.com/articles/write-ahead-logging.png
     */
    cover?: ItemCover;
    /** @description Pictures and videos of the item, in this order. At most 100. The first one is the cover if `cover` is left out or empty. */
    media?: MediaInput;
    /**
     * @description Tags of the item, in this order. They are trimmed; empty and repeated ones are dropped, and case matters. An item has at most 100,
     *     those that a bulk operation adds included.
     * @example [
     *       "databases",
     *       "reading"
     *     ]
     */
    tags?: Tags;
    /**
     * @description Highlights to add, change or remove; those that are not listed stay. One with the `_id` of a highlight of the item changes it, or
     *     removes it if `text` is empty. Any other one with a `text` is added. An item has at most 100.
     */
    highlights?: HighlightChanges;
    /**
     * @description When the owner wants to be reminded: by mail, by an event, and in a calendar. Null, an object without a date, and a null date remove
     *     the reminder. The server sends it once, up to a minute after that time, unless the item is in the Trash. One that is set to a time in
     *     the past may not be sent.
     */
    reminder?: ReminderChange;
    /**
     * @description When the item was created, from 1970 to a day from now. Null or left out, it is now.
     * @example 2026-01-02T09:15:00.000Z
     */
    created?: NewItemTime;
    /**
     * @description When the item was last changed, from 1970 to a day from now. Null or left out, it is now.
     * @example 2026-01-02T09:15:00.000Z
     */
    lastUpdate?: NewItemTime;
    /**
     * @description Whether the item is a favourite. Defaults to false.
     * @example false
     */
    important?: boolean;
    /**
     * @description Whether the link no longer works. Defaults to false. The server checks links too, see `Item`. Counted by `GET /user/stats`.
     * @example false
     */
    broken?: boolean;
    /**
     * @description True asks for a copy of the page, which the server makes in the background. It makes none if its operator has set `KEEP_COPIES`
     *     to `off`.
     * @example true
     */
    keepCopy?: boolean;
    /**
     * @description The collection of the new item, one of the caller's. `0`, an empty string, null, an object without an id, and leaving it out mean
     *     Unsorted. An unknown collection is a 400 with `error` `collection`, and so are different ids here and in `collectionId`.
     * @example 7
     */
    collection?: CollectionRef;
    /**
     * @description The id of the collection as a flat key: the same as `collection`.
     * @example 7
     */
    collectionId?: CollectionRef;
    /**
     * @description Position in the manual order of its collection, which is the sort order `sort`; 0 is the first. A position after the end means
     *     the last one. If it is left out, the new item comes first. Ignored when many items are created.
     * @example 0
     */
    order?: Order;
};
/** @description The items to create. */
export type ItemsInput = {
    /** @description The new items, created in this order. They may go to different collections. */
    items: ItemInput[];
};
/**
 * @description The fields to change. Those that are left out keep their values; null is a 400, except for `type`, the reminder and the collection.
 *     The whole item, as it was read, may be sent back: fields that the server sets are ignored, and an unchanged `order` or `lastUpdate`
 *     counts as left out.
 */
export type ItemChange = {
    /**
     * @description The id of the item. Sent by clients that send back a whole item; then `order` and `lastUpdate` count only if they differ from
     *     what is stored.
     * @example 5
     */
    _id?: AnyId;
    /**
     * @description The http or https address of the bookmark. Need not be unique. It is read as browsers do: white space around it is trimmed, tabs and
     *     line breaks in it are removed, and spaces are percent-encoded. Then it has at most 8,000 characters.
     * @example https://example.com/articles/write-ahead-logging
     */
    link?: Link;
    /**
     * @description Title of the item, trimmed. An empty one is ignored.
     * @example Write-ahead logging
     */
    title?: ItemTitle;
    /**
     * @description A short text from the linked page. An empty string removes it.
     * @example How a database makes commits durable.
     */
    excerpt?: LongText;
    /**
     * @description A note for the owner and collaborators. An empty string removes it.
     * @example Read the part on checkpoints.
     */
    note?: LongText;
    /**
     * @description Kind of content behind the link. `book`, which old clients do not know, is stored as `document`. An
     *     empty string and null count as left out.
     * @example article
     * @enum {string|null}
     */
    type?: "link" | "article" | "image" | "video" | "document" | "audio" | "book" | "" | null;
    /**
     * @description The http or https address of a picture, of at most 2,048 characters, or empty for none. Stored, never fetched. `<screenshot>`
     *     means empty: this server takes no pictures of pages. Any other text, such as a `data:` URL, counts as left out. An uploaded cover
     *     that becomes empty leaves the media too, unless the request sets them. Its picture is deleted when neither cover nor media have
     *     its address, and no change that removed it can be reverted.
     * @example https://example.com/articles/write-ahead-logging.png
     */
    cover?: ItemCover;
    /** @description Pictures and videos, which replace the present ones; an empty list removes all. At most 100. */
    media?: MediaInput;
    /**
     * @description Tags, which replace the present ones; an empty list removes all. Repeated ones count once. At most 100.
     * @example [
     *       "databases",
     *       "reading"
     *     ]
     */
    tags?: Tags;
    /**
     * @description Highlights to add, change or remove; those that are not listed stay. One with the `_id` of a highlight of the item changes it, or
     *     removes it if `text` is empty. Any other one with a `text` is added. An item has at most 100.
     */
    highlights?: HighlightChanges;
    /**
     * @description When the owner wants to be reminded: by mail, by an event, and in a calendar. Null, an object without a date, and a null date remove
     *     the reminder. The server sends it once, up to a minute after that time, unless the item is in the Trash. One that is set to a time in
     *     the past may not be sent.
     */
    reminder?: ReminderChange;
    /**
     * @description When the item was created, from 1970 to a day from now.
     * @example 2026-01-02T09:15:00.000Z
     */
    created?: WritableTime;
    /**
     * @description When the item was last changed, from 1970 to a day from now. Defaults to now. The stored value, in a whole item, counts as
     *     left out.
     * @example 2026-01-02T09:15:00.000Z
     */
    lastUpdate?: WritableTime;
    /**
     * @description Whether the item is a favourite.
     * @example true
     */
    important?: boolean;
    /**
     * @description Whether the link no longer works. A value that a client changes replaces what the server has found so far.
     * @example false
     */
    broken?: boolean;
    /**
     * @description True asks for a copy of the page, also if there is one already, which stays until the new one is made. False removes the
     *     copy. Both can be reverted, without the other fields, see `GET /undo`. True has no effect for uploaded files, and if the operator has set `KEEP_COPIES` to `off`.
     * @example true
     */
    keepCopy?: boolean;
    /**
     * @description The collection to move the item to. `-1` and `0` are Unsorted, `-99` the Trash; an empty string, null and an object without an id
     *     change nothing. Different ids here and in `collectionId` are a 400 with `error` `collection`; in a whole item, which has `_id`,
     *     the one that is not the present collection counts.
     * @example 7
     */
    collection?: CollectionRef;
    /**
     * @description The id of the collection as a flat key: the same as `collection`.
     * @example 7
     */
    collectionId?: CollectionRef;
    /**
     * @description Position in the manual order of its collection, which is the sort order `sort`; 0 is the first. A position after the end means
     *     the last one.
     * @example 0
     */
    order?: Order;
    /**
     * @description False restores an item of the Trash: it returns to the collection where it was before, or to Unsorted if that is deleted, also
     *     with `-1` or `-99` as its collection; another collection wins. True has no effect.
     * @example false
     */
    removed?: boolean;
    /**
     * @description With a `date`, the page is read again, soon after the response. Clients send empty or provisional texts with it, so the `title`,
     *     `excerpt`, `cover` and `media` of that request are ignored. What the page says replaces what it said before, and defaults;
     *     what a person or a client has written stays.
     */
    pleaseParse?: PleaseParse;
};
/**
 * @description Colour of a highlight. Defaults to `yellow`.
 * @example yellow
 * @enum {string}
 */
export type HighlightColor = "blue" | "brown" | "cyan" | "gray" | "green" | "indigo" | "orange" | "pink" | "purple" | "red" | "teal" | "yellow";
/**
 * @description Highlights to add, change or remove; those that are not listed stay. One with the `_id` of a highlight of the item changes it, or
 *     removes it if `text` is empty. Any other one with a `text` is added. An item has at most 100.
 */
export type HighlightChanges = {
    /**
     * @description The id of a highlight. Empty or left out for a new highlight. An unknown id of 24 hexadecimal digits becomes the id of a new highlight.
     * @example 65a1f0c2e4b0d1a2b3c4d5e6
     */
    _id?: string;
    /**
     * @description The marked text. Empty to remove the highlight.
     * @example The log is written first.
     */
    text?: string;
    /**
     * @description A note on the highlight. Defaults to empty.
     * @example Compare with shadow paging.
     */
    note?: string;
    /**
     * @description Colour of a highlight. Defaults to `yellow`.
     * @example yellow
     */
    color?: HighlightColor;
    /**
     * @description Where the text is on the page, as the client counts. Stored for clients, not used.
     * @example 120
     */
    position?: number;
}[];
/**
 * @description A request to read the linked page again. Null, true, false, and an object without `date`, have no effect: the server reads the page of
 *     a new item, and of a changed link, in any case.
 */
export type PleaseParse = {
    /**
     * @description When the client asked for it, as a text or a number; null counts as left out.
     * @example 2026-01-02T09:15:00.000Z
     */
    date?: unknown;
} | boolean | null;
/**
 * @description When the owner wants to be reminded: by mail, by an event, and in a calendar. Null, an object without a date, and a null date remove
 *     the reminder. The server sends it once, up to a minute after that time, unless the item is in the Trash. One that is set to a time in
 *     the past may not be sent.
 */
export type ReminderChange = {
    /**
     * Format: date-time
     * @description The time, as an RFC 3339 date-time; null for none.
     * @example 2026-02-01T08:00:00.000Z
     */
    date?: string | null;
    /**
     * Format: date-time
     * @description The same as `date`, as Raindrop.io's documentation spells it. Has no effect beside `date`.
     * @example 2026-02-01T08:00:00.000Z
     */
    data?: string | null;
} | null;
/**
 * Format: date-time
 * @description An RFC 3339 date-time.
 * @example 2026-01-02T09:15:00.000Z
 */
export type WritableTime = string;
/**
 * Format: date-time
 * @description An RFC 3339 date-time. Null counts as left out.
 * @example 2026-01-02T09:15:00.000Z
 */
export type NewItemTime = string | null;
/**
 * @description Words and operators, as in the query parameter `search` of `listItems`. Empty finds all items.
 * @example logging type:article -#later
 */
export type SearchText = string;
/** @description Which items of the collection to delete. */
export type ItemSelection = {
    /**
     * @description Ids of items. Those that are not in the collection are skipped. If this is left out, all items of the collection are deleted.
     * @example [
     *       5,
     *       6
     *     ]
     */
    ids?: Ids;
    /**
     * @description Whether items of descendants are included. Wins over the query parameter.
     * @example false
     */
    nested?: boolean;
    /**
     * @description Only items that this search finds. If the query has a `search` too, both must find an item.
     * @example logging type:article -#later
     */
    search?: SearchText;
};
/** @description Which items of the collection to change, and how. Fields that are left out keep their values. */
export type ItemsChange = {
    /**
     * @description Ids of items. Those that are not in the collection are skipped. If this is left out, all items of the collection are changed.
     * @example [
     *       5,
     *       6
     *     ]
     */
    ids?: Ids;
    /**
     * @description Whether items of descendants are included. Wins over the query parameter.
     * @example false
     */
    nested?: boolean;
    /**
     * @description Only items that this search finds. If the query has a `search` too, both must find an item.
     * @example logging type:article -#later
     */
    search?: SearchText;
    /**
     * @description The same as the query parameter.
     * @default false
     * @example false
     */
    dangerAll?: boolean;
    /**
     * @description Whether the items are favourites.
     * @example true
     */
    important?: boolean;
    /**
     * @description Tags to add to those that an item has. An empty list removes all tags. An item has at most 100.
     * @example [
     *       "databases",
     *       "reading"
     *     ]
     */
    tags?: Tags;
    /**
     * @description The same as `tags`, but that an empty list changes nothing. An item gets both.
     * @example [
     *       "databases",
     *       "reading"
     *     ]
     */
    addTags?: Tags;
    /**
     * @description Tags that the items lose. Together with tags to add, it is a 400 with `error` `deleteTags`.
     * @example [
     *       "databases",
     *       "reading"
     *     ]
     */
    deleteTags?: Tags;
    /**
     * @description Pictures and videos to add to those that an item has; one with the same `link` is replaced. An empty list removes all. An item
     *     has at most 100.
     */
    media?: MediaInput;
    /**
     * @description The http or https address of a picture, of at most 2,048 characters, or empty for none. Stored, never fetched. `<screenshot>`
     *     means empty: this server takes no pictures of pages. Any other text, such as a `data:` URL, counts as left out. An uploaded cover
     *     that becomes empty leaves the media too, unless the request sets them. Its picture is deleted when neither cover nor media have
     *     its address, and no change that removed it can be reverted.
     * @example https://example.com/articles/write-ahead-logging.png
     */
    cover?: ItemCover;
    /**
     * @description True asks for copies of the pages, also of those that have one already, which stays until the new one is made. False removes the
     *     copies. True has no effect for uploaded files, and if the operator has set `KEEP_COPIES` to `off`.
     * @example true
     */
    keepCopy?: boolean;
    /**
     * @description The collection to move the items to. `-1` and `0` are Unsorted, `-99` the Trash; an empty string, null and an object without an id
     *     move nothing. Different ids here and in `collectionId` are a 400 with `error` `collection`.
     * @example 7
     */
    collection?: CollectionRef;
    /**
     * @description The id of the collection as a flat key: the same as `collection`.
     * @example 7
     */
    collectionId?: CollectionRef;
    /**
     * @description False restores items of the Trash, in `PUT /raindrops/-99`: each returns to the collection where it was before, or to Unsorted
     *     if that is deleted, also with `-1` or `-99` as the `collection`; another collection wins. True has no effect.
     * @example false
     */
    removed?: boolean;
    /**
     * @description With a `date`, the pages are read again, after those for which somebody waits. The `cover` and `media` of that request are
     *     ignored, as in `updateItem`; `modified` does not count it.
     */
    pleaseParse?: PleaseParse;
};
/** @description The collection that contains the item. */
export type Place = {
    /**
     * @description Always `collections`.
     * @constant
     */
    $ref: "collections";
    /**
     * @description The id of the collection; `-1` is Unsorted, `-99` the Trash.
     * @example 7
     */
    $id: number;
    /**
     * @description The same as `$id`.
     * @example 7
     */
    oid: number;
};
/** @description The account that added the item; the owner if that account is deleted. */
export type ItemCreator = {
    /**
     * @description The id of the account.
     * @example 1
     */
    _id: number;
    /**
     * @description The current name of the account's owner.
     * @example Ada Lovelace
     */
    name: string;
    /**
     * @description The same as `name`.
     * @example Ada Lovelace
     */
    fullName: string;
    /**
     * @description Always empty: accounts have no pictures.
     * @constant
     */
    avatar: "";
    /**
     * @description Always empty: addresses are private.
     * @constant
     */
    email: "";
};
/** @description A text of the linked page that the owner marked. */
export type Highlight = {
    /**
     * @description The id of the highlight, 24 hexadecimal digits.
     * @example 65a1f0c2e4b0d1a2b3c4d5e6
     */
    _id: string;
    /**
     * @description The marked text.
     * @example The log is written first.
     */
    text: string;
    /**
     * @description A note on the highlight; empty if none was given, and for a public reader.
     * @example Compare with shadow paging.
     */
    note: string;
    /**
     * @description Colour of the highlight.
     * @example yellow
     */
    color: HighlightColor;
    /**
     * @description Where the text is on the page, as the client counts. Left out if no client has set it.
     * @example 120
     */
    position?: number;
    /**
     * @description When the highlight was created.
     * @example 2026-01-02T09:00:00.000Z
     */
    created: Timestamp;
    /**
     * @description When the highlight was last changed.
     * @example 2026-01-02T09:00:00.000Z
     */
    lastUpdate: Timestamp;
    /** @description The account that created the highlight. */
    creatorRef: ItemCreator;
};
/** @description A page of highlights. */
export type HighlightPage = {
    /**
     * @description Always true: failures have another body.
     * @constant
     */
    result: true;
    /** @description The highlights, newest first. Empty after the last page. */
    items: {
        /**
         * @description The id of the highlight, 24 hexadecimal digits.
         * @example 65a1f0c2e4b0d1a2b3c4d5e6
         */
        _id: string;
        /**
         * @description The marked text.
         * @example The log is written first.
         */
        text: string;
        /**
         * @description A note on the highlight; empty if none was given, and for a public reader.
         * @example Compare with shadow paging.
         */
        note: string;
        /**
         * @description Colour of the highlight.
         * @example yellow
         */
        color: HighlightColor;
        /**
         * @description When the highlight was created.
         * @example 2026-01-02T09:00:00.000Z
         */
        created: Timestamp;
        /** @description Tags of the item. */
        tags: string[];
        /**
         * @description Title of the item.
         * @example Write-ahead logging
         */
        title: string;
        /**
         * @description The address of the item.
         * @example https://example.com/articles/write-ahead-logging
         */
        link: string;
        /**
         * @description The id of the item.
         * @example 5
         */
        raindropRef: number;
    }[];
};
/** @description An item, which is a bookmark. */
export type Item = {
    /**
     * @description The id of the item, a positive number assigned by the server. Ids are never used again.
     * @example 5
     */
    _id: number;
    /**
     * @description The http or https address of the bookmark, as it was sent, but for white space.
     * @example https://example.com/articles/write-ahead-logging
     */
    link: string;
    /**
     * @description Title of the item; the beginning of its link if none was given.
     * @example Write-ahead logging
     */
    title: string;
    /**
     * @description A short text from the linked page; empty if none was given.
     * @example How a database makes commits durable.
     */
    excerpt: string;
    /**
     * @description A note for the owner and collaborators; empty if none was given, and for a public reader.
     * @example Read the part on checkpoints.
     */
    note: string;
    /**
     * @description Kind of content behind the link, as the client set it.
     * @example article
     */
    type: ItemType;
    /**
     * @description The address of a picture; empty for none. Where none was sent, the server adds the one that the page names, once it has read the
     *     page and if it can decode the picture: its address is then one of this server, as that of an uploaded picture, and it is the
     *     first of `media`. Pictures of pages take at most three quarters of the storage of an account. A cover that an imported file
     *     names is replaced by a copy in the same way.
     * @example
     */
    cover: string;
    /** @description Pictures and videos of the item, in the order in which they were sent. */
    media: {
        /**
         * @description The address of the medium.
         * @example https://example.com/articles/write-ahead-logging.png
         */
        link: string;
        /**
         * @description Kind of medium, as the client set it; `image` if it set none.
         * @example image
         */
        type: string;
    }[];
    /** @description Tags of the item, in the order in which they were sent. */
    tags: string[];
    /** @description Highlights of the item, in the order in which they were added. Empty if there are none. */
    highlights: Highlight[];
    /** @description When the owner wants to be reminded. Left out without a reminder, and for a public reader. */
    reminder?: {
        /**
         * @description The time.
         * @example 2026-02-01T08:00:00.000Z
         */
        date: Timestamp;
    };
    /**
     * @description Whether the item is a favourite.
     * @example false
     */
    important: boolean;
    /**
     * @description Whether the link no longer works, as a client has found, or the server: it checks each link every 90 days (`CHECK_LINKS_DAYS`,
     *     as far as the `robots.txt` of the site allows it). It sets this after two checks that found a 404 or 410, a day or more apart, or
     *     after three that failed over a week or more, and takes it back when the link works again; not what a client has set.
     * @example false
     */
    broken: boolean;
    /**
     * @description Whether the item is in the Trash.
     * @example false
     */
    removed: boolean;
    /** @description The collection that contains the item. */
    collection: Place;
    /**
     * @description The id of the collection, as in `collection`: `-1` is Unsorted, `-99` the Trash.
     * @example 7
     */
    collectionId: number;
    /** @description The account that owns the object. */
    user: Owner;
    /** @description The account that added the item; the owner if that account is deleted. */
    creatorRef: ItemCreator;
    /**
     * @description The host of the link, in lower case, without its port and a leading `www.`.
     * @example example.com
     */
    domain: string;
    /** @description The file that was uploaded as this item. Left out for bookmarks. */
    file?: {
        /**
         * @description Its name, without a path. Empty if the client sent none.
         * @example write-ahead-logging.pdf
         */
        name: string;
        /**
         * @description Its size in bytes.
         * @example 48213
         */
        size: number;
        /**
         * @description Its media type, recognised by its content.
         * @example application/pdf
         */
        type: string;
    };
    /** @description The copy of the page. Left out if none is wanted, for uploaded files, and for a public reader. */
    cache?: {
        /**
         * @description `ready` if there is a copy. `retry`: it is still to be made. Otherwise why there is none: the page could not be read
         *     (`invalid-origin`), not in time (`invalid-timeout`), is too large (`invalid-size`), or is no page that can be copied
         *     (`failed`).
         * @example ready
         * @enum {string}
         */
        status: "ready" | "retry" | "failed" | "invalid-origin" | "invalid-timeout" | "invalid-size";
        /**
         * @description Its size in bytes. Left out unless it is ready.
         * @example 284113
         */
        size?: number;
        /**
         * @description When it was made. Left out unless it is ready.
         * @example 2026-01-02T09:16:00.000Z
         */
        created?: Timestamp;
    };
    /**
     * @description When the item was created, unless a client has set another time.
     * @example 2026-01-02T09:15:00.000Z
     */
    created: Timestamp;
    /**
     * @description When the item was last changed or moved, unless a client has set another time. Moving or deleting all items of a
     *     collection at once does not change it.
     * @example 2026-01-02T09:15:00.000Z
     */
    lastUpdate: Timestamp;
    /**
     * @description The manual order has items by this, descending. Set by the server; send `order` to move an item.
     * @example 1
     */
    sort: number;
    /**
     * @description The position that a client set last; 0 if none did. Later changes of other items do not update it.
     * @example 0
     */
    order: number;
};
/** @description One item. */
export type SingleItem = {
    /**
     * @description Always true: failures have another body.
     * @constant
     */
    result: true;
    /** @description An item, which is a bookmark. */
    item: Item;
};
/** @description The created items. */
export type ItemList = {
    /**
     * @description Always true: failures have another body.
     * @constant
     */
    result: true;
    /** @description The items, in the order of the request. */
    items: Item[];
};
/** @description A page of a list of items. */
export type ItemPage = {
    /**
     * @description Always true: failures have another body.
     * @constant
     */
    result: true;
    /** @description The items of the page, in the requested order. Empty after the last page. */
    items: Item[];
    /**
     * @description Number of items on all pages; with `search`, of those that match.
     * @example 2
     */
    count: number;
    /**
     * @description The id in the path of the request.
     * @example 7
     */
    collectionId: number;
};
/**
 * @description A tag. Case matters.
 * @example databases
 */
export type Tag = string;
/** @description A list of tags. */
export type TagList = {
    /**
     * @description Always true: failures have another body.
     * @constant
     */
    result: true;
    /** @description The tags. Empty if there are none. */
    items: {
        /**
         * @description The tag.
         * @example databases
         */
        _id: string;
        /**
         * @description Number of items that have the tag, at least 1.
         * @example 2
         */
        count: number;
    }[];
};
/** @description The tags to remove. */
export type TagNames = {
    /**
     * @description The tags. They must equal those of the items, except for white space around them.
     * @example [
     *       "reading"
     *     ]
     */
    tags: Tag[];
};
/** @description The tags to rename or merge. `tags` or `tag` is required; a body without both is a 400. */
export type TagReplacement = {
    /**
     * @description The tags that are replaced. They must equal those of the items, except for white space around them.
     * @example [
     *       "database",
     *       "db"
     *     ]
     */
    tags?: Tag[];
    /**
     * @description A single tag: the same as `tags` with one entry. Has no effect beside `tags`.
     * @example database
     */
    tag?: Tag;
    /**
     * @description The tag that replaces them. Trimmed; must not be only white space.
     * @example databases
     */
    replace: string;
};
/** @description Values of a filter and the number of items with each. */
export type FilterCounts = {
    /**
     * @description The tag, the type, or the month.
     * @example databases
     */
    _id: string;
    /**
     * @description Number of items, at least 1.
     * @example 2
     */
    count: number;
}[];
/** @description How items can be filtered, and how many items each filter leaves. */
export type Filters = {
    /**
     * @description Always true: failures have another body.
     * @constant
     */
    result: true;
    /**
     * @description The id in the path of the request.
     * @example 7
     */
    collectionId: number;
    /** @description All items. */
    total: Quantity;
    /** @description The tags, in the order of `tagsSort`. */
    tags: FilterCounts;
    /** @description The types, the most frequent first. */
    types: FilterCounts;
    /** @description The months in UTC in which items were created, such as `2026-01`, newest first. */
    created: FilterCounts;
    /** @description Items without tags. */
    notag: Quantity;
    /** @description Favourites. */
    important: Quantity;
    /** @description Items that are marked as `broken`. */
    broken: Quantity;
    /** @description Items whose link, or the canonical address of its page, an older item outside the Trash has too. */
    duplicate: Quantity;
    /** @description The same as `duplicate`. */
    duplicates: Quantity;
    /** @description Items with highlights. */
    highlights: Quantity;
    /** @description Items with a reminder; 0 for a public reader. */
    reminder: Quantity;
    /** @description Items with a note; 0 for a public reader. */
    note: Quantity;
    /** @description Items with an uploaded file. */
    file: Quantity;
};
/** @description The caller's account. */
export type Account = {
    /**
     * @description Always true: failures have another body.
     * @constant
     */
    result: true;
    /** @description The account. */
    user: User;
};
/** @description The caller's account after a change, twice. */
export type ChangedAccount = {
    /**
     * @description Always true: failures have another body.
     * @constant
     */
    result: true;
    /** @description The account. */
    user: User;
    /** @description The same as `user`. */
    item: User;
};
/** @description What every caller may know about an account. */
export type PublicAccount = {
    /**
     * @description Always true: failures have another body.
     * @constant
     */
    result: true;
    /** @description The account. */
    user: {
        /**
         * @description The id of the account.
         * @example 1
         */
        _id: number;
        /**
         * @description Name of the account's owner.
         * @example Ada Lovelace
         */
        fullName: string;
        /**
         * @description The same as `fullName`.
         * @example Ada Lovelace
         */
        name: string;
        /**
         * @description Always empty: the address is private.
         * @constant
         */
        email: "";
        /**
         * @description Always empty: accounts have no pictures.
         * @constant
         */
        avatar: "";
        /**
         * @description Always true: no feature of this server needs a paid account.
         * @constant
         */
        pro: true;
        /**
         * @description When the account registered.
         * @example 2026-01-01T12:00:00.000Z
         */
        registered: Timestamp;
    };
};
/** @description A feature of Raindrop.io that this server does not have. */
export type Feature = {
    /**
     * @description Always false.
     * @constant
     */
    enabled: false;
};
/** @description The account. */
export type User = {
    /**
     * @description The id of the account, the same as in the other APIs of this server.
     * @example 1
     */
    _id: number;
    /**
     * @description Name of the account's owner.
     * @example Ada Lovelace
     */
    fullName: string;
    /**
     * @description The same as `fullName`.
     * @example Ada Lovelace
     */
    name: string;
    /**
     * @description The address that the account logs in with.
     * @example ada@example.com
     */
    email: string;
    /**
     * @description MD5 of the e-mail address in lower case, for avatar services.
     * @example 3e3417d7ef77d5932a6734b916515ed5
     */
    email_MD5: string;
    /**
     * @description Whether the owner confirmed the address by opening a link that was mailed to it. Always true if the server sends no mail
     *     (setting `SMTP_URL`).
     * @example true
     */
    emailConfirmed: boolean;
    /**
     * @description Always empty: accounts have no pictures.
     * @constant
     */
    avatar: "";
    /**
     * @description Groups of root collections in the sidebar of clients, at least one. Each root collection is in one group: those that
     *     `PUT /user` did not name are at the end of the first.
     */
    groups: {
        /**
         * @description Title of the group; `My Collections` if the account has set no groups.
         * @example My Collections
         */
        title: string;
        /**
         * @description Whether clients hide the collections of the group.
         * @example false
         */
        hidden: boolean;
        /**
         * @description Position of the group.
         * @example 0
         */
        sort: number;
        /**
         * @description The ids of the root collections, in the order in which clients show them. Without groups of one's own, it is the order of
         *     `GET /collections`.
         */
        collections: number[];
    }[];
    /** @description Settings of clients, as they stored them with `PUT /user`. */
    config: {
        /**
         * @description Language of the client. Defaults to the language of the account, `en` or `sv`.
         * @example en
         */
        lang: string;
        /**
         * @description Sort order that the client shows first. Defaults to `-created`.
         * @example -created
         */
        raindrops_sort: string;
        /**
         * @description Layout that the client shows first. Defaults to `list`.
         * @example list
         */
        raindrops_view: string;
        /**
         * @description How strictly the client wants links to be checked. Defaults to `default`. No effect on this server.
         * @example default
         */
        broken_level: unknown;
        /**
         * @description Text size of the article view. Defaults to 0.
         * @example 0
         */
        font_size: unknown;
        /**
         * @description The id of the collection that was opened last. Defaults to 0.
         * @example 0
         */
        last_collection: unknown;
        /**
         * @description Parts of items that the client hides. Defaults to none.
         * @example []
         */
        raindrops_hide: unknown;
        /**
         * @description Buttons that the client shows at items. Defaults to none.
         * @example []
         */
        raindrops_buttons: unknown;
        /**
         * @description Whether the client sorts searches by score. Defaults to true.
         * @example true
         */
        raindrops_search_by_score: unknown;
        /**
         * @description Whether the client searches in the opened collection. Defaults to false.
         * @example false
         */
        raindrops_search_incollection: unknown;
        /**
         * @description The view of new collections in the client. Defaults to `list`.
         * @example list
         */
        default_collection_view: unknown;
        /**
         * @description How the client shows nested collections. Defaults to false.
         * @example false
         */
        nested_view_legacy: unknown;
        /**
         * @description The id of the collection to which the client adds items. Defaults to 0, the one used last.
         * @example 0
         */
        add_default_collection: unknown;
        /**
         * @description Hints that the user has seen in the client. Defaults to none.
         * @example []
         */
        acknowledge: unknown;
        /**
         * @description Whether the client shows suggestions. Defaults to true.
         * @example true
         */
        ai_suggestions: unknown;
        /**
         * @description Whether the client hides filters. Defaults to false.
         * @example false
         */
        filters_hide: unknown;
    } & {
        [key: string]: unknown;
    };
    /** @description Storage of the account, for the texts of its collections and items, and its pictures. */
    files: {
        /**
         * @description Bytes in use.
         * @example 2048
         */
        used: number;
        /**
         * @description Bytes that the account may use.
         * @example 1073741824
         */
        size: number;
        /**
         * @description Since when `used` is counted: when the account registered.
         * @example 2026-01-01T12:00:00.000Z
         */
        lastCheckPoint: Timestamp;
    };
    /**
     * @description Whether the account has a password. Always true.
     * @constant
     */
    password: true;
    /**
     * @description Always true: no feature of this server needs a paid account.
     * @constant
     */
    pro: true;
    /** @description A second factor, which this server does not offer. */
    tfa: Feature;
    /** @description A connected account, which this server does not offer. */
    dropbox: Feature;
    /** @description A connected account, which this server does not offer. */
    gdrive: Feature;
    /** @description A connected account, which this server does not offer. */
    google: Feature;
    /** @description A connected account, which this server does not offer. */
    facebook: Feature;
    /** @description A connected account, which this server does not offer. */
    twitter: Feature;
    /** @description A connected account, which this server does not offer. */
    vkontakte: Feature;
    /** @description A connected account, which this server does not offer. */
    apple: Feature;
    /** @description A connected account, which this server does not offer. */
    onedrive: Feature;
    /**
     * @description When the account registered.
     * @example 2026-01-01T12:00:00.000Z
     */
    registered: Timestamp;
    /**
     * @description When the account or one of its items last changed.
     * @example 2026-01-02T09:00:00.000Z
     */
    lastAction: Timestamp;
    /**
     * @description When the account last changed.
     * @example 2026-01-02T09:00:00.000Z
     */
    lastUpdate: Timestamp;
    /**
     * @description When somebody last logged in to the account; `registered` if nobody has.
     * @example 2026-01-02T09:00:00.000Z
     */
    lastVisit: Timestamp;
};
/** @description The fields to change. Those that are left out keep their values; null is a 400. */
export type AccountChange = {
    /**
     * @description Name of the account's owner, shown with public collections. Trimmed.
     * @example Ada King
     */
    fullName?: string;
    /**
     * @description The same as `fullName`, which wins over it, unless that is the name as it was.
     * @example Ada King
     */
    name?: string;
    /**
     * @description The address to log in with, unique among accounts. Another one needs `oldpassword`.
     * @example ada.king@example.com
     */
    email?: EmailAddress | "";
    /**
     * @description Any Unicode text, not trimmed. It is compared in Unicode's normalization form NFKC, and must have at least 8
     *     characters in that form too. Ignoring case, it must not be one of the 10,000 most common passwords, the account's
     *     e-mail address, the part of that before the @, or the account's name.
     * @example correct horse battery staple
     */
    newpassword?: Password;
    /**
     * Format: password
     * @description The current password.
     * @example my previous long password
     */
    oldpassword?: string;
    /** @description Groups of root collections, which replace all groups. With an empty list the account has none of its own, as in the beginning. */
    groups?: {
        /**
         * @description Title of the group. Need not be unique.
         * @example My Collections
         */
        title: string;
        /**
         * @description Whether clients hide the collections of the group.
         * @default false
         * @example false
         */
        hidden?: boolean;
        /**
         * @description Position of the group, any number. Defaults to its position in the list, from 0.
         * @example 0
         */
        sort?: number;
        /** @description The ids of the root collections in their order. Ids that are unknown, repeated or not at the root are ignored. */
        collections?: AnyId[];
    }[];
    /**
     * @description Settings of clients to store, which the server does not use itself. Keys that are left out keep their values; null or empty
     *     text removes a key. Keys that are not listed here can have any name. At most 64 keys and 8 KiB as JSON.
     */
    config?: {
        /**
         * @description How strictly links are checked. No effect on this server.
         * @example default
         * @enum {string|null}
         */
        broken_level?: "basic" | "default" | "strict" | "off" | "" | null;
        /**
         * @description Colour scheme of the article view.
         * @example night
         * @enum {string|null}
         */
        font_color?: "sunset" | "night" | "day" | "" | null;
        /**
         * @description Text size of the article view, from 0 to 9, as a number or as a text. Returned as it was sent.
         * @example 3
         */
        font_size?: number | string | null;
        /**
         * @description Language of the client.
         * @example en
         */
        lang?: string | null;
        /**
         * @description The id of the collection that was opened last.
         * @example 7
         */
        last_collection?: number | null;
        /**
         * @description Sort order that the client shows first. No effect on `GET /raindrops/{collectionId}`.
         * @example -created
         * @enum {string|null}
         */
        raindrops_sort?: "created" | "-created" | "title" | "-title" | "domain" | "-domain" | "lastUpdate" | "-lastUpdate" | "sort" | "-sort" | "score" | "" | null;
        /**
         * @description Layout that the client shows first.
         * @example list
         * @enum {string|null}
         */
        raindrops_view?: "list" | "simple" | "grid" | "masonry" | "" | null;
    } & {
        [key: string]: unknown;
    };
};
/** @description Counts of the caller's items. */
export type Statistics = {
    /**
     * @description Always true: failures have another body.
     * @constant
     */
    result: true;
    /** @description The ids 0 (everything outside the Trash), -1 (Unsorted) and -99 (Trash) first, then every collection of the caller, by id. */
    items: {
        /**
         * @description The id of the collection.
         * @example 7
         */
        _id: number;
        /**
         * @description Number of its items, without those of its descendants.
         * @example 2
         */
        count: number;
    }[];
    /** @description Numbers that concern the whole account. */
    meta: {
        /**
         * @description Always true: no feature of this server needs a paid account.
         * @constant
         */
        pro: true;
        /**
         * @description The id of the caller's account.
         * @example 1
         */
        _id: number;
        /**
         * @description When an item last changed; before the first change, when the account registered.
         * @example 2026-01-02T09:30:00.000Z
         */
        changedBookmarksDate: Timestamp;
        /**
         * @description Items outside the Trash with a link equal to that of an older item outside the Trash; see `GET /import/url/exists`. Links
         *     whose pages name the same canonical address are equal.
         */
        duplicates: Quantity;
        /** @description Items outside the Trash that are marked as `broken`. */
        broken: Quantity;
    };
};
/** @description A number of items. */
export type Quantity = {
    /**
     * @description The number of items.
     * @example 0
     */
    count: number;
};
/** @description Changes that can be reverted. */
export type UndoStepList = {
    /**
     * @description Always true: failures have another body.
     * @constant
     */
    result: true;
    /** @description The changes, newest first. */
    items: UndoStep[];
};
/** @description A change that can be reverted. */
export type UndoStep = {
    /**
     * @description The id of the change.
     * @example 3
     */
    _id: number;
    /**
     * @description The operation that made the change, such as `deleteCollection`; `import` for an import, `addItems` for
     *     items that were added on the pages of the server, and `replaceCopy` for the copy of an item that was removed or
     *     replaced, by `updateItem` or an upload. More may be added.
     * @example deleteCollection
     */
    operation: UndoOperation;
    /**
     * @description When the change was made.
     * @example 2026-01-02T09:30:00.000Z
     */
    created: Timestamp;
    /**
     * @description Until when it can be reverted, 24 hours after `created`.
     * @example 2026-01-03T09:30:00.000Z
     */
    expires: Timestamp;
    /**
     * @description How many items it moved, changed, deleted or imported.
     * @example 2
     */
    items: number;
    /**
     * @description How many collections it deleted or imported.
     * @example 1
     */
    collections: number;
};
/**
 * @description The operation that made the change, such as `deleteCollection`; `import` for an import, `addItems` for
 *     items that were added on the pages of the server, and `replaceCopy` for the copy of an item that was removed or
 *     replaced, by `updateItem` or an upload. More may be added.
 * @example deleteCollection
 */
export type UndoOperation = string;
/** @description The body of the event `item.created`. */
export type ItemCreatedEvent = {
    /**
     * @description The type of the event.
     * @constant
     */
    type: "item.created";
    /**
     * @description When the change was made.
     * @example 2026-01-02T09:30:00.000Z
     */
    timestamp: Timestamp;
    /** @description Which items changed. */
    data: ItemsChanged;
};
/** @description The body of the event `item.updated`. */
export type ItemUpdatedEvent = {
    /**
     * @description The type of the event.
     * @constant
     */
    type: "item.updated";
    /**
     * @description When the change was made.
     * @example 2026-01-02T09:30:00.000Z
     */
    timestamp: Timestamp;
    /** @description Which items changed, and where they moved. */
    data: ItemsMoved;
};
/** @description The body of the event `item.removed`. */
export type ItemRemovedEvent = {
    /**
     * @description The type of the event.
     * @constant
     */
    type: "item.removed";
    /**
     * @description When the change was made.
     * @example 2026-01-02T09:30:00.000Z
     */
    timestamp: Timestamp;
    /** @description Which items changed. */
    data: ItemsChanged;
};
/** @description The body of the event `item.deleted`. */
export type ItemDeletedEvent = {
    /**
     * @description The type of the event.
     * @constant
     */
    type: "item.deleted";
    /**
     * @description When the change was made.
     * @example 2026-01-02T09:30:00.000Z
     */
    timestamp: Timestamp;
    /** @description Which items changed. */
    data: ItemsChanged;
};
/** @description The body of the event `collection.created`. */
export type CollectionCreatedEvent = {
    /**
     * @description The type of the event.
     * @constant
     */
    type: "collection.created";
    /**
     * @description When the change was made.
     * @example 2026-01-02T09:30:00.000Z
     */
    timestamp: Timestamp;
    /** @description Which collections changed. */
    data: CollectionsChanged;
};
/** @description The body of the event `collection.updated`. */
export type CollectionUpdatedEvent = {
    /**
     * @description The type of the event.
     * @constant
     */
    type: "collection.updated";
    /**
     * @description When the change was made.
     * @example 2026-01-02T09:30:00.000Z
     */
    timestamp: Timestamp;
    /** @description Which collections changed. */
    data: CollectionsChanged;
};
/** @description The body of the event `collection.removed`. */
export type CollectionRemovedEvent = {
    /**
     * @description The type of the event.
     * @constant
     */
    type: "collection.removed";
    /**
     * @description When the change was made.
     * @example 2026-01-02T09:30:00.000Z
     */
    timestamp: Timestamp;
    /** @description Which collections were deleted, and where their items moved. */
    data: CollectionsRemoved;
};
/** @description The body of the event `collection.merged`. */
export type CollectionMergedEvent = {
    /**
     * @description The type of the event.
     * @constant
     */
    type: "collection.merged";
    /**
     * @description When the change was made.
     * @example 2026-01-02T09:30:00.000Z
     */
    timestamp: Timestamp;
    /** @description Which collections were deleted, and where their items moved. */
    data: CollectionsRemoved;
};
/** @description The body of the event `reminder.due`. */
export type ReminderDueEvent = {
    /**
     * @description The type of the event.
     * @constant
     */
    type: "reminder.due";
    /**
     * @description When the server noticed that they are due.
     * @example 2026-01-02T09:30:00.000Z
     */
    timestamp: Timestamp;
    /** @description Which items have reminders that are due. */
    data: ItemsDue;
};
/** @description The body of the event `change.reverted`. */
export type ChangeRevertedEvent = {
    /**
     * @description The type of the event.
     * @constant
     */
    type: "change.reverted";
    /**
     * @description When the change was made.
     * @example 2026-01-02T09:30:00.000Z
     */
    timestamp: Timestamp;
    /** @description Which change was undone. */
    data: ChangeReverted;
};
/** @description The body of the event `webhook.test`. */
export type WebhookTestEvent = {
    /**
     * @description The type of the event.
     * @constant
     */
    type: "webhook.test";
    /**
     * @description When the change was made.
     * @example 2026-01-02T09:30:00.000Z
     */
    timestamp: Timestamp;
    /**
     * @description A test has no data.
     * @example {}
     */
    data: NoData;
};
/** @description Which items changed. */
export type ItemsChanged = {
    /**
     * @description How many items changed.
     * @example 1
     */
    count: number;
    /**
     * @description The ids of the items, 100 at most. Empty if a whole collection was moved or emptied at once.
     * @example [
     *       5
     *     ]
     */
    items: number[];
    /**
     * @description The ids of the collections that contain the items; `-1` is Unsorted, `-99` the Trash. Empty if there are more than 100, or if any
     *     collection may have changed: read all of them again.
     * @example [
     *       7
     *     ]
     */
    collections: number[];
};
/** @description Which items changed, and where they moved. */
export type ItemsMoved = {
    /**
     * @description How many items changed.
     * @example 1
     */
    count: number;
    /**
     * @description The ids of the items, 100 at most. Empty if a whole collection was moved or emptied at once.
     * @example [
     *       5
     *     ]
     */
    items: number[];
    /**
     * @description The ids of the collections that contain or contained the items; `-1` is Unsorted, `-99` the Trash. Empty if there are more than 100, or if any
     *     collection may have changed: read all of them again.
     * @example [
     *       7
     *     ]
     */
    collections: number[];
    /**
     * @description The id of the collection to which the items moved; `-1` is Unsorted, `-99` the Trash.
     * @example 8
     */
    to?: number;
};
/** @description Which items have reminders that are due. */
export type ItemsDue = {
    /**
     * @description How many reminders are due.
     * @example 1
     */
    count: number;
    /**
     * @description The ids of the items, 100 at most.
     * @example [
     *       5
     *     ]
     */
    items: number[];
    /**
     * @description The ids of the collections that contain the items; `-1` is Unsorted. Empty if there are more than 100.
     * @example [
     *       7
     *     ]
     */
    collections: number[];
};
/** @description Which collections changed. */
export type CollectionsChanged = {
    /**
     * @description How many collections changed.
     * @example 1
     */
    count: number;
    /**
     * @description The ids of the collections that changed; `-1` is Unsorted, `-99` the Trash. Empty if there are more than 100, or if any
     *     collection may have changed: read all of them again.
     * @example [
     *       7
     *     ]
     */
    collections: number[];
};
/** @description Which collections were deleted, and where their items moved. */
export type CollectionsRemoved = {
    /**
     * @description How many collections changed.
     * @example 1
     */
    count: number;
    /**
     * @description The ids of the collections that were deleted; `-1` is Unsorted, `-99` the Trash. Empty if there are more than 100, or if any
     *     collection may have changed: read all of them again.
     * @example [
     *       7
     *     ]
     */
    collections: number[];
    /**
     * @description The id of the collection to which the items moved; `-1` is Unsorted, `-99` the Trash.
     * @example 8
     */
    to: number;
};
/** @description Which change was undone. */
export type ChangeReverted = {
    /**
     * @description The operation that made the change, such as `deleteCollection`; `import` for an import, `addItems` for
     *     items that were added on the pages of the server, and `replaceCopy` for the copy of an item that was removed or
     *     replaced, by `updateItem` or an upload. More may be added.
     * @example deleteCollection
     */
    operation: UndoOperation;
    /**
     * @description How many items and collections changed.
     * @example 1
     */
    count: number;
    /**
     * @description The ids of the collections that changed; `-1` is Unsorted, `-99` the Trash. Empty if there are more than 100, or if any
     *     collection may have changed: read all of them again.
     * @example [
     *       7
     *     ]
     */
    collections: number[];
};
/**
 * @description A test has no data.
 * @example {}
 */
export type NoData = Record<string, never>;
/** @description What was reverted, and what was skipped because it has changed since. */
export type Reverted = {
    /**
     * @description Always true: failures have another body.
     * @constant
     */
    result: true;
    /**
     * @description The operation that made the change, such as `deleteCollection`; `import` for an import, `addItems` for
     *     items that were added on the pages of the server, and `replaceCopy` for the copy of an item that was removed or
     *     replaced, by `updateItem` or an upload. More may be added.
     * @example deleteCollection
     */
    operation: UndoOperation;
    /**
     * @description How many items were restored or, after an import, deleted.
     * @example 2
     */
    items: number;
    /**
     * @description How many collections were restored or, after an import, deleted.
     * @example 1
     */
    collections: number;
    /** @description What was left as it is. */
    skipped: {
        /**
         * @description Number of items.
         * @example 1
         */
        items: number;
        /**
         * @description Number of collections that did not return to their parent, or that an import created and that are in use.
         * @example 0
         */
        collections: number;
        /**
         * @description The ids of the skipped items, at most 1,000. Items of a place that was moved or deleted as a whole are counted, but not
         *     listed.
         * @example [
         *       5
         *     ]
         */
        ids: number[];
    };
};
/** @description The links to look up. */
export type Links = {
    /** @description The links. A text that is not a link is never found. */
    urls: string[];
};
/** @description The caller's items with these links. */
export type ExistingLinks = {
    /**
     * @description Whether any of the links is saved. False is not a failure.
     * @example true
     */
    result: boolean;
    /**
     * @description The first of `ids`. Left out if there is none.
     * @example 5
     */
    id?: number;
    /** @description The ids of the items, each once. */
    ids: number[];
    /** @description The saved links in the order of the request. */
    duplicates: {
        /**
         * @description The link as it is in the request.
         * @example http://www.example.com/articles/write-ahead-logging/
         */
        link: string;
        /**
         * @description The id of the oldest item with an equal link.
         * @example 5
         */
        _id: number;
    }[];
};
/** @description The backups of the caller. */
export type Backups = {
    /**
     * @description Always true.
     * @example true
     * @constant
     */
    result: true;
    /** @description The backups, the newest first. */
    items: Backup[];
};
/** @description A complete backup. */
export type Backup = {
    /**
     * @description Its id.
     * @example 5fb7c1d2e3a4b5c6d7e8f901
     */
    _id: string;
    /**
     * Format: date-time
     * @description When it was started.
     * @example 2026-11-21T08:30:00.000Z
     */
    created: string;
};
/** @description A form with the file. */
export type BookmarkFile = {
    /** @description The file. */
    import: string;
};
/** @description What a file of bookmarks holds. */
export type FileContents = {
    /**
     * @description Always true.
     * @example true
     * @constant
     */
    result: true;
    /** @description The outermost folders in the order of the file. Bookmarks without a folder are in a last one, `Import`. */
    items: FileFolder[];
    /** @description Totals of the file. */
    count: {
        /**
         * @description Number of bookmarks.
         * @example 1
         */
        bookmarks: number;
        /**
         * @description Number of folders, without `Import`.
         * @example 1
         */
        folders: number;
        /**
         * @description Number of different tags.
         * @example 1
         */
        tags: number;
        /**
         * @description Number of highlights in files of this server.
         * @example 1
         */
        highlights: number;
        /**
         * @description Number of bookmarks with a link that the account has already, outside the Trash.
         * @example 1
         */
        duplicates: number;
        /**
         * @description Number of bookmarks with a link that one before them in the file has. They are imported too.
         * @example 0
         */
        repeated: number;
        /**
         * @description Number of entries that are no bookmarks, such as links to files and scripts.
         * @example 1
         */
        skipped: number;
        /**
         * @description Number of bookmarks with a time that could not be read, or that is more than a day in the future.
         * @example 0
         */
        datesNotRead: number;
    };
    /** @description The first 100 entries that are no bookmarks. */
    skipped: SkippedEntry[];
};
/** @description An entry of the file that is no bookmark. */
export type SkippedEntry = {
    /**
     * @description The first 200 characters of its link; without a link, of its title or of the entry.
     * @example javascript:alert(1)
     */
    text: string;
    /**
     * @description `noAddress`: its link is no http or https address; `longLink`: its link has more than 8,000 characters; `tooLarge`: it has more
     *     than an item may have; `unreadable`: it is no entry of the format.
     * @example noAddress
     * @enum {string}
     */
    reason: "noAddress" | "longLink" | "tooLarge" | "unreadable";
    /**
     * @description The line of the file on which it begins, from 1. Only if the format has lines.
     * @example 4
     */
    line?: number;
};
/** @description A folder of the file. */
export type FileFolder = {
    /**
     * @description Title of the folder.
     * @example Development
     */
    title: string;
    /** @description The folders inside it. */
    folders: FileSubfolder[];
    /** @description The bookmarks in it, the newest first. */
    bookmarks: FileBookmark[];
};
/**
 * @description A folder inside a folder. It has the fields of `FileFolder`, but is another schema, because this server accepts none that refers
 *     to itself.
 */
export type FileSubfolder = {
    /**
     * @description Title of the folder.
     * @example Databases
     */
    title: string;
    /** @description The folders inside it. */
    folders: unknown[];
    /** @description The bookmarks in it, the newest first. */
    bookmarks: FileBookmark[];
};
/** @description A bookmark of the file. */
export type FileBookmark = {
    /**
     * @description The link, without white space around it and line breaks in it, and with spaces percent-encoded.
     * @example https://example.com/articles/write-ahead-logging
     */
    link: string;
    /**
     * @description The title. The link, if the file has none.
     * @example Write-ahead logging
     */
    title: string;
    /**
     * @description The description; empty if the file has none.
     * @example How databases survive a crash
     */
    excerpt: string;
    /**
     * @description The note; empty if the file has none.
     * @example Read again
     */
    note: string;
    /**
     * Format: date-time
     * @description When it was saved. Left out if the file does not say it.
     * @example 2026-11-21T08:30:00.000Z
     */
    created?: string;
    /**
     * Format: date-time
     * @description When it was last changed, or else `created`.
     * @example 2026-11-21T08:30:00.000Z
     */
    lastUpdate?: string;
    /** @description The tags, each once. */
    tags: string[];
    /**
     * @description Address of the cover; empty if the file has none.
     * @example
     */
    cover: string;
    /** @description The cover, if there is one. */
    media: {
        /**
         * @description Address of the picture.
         * @example https://example.com/cover.png
         */
        link: string;
        /**
         * @description Always `image`.
         * @example image
         * @constant
         */
        type: "image";
    }[];
    /**
     * @description Whether it is a favourite.
     * @example false
     */
    important: boolean;
    /** @description The highlights in the order of the file, as they can be sent for a new item. */
    highlights: {
        /**
         * @description The marked text.
         * @example The log is written first.
         */
        text: string;
        /**
         * @description The note on the highlight; empty if the file has none.
         * @example Compare with shadow paging.
         */
        note: string;
        /**
         * @description Colour of a highlight. Defaults to `yellow`.
         * @example yellow
         */
        color: HighlightColor;
    }[];
};
/** @description What a page, or else its link, tells. */
export type ParsedLink = {
    /**
     * @description Always true, also if the text is not a link.
     * @constant
     */
    result: true;
    /**
     * @description Only if the text is not an http or https address.
     * @constant
     */
    error?: "not_found";
    /**
     * @description Only if the text is not an http or https address.
     * @constant
     */
    errorMessage?: "invalid_url";
    /**
     * @description Only if the page could not be read: `gone`: it does not exist (404 or 410); `refused`: its server rejects the request (another
     *     4xx); `later`: its server is busy or fails (429 or 5xx); `blocked`: its address, or one that it redirects to, is not public;
     *     `unreachable`: no host or no connection; `too-large`; `too-slow`; `not-readable`: no valid response, or too many redirects.
     * @example gone
     * @enum {string}
     */
    failure?: "gone" | "refused" | "later" | "blocked" | "unreachable" | "too-large" | "too-slow" | "not-readable";
    /** @description What the fields of an item could be. */
    item: {
        /**
         * @description Kind of content, as the page or its content type says, else by the file name extension of the link.
         * @example article
         * @enum {string}
         */
        type: "link" | "article" | "image" | "video" | "audio" | "document";
        /**
         * @description The title of the page, else the last part of the path or, without one, the host; the text itself if it is not a link.
         * @example Write-ahead logging
         */
        title: string;
        /**
         * @description The description of the page; empty if it has none.
         * @example How databases survive a crash.
         */
        excerpt: string;
        /**
         * @description The address of the picture of the page; empty if it has none.
         * @example https://example.com/articles/write-ahead-logging.png
         */
        cover: string;
        /** @description The picture of the page; empty if it has none. */
        media: {
            /**
             * @description The address of the picture.
             * @example https://example.com/articles/write-ahead-logging.png
             */
            link: string;
            /**
             * @description Kind of medium.
             * @constant
             */
            type: "image";
        }[];
        /**
         * @description `page`: the page was read; `local`: only the link was examined.
         * @example page
         * @enum {string}
         */
        parser: "page" | "local";
        /** @description Facts about the page. */
        meta: {
            /** @description Suggested tags. Always empty. */
            tags: string[];
            /**
             * @description Whether the page says that it is an article.
             * @example true
             */
            possibleArticle: boolean;
            /**
             * @description The address that the page prefers, else the link itself; empty if the text is not a link.
             * @example https://example.com/articles/write-ahead-logging
             */
            canonical: string;
            /**
             * @description The host of the link without `www.`; empty if the text is not a link.
             * @example example.com
             */
            site: string;
            /**
             * @description The address of the icon of the page; empty if it names none.
             * @example https://example.com/icon.png
             */
            icon: string;
            /**
             * @description The language of the page, as a tag such as `pt-BR`; empty if it names none.
             * @example en
             */
            language: string;
            /**
             * @description Who wrote the page; empty if it does not say.
             * @example Ada Lovelace
             */
            author: string;
            /**
             * Format: date-time
             * @description When the page was published, in UTC. Left out if it does not say.
             * @example 2026-01-01T12:00:00.000Z
             */
            published?: string;
        };
    };
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
/** @description The body of every failure except a 401. */
export type Failure = {
    /**
     * @description Always false: the request was not carried out.
     * @constant
     */
    result: false;
    /**
     * @description The invalid field or header, such as `view`, or else a code: `invalid`, `forbidden`, `quota`, `not_found`,
     *     `wrong_method`, `timeout`, `conflict`, `changed`, `too_large`, `wrong_type`, `rate_limit`, `unavailable` or `internal`. For
     *     inviting `too_many_invitations`; for joining `CollaboratorsIncorrectToken`, `CollaboratorsNoCollection` or
     *     `CollaboratorsAlready`; for cover uploads -1 (no file), `file_invalid` or `file_size_limit`; for accounts -1 (not found), 1 (no
     *     e-mail address), 2 (no name) or 3 (wrong password). Some codes are numbers because this API has them so.
     * @example not_found
     * @example view
     */
    error: string | number;
    /**
     * @description What went wrong, in one sentence, for people. Programs should rely on `status` and `error`.
     * @example There is no collection with this id.
     */
    errorMessage: string;
    /**
     * @description The HTTP status.
     * @example 404
     */
    status: number;
};
/** @description The body of a 401. */
export type UnauthenticatedFailure = {
    /**
     * @description Always false: the request was not carried out.
     * @constant
     */
    result: false;
    /**
     * @description The code.
     * @example unauthorized
     * @constant
     */
    error: "unauthorized";
    /**
     * @description What went wrong, in one sentence, for people. Programs should rely on `status` and `error`.
     * @example Incorrect access_token
     */
    errorMessage: string;
    /**
     * @description The HTTP status.
     * @example 401
     */
    status: number;
    /**
     * @description Always false: nobody is authenticated.
     * @constant
     */
    auth: false;
};
export type GetFileQuery = {
    /** @description The type of the file, as in the `link` of its item. If the file has another type, the response is a 404. */
    type?: string;
};
export type GetCopyQuery = {
    /** @description 1 returns the address as JSON instead of a redirection. */
    json?: number;
};
export type ListItemsQuery = {
    /** @description Page number, from 0. A page after the last one is empty. */
    page?: number;
    /**
     * @description Maximum number of items on the page, from 1 to 50. Numbers above 50 count as 50, and numbers below 1 as 25: they are accepted
     *     for the clients that send them.
     */
    perpage?: number;
    /**
     * @description Sort order; `-` is descending, and ties are broken by id. Titles compare by their first 100 characters in lower case. `sort` is
     *     the manual order: new items come first, unless their `order` says otherwise, and `-sort` is its reverse. `score` ranks the
     *     matches of `search`: those with more of its words in their title come first, then those that have them in another field and
     *     not only in the text of their page, then the newest; without words to find it is `-created`, and so is an empty value. A `+`
     *     before a key, also where a URL has it as a space, means nothing.
     */
    sort?: "" | "score" | "-created" | "created" | "title" | "-title" | "domain" | "-domain" | "lastUpdate" | "-lastUpdate" | "sort" | "-sort" | " created" | " title" | " domain" | " lastUpdate" | " sort" | " score" | "+created" | "+title" | "+domain" | "+lastUpdate" | "+sort" | "+score";
    /**
     * @description Only items with these ids, separated by commas. Those that are not in the collection are skipped. With a `search`, both must
     *     find an item.
     */
    ids?: Ids;
    /** @description Whether the items of all descendants are included, at any depth. No effect on `0`, `-1` and `-99`. */
    nested?: components["parameters"]["Nested"];
    /**
     * @description Words and operators, at most 100, which must all match; empty finds all items. Upper case and diacritics make no difference.
     *
     *     A word finds the items that have a word with this beginning in title, excerpt, note or tags, or a word with this part in their
     *     link. It also finds those whose page has it in its readable text, of which the first 16,000 words count: beginnings there have
     *     at least four characters, shorter words are whole. Words of one character, and `"phrases in quotes"`, are found as whole words; the first 20 words of a phrase count. `#tag` or
     *     `#"two words"` finds a whole tag. `title:`, `excerpt:`, `note:`, `link:` and `info:` (title or excerpt) find words in that field; a
     *     bare `info:` restricts the words after it.
     *
     *     - `created:` and `lastUpdate:` find a day, month, year or time, such as `2026-01`, all in UTC; with `>`, `<`, `>=` or `<=` those
     *       after or before.
     *     - `type:video`, `domain:example.com` (or `site:`), `_id:5`.
     *     - `important:true` or `❤️`, `notag:true`, `note:true` (has a note), `highlights:true`, `reminder:true`, `broken:true`, `file:true`,
     *       `duplicate:true` (an older item outside the Trash has the same link, or its page the same canonical address). The value `false` finds the others.
     *     - `cache.status:ready` finds items with a copy of their page; `retry`, `failed`, `invalid-origin`, `invalid-timeout` and `invalid-size`
     *       those that have none, for that reason.
     *
     *     In a public collection of another account that is not shared with the caller, items have no notes, reminders and copies for a search.
     *
     *     `-` before a word or operator excludes what it finds. With `match:OR`, one of those without `-` is enough. A value that an operator
     *     does not know finds nothing; other text before a colon is part of a word.
     */
    search?: components["parameters"]["Search"];
};
export type UpdateItemsQuery = {
    /** @description Whether the items of all descendants are included, at any depth. No effect on `0`, `-1` and `-99`. */
    nested?: components["parameters"]["Nested"];
    /**
     * @description Only items that this search finds, as in `listItems`. Empty does not restrict the operation; a search without any word or operator,
     *     such as a space, finds nothing. If the body has a `search` too, both must find an item.
     */
    search?: components["parameters"]["BulkSearch"];
    /** @description `true` to change all items of collection `0` without `ids` and `search`, which is a 400 otherwise. No effect elsewhere. */
    dangerAll?: components["parameters"]["DangerAll"];
};
export type DeleteItemsQuery = {
    /** @description Whether the items of all descendants are included, at any depth. No effect on `0`, `-1` and `-99`. */
    nested?: components["parameters"]["Nested"];
    /**
     * @description Only items that this search finds, as in `listItems`. Empty does not restrict the operation; a search without any word or operator,
     *     such as a space, finds nothing. If the body has a `search` too, both must find an item.
     */
    search?: components["parameters"]["BulkSearch"];
};
export type ExportItemsQuery = {
    /** @description Sort order, as in the list of items. In `html` it applies within each folder. */
    sort?: "" | "score" | "-created" | "created" | "title" | "-title" | "domain" | "-domain" | "lastUpdate" | "-lastUpdate" | "sort" | "-sort" | " created" | " title" | " domain" | " lastUpdate" | " sort" | " score" | "+created" | "+title" | "+domain" | "+lastUpdate" | "+sort" | "+score";
    /**
     * @description Only items with these ids, separated by commas. Those that are not in the collection are skipped. With a `search`, both must
     *     find an item.
     */
    ids?: Ids;
    /**
     * @description Words and operators, at most 100, which must all match; empty finds all items. Upper case and diacritics make no difference.
     *
     *     A word finds the items that have a word with this beginning in title, excerpt, note or tags, or a word with this part in their
     *     link. It also finds those whose page has it in its readable text, of which the first 16,000 words count: beginnings there have
     *     at least four characters, shorter words are whole. Words of one character, and `"phrases in quotes"`, are found as whole words; the first 20 words of a phrase count. `#tag` or
     *     `#"two words"` finds a whole tag. `title:`, `excerpt:`, `note:`, `link:` and `info:` (title or excerpt) find words in that field; a
     *     bare `info:` restricts the words after it.
     *
     *     - `created:` and `lastUpdate:` find a day, month, year or time, such as `2026-01`, all in UTC; with `>`, `<`, `>=` or `<=` those
     *       after or before.
     *     - `type:video`, `domain:example.com` (or `site:`), `_id:5`.
     *     - `important:true` or `❤️`, `notag:true`, `note:true` (has a note), `highlights:true`, `reminder:true`, `broken:true`, `file:true`,
     *       `duplicate:true` (an older item outside the Trash has the same link, or its page the same canonical address). The value `false` finds the others.
     *     - `cache.status:ready` finds items with a copy of their page; `retry`, `failed`, `invalid-origin`, `invalid-timeout` and `invalid-size`
     *       those that have none, for that reason.
     *
     *     In a public collection of another account that is not shared with the caller, items have no notes, reminders and copies for a search.
     *
     *     `-` before a word or operator excludes what it finds. With `match:OR`, one of those without `-` is enough. A value that an operator
     *     does not know finds nothing; other text before a colon is part of a word.
     */
    search?: components["parameters"]["Search"];
    /** @description Whether the items of all descendants are included, at any depth. No effect on `0`, `-1` and `-99`. */
    nested?: components["parameters"]["Nested"];
};
export type FindLinkQuery = {
    /** @description The link. A text that is not a link is never found. */
    url: string;
};
export type ParseLinkQuery = {
    /** @description The link. */
    url: string;
};
export type GetFiltersQuery = {
    /** @description Whether the items of all descendants are included, at any depth. No effect on `0`, `-1` and `-99`. */
    nested?: components["parameters"]["Nested"];
    /**
     * @description Words and operators, at most 100, which must all match; empty finds all items. Upper case and diacritics make no difference.
     *
     *     A word finds the items that have a word with this beginning in title, excerpt, note or tags, or a word with this part in their
     *     link. It also finds those whose page has it in its readable text, of which the first 16,000 words count: beginnings there have
     *     at least four characters, shorter words are whole. Words of one character, and `"phrases in quotes"`, are found as whole words; the first 20 words of a phrase count. `#tag` or
     *     `#"two words"` finds a whole tag. `title:`, `excerpt:`, `note:`, `link:` and `info:` (title or excerpt) find words in that field; a
     *     bare `info:` restricts the words after it.
     *
     *     - `created:` and `lastUpdate:` find a day, month, year or time, such as `2026-01`, all in UTC; with `>`, `<`, `>=` or `<=` those
     *       after or before.
     *     - `type:video`, `domain:example.com` (or `site:`), `_id:5`.
     *     - `important:true` or `❤️`, `notag:true`, `note:true` (has a note), `highlights:true`, `reminder:true`, `broken:true`, `file:true`,
     *       `duplicate:true` (an older item outside the Trash has the same link, or its page the same canonical address). The value `false` finds the others.
     *     - `cache.status:ready` finds items with a copy of their page; `retry`, `failed`, `invalid-origin`, `invalid-timeout` and `invalid-size`
     *       those that have none, for that reason.
     *
     *     In a public collection of another account that is not shared with the caller, items have no notes, reminders and copies for a search.
     *
     *     `-` before a word or operator excludes what it finds. With `match:OR`, one of those without `-` is enough. A value that an operator
     *     does not know finds nothing; other text before a colon is part of a word.
     */
    search?: components["parameters"]["Search"];
    /** @description Sort order of `tags`: `_id` by the bytes of the tags in UTF-8, anything else by `-count`, the most used first. */
    tagsSort?: string;
};
export type ListHighlightsQuery = {
    /** @description Page number, from 0. A page after the last one is empty. */
    page?: components["parameters"]["HighlightsPage"];
    /** @description Maximum number of highlights on the page. More than 50 count as 50. */
    perpage?: components["parameters"]["HighlightsPerPage"];
};
export type ListCollectionHighlightsQuery = {
    /** @description Page number, from 0. A page after the last one is empty. */
    page?: components["parameters"]["HighlightsPage"];
    /** @description Maximum number of highlights on the page. More than 50 count as 50. */
    perpage?: components["parameters"]["HighlightsPerPage"];
};
