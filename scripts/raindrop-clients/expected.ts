/** Reasons why methods fail, by client and method. */
type Failures = Readonly<Record<string, Readonly<Record<string, string>>>>;

const OLD_SEARCH = "raindropio/models.py:367 sends a search as a JSON list, the syntax of an older version of the API";

/** Methods that fail because of the client itself, with the responsible line and the reason. */
export const CLIENT_FAULTS: Failures = {
  "@lasuillard/raindrop-client": {
    "collection.acceptInvitation": "dist/index.d.ts:411 has no parameter for the token of the invitation",
  },
  "raindrop-io-py": {
    "Raindrop.get": "raindropiopy/models.py:661 requests /<id>, not /raindrop/<id>",
    "Tag.delete": "raindropiopy/models.py:1008 sends {} and not the tags",
  },
  "python-raindropio": {
    "Raindrop.search, by word": OLD_SEARCH,
    "Raindrop.search": OLD_SEARCH,
  },
};

const LISTS = "lists of collections have no `author` and `access.for`";
const COPIES = "copies of pages";
const PROVIDERS = "connected providers";
const OAUTH = "OAuth";

/** Methods that need a part of the API that this server does not have yet. */
export const NOT_YET: Failures = {
  "@lasuillard/raindrop-client": {
    "raindrop.getPermanentCopy": COPIES,
    "user.connectSocialNetworkProvider": PROVIDERS,
    "user.disconnectSocialNetworkProvider": PROVIDERS,
    "auth.authorize": OAUTH,
    "auth.getOrRefreshToken": OAUTH,
    "auth.exchangeToken": OAUTH,
    "auth.refreshToken": OAUTH,
  },
  "raindrop-io-py": {
    "Raindrop.cache": COPIES,
  },
  raindrop: {
    "Collections.root": LISTS,
  },
};
