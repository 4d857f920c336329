/** An endpoint of Raindrop.io's public API. */
export interface Endpoint {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Below `/rest/v1`; names of parameters may differ from those of the contract. */
  readonly path: string;
  /** The same endpoint for all collections. */
  readonly pathForAll?: string;
  readonly title: string;
  /** Why the collections contract lacks it. */
  readonly missing?: string;
}

const OAUTH = "Clients log in with an API key or a login token instead. OAuth is planned.";
const PROVIDERS = "The server connects to no other service.";

/**
 * The endpoints by group. An endpoint is a method and a path; what the documentation lists twice because of its
 * effects, such as renaming and merging tags, counts once. The last item endpoint is not documented, but items refer
 * to it.
 *
 * Source: https://developer.raindrop.io
 */
export const ENDPOINTS: Readonly<Record<string, readonly Endpoint[]>> = {
  Collections: [
    { method: "GET", path: "/collections", title: "Get root collections" },
    { method: "GET", path: "/collections/childrens", title: "Get child collections" },
    { method: "GET", path: "/collection/{id}", title: "Get collection" },
    { method: "POST", path: "/collection", title: "Create collection" },
    { method: "PUT", path: "/collection/{id}", title: "Update collection" },
    { method: "PUT", path: "/collection/{id}/cover", title: "Upload cover" },
    { method: "DELETE", path: "/collection/{id}", title: "Remove collection" },
    { method: "DELETE", path: "/collections", title: "Remove multiple collections" },
    { method: "PUT", path: "/collections", title: "Reorder, expand or collapse all collections" },
    { method: "PUT", path: "/collections/merge", title: "Merge collections" },
    { method: "PUT", path: "/collections/clean", title: "Remove all empty collections" },
    { method: "DELETE", path: "/collection/-99", title: "Empty Trash" },
    { method: "GET", path: "/user/stats", title: "Get system collections" },
  ],
  Icons: [
    { method: "GET", path: "/collections/covers", title: "Featured icons" },
    { method: "GET", path: "/collections/covers/{text}", title: "Search for icons" },
  ],
  Sharing: [
    { method: "POST", path: "/collection/{id}/sharing", title: "Share collection" },
    { method: "GET", path: "/collection/{id}/sharing", title: "Get collaborators" },
    { method: "DELETE", path: "/collection/{id}/sharing", title: "Unshare or leave collection" },
    { method: "PUT", path: "/collection/{id}/sharing/{userId}", title: "Change role" },
    { method: "DELETE", path: "/collection/{id}/sharing/{userId}", title: "Remove collaborator" },
    { method: "POST", path: "/collection/{id}/join", title: "Accept an invitation" },
  ],
  Items: [
    { method: "GET", path: "/raindrop/{id}", title: "Get item" },
    { method: "POST", path: "/raindrop", title: "Create item" },
    { method: "PUT", path: "/raindrop/{id}", title: "Update item" },
    { method: "DELETE", path: "/raindrop/{id}", title: "Remove item" },
    { method: "PUT", path: "/raindrop/file", title: "Upload file" },
    { method: "PUT", path: "/raindrop/{id}/cover", title: "Upload cover" },
    { method: "GET", path: "/raindrop/{id}/cache", title: "Get permanent copy" },
    { method: "POST", path: "/raindrop/suggest", title: "Suggest collections and tags for a new item" },
    { method: "GET", path: "/raindrop/{id}/suggest", title: "Suggest collections and tags for an item" },
    { method: "GET", path: "/raindrop/{id}/file", title: "Download file" },
  ],
  "Multiple items": [
    { method: "GET", path: "/raindrops/{collection}", title: "Get items" },
    { method: "POST", path: "/raindrops", title: "Create items" },
    { method: "PUT", path: "/raindrops/{collection}", title: "Update items" },
    { method: "DELETE", path: "/raindrops/{collection}", title: "Remove items" },
    { method: "GET", path: "/raindrops/{collection}/export.{format}", title: "Export items" },
  ],
  Highlights: [
    { method: "GET", path: "/highlights", title: "Get all highlights" },
    { method: "GET", path: "/highlights/{collection}", title: "Get highlights in a collection" },
  ],
  Tags: [
    { method: "GET", path: "/tags/{collection}", pathForAll: "/tags", title: "Get tags" },
    { method: "PUT", path: "/tags/{collection}", pathForAll: "/tags", title: "Rename or merge tags" },
    { method: "DELETE", path: "/tags/{collection}", pathForAll: "/tags", title: "Remove tags" },
  ],
  Filters: [{ method: "GET", path: "/filters/{collection}", title: "Get filters" }],
  User: [
    { method: "GET", path: "/user", title: "Get user" },
    { method: "GET", path: "/user/{name}", title: "Get user by name" },
    { method: "PUT", path: "/user", title: "Update user" },
    { method: "GET", path: "/user/connect/{provider}", title: "Connect social network", missing: PROVIDERS },
    { method: "GET", path: "/user/connect/{provider}/revoke", title: "Disconnect social network", missing: PROVIDERS },
  ],
  Import: [
    { method: "GET", path: "/import/url/parse", title: "Parse URL" },
    { method: "POST", path: "/import/url/exists", title: "Check that URLs exist" },
    { method: "POST", path: "/import/file", title: "Parse a file of bookmarks" },
    { method: "PUT", path: "/import/file", title: "Parse a file of bookmarks, as Raindrop.io's applications do" },
  ],
  Backups: [
    { method: "GET", path: "/backups", title: "Get backups" },
    { method: "GET", path: "/backup", title: "Make a backup" },
    { method: "GET", path: "/backup/{id}.{format}", title: "Download a backup" },
  ],
  OAuth: [
    { method: "GET", path: "/oauth/authorize", title: "Ask for permission", missing: OAUTH },
    { method: "POST", path: "/oauth/access_token", title: "Get or refresh a token", missing: OAUTH },
  ],
};
