import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { env, stdout } from "node:process";

// A user works with collections, raindrops, tags and so on, through all methods of @lasuillard/raindrop-client.
// Prints the result of each method as a line of JSON, like report.py.

const { TRIPTYCH_URL = "", TRIPTYCH_KEY = "", TRIPTYCH_GUEST_KEY = "", CLIENT_FOLDER = "", PICTURE = "" } = env;

type Method = (...args: readonly unknown[]) => Promise<unknown>;
type Client = Readonly<Record<string, object>>;
/** The parts of the package that the scenario needs. */
interface Package {
  readonly client: { readonly Raindrop: new (configuration: object) => Client };
  readonly generated: { readonly Configuration: new (options: object) => object };
}

// A cast: the package is installed in another folder, where the compiler does not look.
const { client: api, generated } = createRequire(`${CLIENT_FOLDER}/`)("@lasuillard/raindrop-client") as Package;
const client = new api.Raindrop(new generated.Configuration({ basePath: TRIPTYCH_URL, accessToken: TRIPTYCH_KEY }));
const called = new Set<string>();

/** The fields of responses that the scenario reads. */
interface Data {
  readonly item?: { readonly _id?: number; readonly title?: string };
  readonly items?: readonly { readonly _id?: number | string }[];
  readonly token?: string;
}

/** Calls a method of one of the client's parts and reports whether it worked. */
async function attempt(method: string, ...args: readonly unknown[]): Promise<Data> {
  called.add(method.split(",")[0] ?? "");
  try {
    // A cast: `data` is that of axios; a field that is missing is undefined, which the scenario expects.
    const response = (await methodOf(method)(...args)) as { readonly data?: Data } | undefined;
    report({ method });
    return response?.data ?? {};
  } catch (error) {
    report({ method, error: textOf(error), places: placesOf(error) });
    return {};
  }
}

function methodOf(name: string): Method {
  const [part = "", method = ""] = (name.split(",")[0] ?? "").split(".");
  const owner = client[part];
  // A cast: the scenario names only methods of the client; `report` shows the error for others.
  return (owner as Readonly<Record<string, Method>>)[method]?.bind(owner) as Method;
}

function textOf(error: unknown): string {
  // A cast: errors of axios have the response; others do not.
  const { response } = error as { readonly response?: { readonly status: number; readonly data?: unknown } };
  if (response === undefined) return String(error).slice(0, 200);
  return `${response.status} ${JSON.stringify(response.data)}`.slice(0, 200);
}

function placesOf(error: unknown): string[] {
  const stack = error instanceof Error ? (error.stack ?? "") : "";
  return [...stack.matchAll(/raindrop-client\/(dist\/[^:)]+:\d+)/g)].flatMap(([, place]) => place ?? []).slice(0, 2);
}

function report(result: { readonly method: string; readonly error?: string; readonly places?: readonly string[] }) {
  stdout.write(`${JSON.stringify(result)}\n`);
}

function methodsOf(owner: object): string[] {
  const names: string[] = [];
  for (let level = Object.getPrototypeOf(owner); level !== Object.prototype; level = Object.getPrototypeOf(level)) {
    names.push(...Object.getOwnPropertyNames(level).filter((name) => name !== "constructor"));
  }
  return names;
}

/** Makes another account a collaborator, and returns its id. The client cannot do that: it sends no token. */
async function joinAsGuest(token: string | undefined): Promise<number | undefined> {
  const headers = { authorization: `Bearer ${TRIPTYCH_GUEST_KEY}`, "content-type": "application/json" };
  const body = JSON.stringify({ token });
  await fetch(`${TRIPTYCH_URL}/rest/v1/collection/${books}/join`, { method: "POST", headers, body });
  const response = await fetch(`${TRIPTYCH_URL}/rest/v1/user`, { headers });
  // A cast: without these fields the scenario reports an error of the methods that need the id.
  return ((await response.json()) as { readonly user?: { readonly _id?: number } }).user?._id;
}

const picture = () => readFile(PICTURE).then((bytes) => new File([Uint8Array.from(bytes)], "cover.png"));
const html = new File(['<DL><DT><A HREF="https://example.com/">Example</A></DL>'], "bookmarks.html");
const link = "https://example.com/";

const books = (await attempt("collection.createCollection", { title: "Books" })).item?._id;
const novels = (await attempt("collection.createCollection, nested", { title: "Novels", parent: { $id: books } })).item
  ?._id;
