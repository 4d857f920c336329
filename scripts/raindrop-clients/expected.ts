/** Reasons why methods fail, by client and method. */
type Failures = Readonly<Record<string, Readonly<Record<string, string>>>>;

const OLD_SEARCH = "raindropio/models.py:367 sends a search as a JSON list, the syntax of an older version of the API";

/** Methods that fail because of the client itself, with the responsible line and the reason. */
export const CLIENT_FAULTS: Failures = {
  "raindrop-io-py": {
    "Raindrop.get": "raindropiopy/models.py:661 requests /<id>, not /raindrop/<id>",
    "Tag.delete": "raindropiopy/models.py:1008 sends {} and not the tags",
  },
  "python-raindropio": {
    "Raindrop.search, by word": OLD_SEARCH,
    "Raindrop.search": OLD_SEARCH,
  },
};

const INTEGERS = "an integer as the parent or the collection";
const FILES = "upload of files";
const COPIES = "copies of pages";
const SUGGESTIONS = "suggestions";
const TAGS = "tags";
const USER = "all fields of the user";
const ICONS = "icons";
const SHARING = "sharing";
const HIGHLIGHTS = "highlights";
const PROVIDERS = "connected providers";
const OAUTH = "OAuth";

/** Methods that need a part of the API that this server does not have yet. */
export const NOT_YET: Failures = {
  "@lasuillard/raindrop-client": {
    "collection.getFeaturedCovers": ICONS,
    "collection.searchCovers": ICONS,
    "collection.shareCollection": SHARING,
    "collection.getCollaborators": SHARING,
    "collection.acceptInvitation": SHARING,
    "collection.changeCollaboratorAccessLevel": SHARING,
    "collection.deleteCollaborator": SHARING,
    "collection.unshareOrLeaveCollection": SHARING,
    "raindrop.uploadFile": FILES,
    "raindrop.uploadRaindropCover": "covers of items",
    "raindrop.getPermanentCopy": COPIES,
    "raindrop.suggestForExistingBookmark": SUGGESTIONS,
    "raindrop.suggestForNewBookmark": SUGGESTIONS,
    "highlight.getAllHighlights": HIGHLIGHTS,
    "highlight.getHighlightsInCollection": HIGHLIGHTS,
    "filter.getFilters": "filters",
    "tag.getTagsInCollection": TAGS,
    "tag.renameOrMergeTags": TAGS,
    "tag.removeTagsFromCollection": TAGS,
    "user.getPublicUserByName": "users by name",
    "user.updateCurrentUser": "changes of the user",
    "user.connectSocialNetworkProvider": PROVIDERS,
    "user.disconnectSocialNetworkProvider": PROVIDERS,
    "auth.authorize": OAUTH,
    "auth.getOrRefreshToken": OAUTH,
    "auth.exchangeToken": OAUTH,
    "auth.refreshToken": OAUTH,
  },
  "raindrop-io-py": {
    "Collection.create, nested": INTEGERS,
    "Collection.get_child_collections": INTEGERS,
    "Collection.get_collections": INTEGERS,
    "Raindrop.update, to a collection": INTEGERS,
    "Raindrop.create_file": FILES,
    "Raindrop.cache": COPIES,
    "Tag.get": TAGS,
    "User.get": USER,
  },
  "python-raindropio": {
    "Collection.create, nested": INTEGERS,
    "Collection.get_childrens": INTEGERS,
    "Raindrop.update, to a collection": INTEGERS,
    "User.get": USER,
    "User.get, config": USER,
  },
  braindrop: {
    "API.suggestions_for": SUGGESTIONS,
    "API.suggestions_for, a link": SUGGESTIONS,
  },
};
