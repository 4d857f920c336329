import type { ContractName } from "./tool.ts";

/** Operations whose examples fail, for one reason. */
interface Reason {
  /** Why, as a sentence for the documentation. */
  readonly reason: string;
  /** As Portman names them. */
  readonly operations: readonly string[];
}

/** All failures of Portman. An entry for an operation that passes fails the run, so that it gets removed. */
export const PORTMAN_FAILURES: Readonly<Record<ContractName, readonly Reason[]>> = {
  catalogue: [],
  users: [
    {
      reason: "Account 1, which they would change or delete, is the only administrator.",
      operations: ["PUT /users/{{id}}.json", "PATCH /users/{{id}}.json", "DELETE /users/{{id}}.json"],
    },
  ],
  collections: [
    {
      reason: "The example of `deleteCollection` has deleted collection 7.",
      operations: [
        ...[
          "PUT /collection/:id/cover",
          "POST /raindrop",
          "GET /filters/:collectionId",
          "GET /highlights/:collectionId",
        ],
        ...["GET /collection/:id/sharing", "POST /collection/:id/sharing", "DELETE /collection/:id/sharing"],
        ...["PUT /collection/:id/sharing/:userId", "DELETE /collection/:id/sharing/:userId"],
        ...["GET /raindrops/:collectionId", "PUT /raindrops/:collectionId", "DELETE /raindrops/:collectionId"],
        ...["GET /raindrops/:collectionId/export.{{format}}"],
        ...["GET /tags/:collectionId", "PUT /tags/:collectionId", "DELETE /tags/:collectionId"],
      ],
    },
    {
      reason: "Portman sends the example of the schema `PathId`, a collection, instead of the parameter's, an item.",
      operations: [
        ...["GET /raindrop/:id", "PUT /raindrop/:id", "DELETE /raindrop/:id", "PUT /raindrop/:id/cover"],
        ...["GET /raindrop/:id/file", "GET /raindrop/:id/cache", "GET /raindrop/:id/suggest"],
      ],
    },
    {
      reason: "They need a file, and a document has no example of one.",
      operations: ["PUT /raindrop/file", "POST /copies", "POST /import/file", "PUT /import/file"],
    },
    {
      reason: "The ids of pictures are random.",
      operations: ["GET /cover/:picture"],
    },
    {
      reason: "Account 1 owns collection 7, so the invitation is to another one.",
      operations: ["POST /collection/:id/join"],
    },
  ],
};
