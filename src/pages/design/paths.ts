import type { Contract } from "#contract/contract";

export const START = "/";

/** The page that lists all operations. */
export const REFERENCE = "/docs";

/** Finds operations, fields and errors of all contracts. */
export const REFERENCE_SEARCH = "/docs/search";
/** Issues the credential with which the page of a signed-in user sends requests. */
export const REFERENCE_CREDENTIAL = "/docs/credential";

export const QUICKSTART = "/docs/quickstart";
export const ERRORS = "/docs/errors";

/** The page with the coverage of the contracts by tests. */
export const PROOF = "/docs/proof";

/** Makes the bookmarks an application that browsers can install. */
export const MANIFEST = "/manifest.webmanifest";

/** The path of the icon of a site. */
export const pathOfSiteIcon = (id: string) => `/site-icons/${id}`;

export const HEALTH = "/health/ready";

/** The pages of the account, and of those who may administer others. */
export const ACCOUNT = "/account";
/** Receives the theme and the language that a visitor chooses in the footer. */
export const PREFERENCES = "/preferences";
/** The same for pages with a form, whose fields they keep: of signed-in users, and of others. */
export const PREFERENCES_SIGNED_IN = "/account/preferences";
export const PREFERENCES_SIGNED_OUT = "/account/sign-in/preferences";

export const SIGN_IN = "/account/sign-in";
export const SIGN_OUT = "/account/sign-out";
export const REGISTER = "/account/register";
export const FORGOTTEN_PASSWORD = "/account/forgotten-password";
export const RESET_PASSWORD = "/account/reset-password";
export const CONFIRM_EMAIL = "/account/confirm-email";
/** Ends showing a new secret. */
export const COPIED = "/account/copied";
export const API_KEYS = "/account/api-keys";
export const WEBHOOKS = "/account/webhooks";
export const REMINDERS = "/account/reminders";
/** Makes a new address for the calendar of reminders. */
export const CALENDAR = "/account/reminders/calendar";
export const REMOVE_CALENDAR = "/account/reminders/calendar/remove";
export const USERS = "/account/users";
export const AUDIT = "/account/audit";
/** The settings of the server. */
export const SERVER = "/account/server";

export const PROFILE = "/account/profile";
export const CHANGE_EMAIL = "/account/profile/email";
export const CHANGE_PASSWORD = "/account/profile/password";
export const CONFIRM_EMAIL_AGAIN = "/account/profile/confirmation";
export const SESSIONS = "/account/sessions";
/** The page that lists what has access to the account. */
export const ACCESS = "/account/access";
export const DATA = "/account/data";
export const DOWNLOAD_DATA = "/account/data/download";
export const DELETE_ACCOUNT = "/account/data/delete";

/** The page that a setup link opens. */
export const SETUP = "/setup";

/** The bookmarks of the signed-in user. */
export const BOOKMARKS = "/bookmarks";
/** The bookmarks with reminders. */
export const WITH_REMINDERS = "/bookmarks?search=reminder%3Atrue";
export const ITEMS = "/bookmarks/items";
export const NEW_ITEM = "/bookmarks/items/new";
export const COLLECTIONS = "/bookmarks/collections";
/** The same form in a small window, which the bookmarklet and phones open. */
export const NEW_ITEM_WINDOW = "/bookmarks/items/new/window";
export const UPLOAD = "/bookmarks/items/upload";
/** The form for several links at once. */
export const NEW_LINKS = "/bookmarks/items/links";
export const NEW_COLLECTION = "/bookmarks/collections/new";
/** The page that deletes all empty collections. */
export const CLEAN_COLLECTIONS = "/bookmarks/collections/clean";

export const IMPORT = "/bookmarks/import";
export const EXPORT = "/bookmarks/export";
export const DOWNLOAD_BOOKMARKS = "/bookmarks/export/download";
export const DUPLICATES = "/bookmarks/duplicates";
/** The page of the bookmarks whose links no longer work. */
export const BROKEN = "/bookmarks/broken";
/** The page with the bookmarklet. */
export const TOOLS = "/bookmarks/tools";

/** The searches that have a name. */
export const SAVED_SEARCHES = "/bookmarks/searches";

/** The tags of all bookmarks. */
export const TAGS = "/bookmarks/tags";

/** The highlights of all bookmarks. */
export const HIGHLIGHTS = "/bookmarks/highlights";
export const EXPORT_HIGHLIGHTS = "/bookmarks/highlights/export";

/** Receives the undo step that a notice offers to revert. */
export const UNDO = "/bookmarks/undo";
/** The page of all changes that can be undone. */
export const CHANGES = "/bookmarks/changes";

/** The collections of others that the signed-in user may use. */
export const SHARED = "/bookmarks/shared";

/** The page of an invitation, up to its token. */
export const JOIN = "/join";

/** The page of the people who may use a collection. */
export function sharingOf(collectionId: number): string {
  return `${BOOKMARKS}/collections/${collectionId}/sharing`;
}

/** Public collections, which anyone may read. */
export const PUBLIC = "/public";

/** What has a secret in its address instead of a public one. */
export const FEEDS = "/feeds";

/** The path of a calendar of reminders. */
export function calendarAt(secret: string): string {
  return `${FEEDS}/${secret}/reminders.ics`;
}

export const PRODUCTS = "/products";

/** The page that describes a contract. */
export function referenceOf({ name }: Contract): string {
  return referenceTo(name);
}

/** The page with the changes of a contract from version to version. */
export function changelogOf(contract: Contract): string {
  return `${referenceOf(contract)}/changelog`;
}

/** The page with a group of the operations of a contract. */
export function referenceOfGroup(contract: Contract, group: string): string {
  return `${referenceOf(contract)}/${encodeURIComponent(group.toLowerCase())}`;
}

/** The page that describes the contract with this name. */
export function referenceTo(name: string): string {
  return `${REFERENCE}/${encodeURIComponent(name)}`;
}

/** The page in a small window that says that a bookmark is saved. */
export function savedIn(itemId: number | ":id"): string {
  return `${ITEMS}/${itemId}/saved`;
}

/** The path of the uploaded file of a bookmark. */
export function pathOfItemFile(itemId: number): string {
  return `${ITEMS}/${itemId}/file`;
}

/** The path that leads to the copy of the page of a bookmark, if there is one. */
export function pathOfItemCopy(itemId: number): string {
  return `${ITEMS}/${itemId}/copy`;
}