const spare = (await attempt("collection.createCollection, another", { title: "Spare" })).item?._id;
await attempt("collection.getCollection", books);
await attempt("collection.getRootCollections");
await attempt("collection.getChildCollections");
await attempt("collection.getCollectionTree");
await attempt("collection.updateCollection", books, { title: "Shelf", expanded: false });
await attempt("collection.uploadCollectionCover", books, await picture());
await attempt("collection.getFeaturedCovers");
await attempt("collection.searchCovers", "book");
await attempt("collection.reorderAllCollections", { sort: "title" });
await attempt("collection.getSystemCollectionStats");
const invitation = { role: "viewer", emails: ["friend@example.com"] };
const { token } = await attempt("collection.shareCollection", books, invitation);
await attempt("collection.acceptInvitation", books);
const guest = await joinAsGuest(token);
await attempt("collection.getCollaborators", books);
await attempt("collection.changeCollaboratorAccessLevel", guest, books, { role: "member" });
await attempt("collection.deleteCollaborator", guest, books);
await attempt("collection.unshareOrLeaveCollection", books);

const raindrop = (
  await attempt("raindrop.createRaindrop", { link, title: "Example", tags: ["a"], collection: { $id: books } })
).item?._id;
await attempt("raindrop.createRaindrops", {
  items: [{ link: "https://example.com/2" }, { link: "https://example.com/3" }],
});
await attempt("raindrop.getRaindrop", raindrop);
await attempt("raindrop.getRaindrops", books, "-created", 25, 0, "example");
await attempt("raindrop.getRaindrops, with empty values", 0, "", 1, 0, "");
await attempt("raindrop.getAllRaindrops");
await attempt("raindrop.updateRaindrop", raindrop, { title: "Other", important: true });
await attempt("raindrop.updateRaindrops", books, { ids: [raindrop], tags: ["b"] });
await attempt("raindrop.uploadFile", await picture(), -1);
await attempt("raindrop.uploadRaindropCover", raindrop, await picture());
await attempt("raindrop.getPermanentCopy", raindrop);
await attempt("raindrop.suggestForExistingBookmark", raindrop);
await attempt("raindrop.suggestForNewBookmark", { link });
await attempt("highlight.updateRaindrop", raindrop, { highlights: [{ text: "Highlighted" }] });
await attempt("highlight.getRaindrop", raindrop);
await attempt("highlight.getAllHighlights", 0, 25);
await attempt("highlight.getHighlightsInCollection", books, 0, 25);
await attempt("filter.getFilters", 0, "-count", "");
await attempt("tag.getTagsInCollection", 0);
await attempt("tag.renameOrMergeTags", 0, { tags: ["a"], replace: "c" });
await attempt("tag.removeTagsFromCollection", 0, { tags: ["c"] });
await attempt("import.checkURLsExist", { urls: [link] });
await attempt("import.parseURL", link);
await attempt("import.importHTMLBookmarkFile", html);
await attempt("user.getCurrentUser");
await attempt("user.getPublicUserByName", 1);
await attempt("user.getSystemCollectionStats");
await attempt("user.updateCurrentUser", { fullName: "Ann" });
await attempt("user.connectSocialNetworkProvider", "facebook");
await attempt("user.disconnectSocialNetworkProvider", "facebook");
await attempt("auth.authorize", "https://example.com/back", "1234");
await attempt("auth.getOrRefreshToken", { grant_type: "refresh_token", refresh_token: "x" });
await attempt("auth.exchangeToken", { code: "x" });
await attempt("auth.refreshToken", { refresh_token: "x" });
await attempt("raindrop.removeRaindrop", raindrop);
await attempt("raindrop.removeRaindrops", -1, "", {});
await attempt("collection.mergeCollections", { to: books, ids: [novels] });
await attempt("collection.removeCollections", { ids: [spare] });
await attempt("collection.removeAllEmptyCollections");
const last = (await attempt("collection.createCollection, the last", { title: "Last" })).item?._id;
await attempt("collection.removeCollection", last);
await attempt("collection.emptyTrash");

for (const [part, owner] of Object.entries(client)) {
  if (["client", "configuration"].includes(part)) continue;
  for (const name of methodsOf(owner)) {
    const method = `${part}.${name}`;
    if (!called.has(method)) report({ method, error: "the scenario does not call it" });
  }
}
