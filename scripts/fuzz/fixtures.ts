import { readFile } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import type { components } from "../../generated/collections.ts";
import { command } from "../../harness/server.ts";

const PASSWORD = "correct horse battery staple";
const COVER = new URL("pictures/cover.png", import.meta.url);

/** Number of collections. The dictionaries of schemathesis.toml list the ids of all but the last one. */
const COLLECTIONS = 61;

/** Creates the accounts that schemathesis.toml and scripts/fuzz/people.json name. */
export async function createAccounts(url: string): Promise<void> {
  for (const name of ["ada", "bob", "carol"]) {
    const account = ["--email", `${name}@example.org`, "--name", name];
    await command(url, ["user", "create", ...account, "--password-stdin"], PASSWORD);
  }
}

/** How often the list of backups is read until the backup is complete, and the pause between, in milliseconds. */
const BACKUP_READS = 1_200;
const BACKUP_PAUSE = 50;

/** Names that the server chose at random, so that only the hooks of scripts/fuzz/hooks.py can know them. */
export interface RandomNames {
  /** The last path segment of a cover's URL. */
  readonly picture: string;
  /** The id of a backup. */
  readonly backup: string;
  /** The id of a collection of Carol's and the token of an invitation to it, separated by a space. */
  readonly invitation: string;
}

/**
 * Creates Ada's collections, so that the ids in the dictionaries of schemathesis.toml exist. Each has
 * two items, a link and a file, and Carol as a collaborator; every third is a child of the one before; the last has a
 * cover. Then makes a backup, and an invitation to a collection of Carol's.
 */
export async function fillLibrary(base: string): Promise<RandomNames> {
  const [headers, ofCarol] = [await logIn(base, "ada"), await logIn(base, "carol")];
  for (let id = 1; id <= COLLECTIONS; id++) {
    const parent = id % 3 === 0 ? { $id: id - 1 } : null;
    await post(`${base}/rest/v1/collection`, { title: `Collection ${id}`, parent }, headers);
    await post(`${base}/rest/v1/raindrop`, { link: `https://example.com/${id}`, collectionId: id }, headers);
    await uploadFile(`${base}/rest/v1/raindrop/file`, id, headers);
    const token = await invite(`${base}/rest/v1/collection/${id}`, headers);
    await post(`${base}/rest/v1/collection/${id}/join`, { token }, ofCarol);
  }
  const ownedByCarol = COLLECTIONS + 1;
  await post(`${base}/rest/v1/collection`, { title: "Carol's collection" }, ofCarol);
  const token = await invite(`${base}/rest/v1/collection/${ownedByCarol}`, ofCarol);
  return {
    picture: await uploadCover(`${base}/rest/v1/collection/${COLLECTIONS}/cover`, headers),
    backup: await makeBackup(`${base}/rest/v1`, headers),
    invitation: `${ownedByCarol} ${token}`,
  };
}

/** Returns the headers of an account's requests. */
async function logIn(base: string, name: string): Promise<Readonly<Record<string, string>>> {
  const login = await post(`${base}/api/user/login`, { email: `${name}@example.org`, password: PASSWORD });
  // The type of the contract's response to a login.
  const { data: token } = (await login.json()) as { data: string };
  return { authorization: `Bearer ${token}` };
}

/** Returns the token of an invitation to a collection. */
async function invite(collection: string, headers: Readonly<Record<string, string>>): Promise<string> {
  const response = await post(`${collection}/sharing`, { role: "viewer" }, headers);
  // The type of the contract's response to an invitation.
  const { token } = (await response.json()) as components["schemas"]["Invitations"];
  return token;
}

/** Starts a backup, and waits until it is in the list. Returns its id. */
async function makeBackup(base: string, headers: Readonly<Record<string, string>>): Promise<string> {
  await (await fetch(`${base}/backup`, { headers })).text();
  for (let reads = 0; reads < BACKUP_READS; reads++) {
    const response = await fetch(`${base}/backups`, { headers });
    // An error response has no `items`, so the next statement throws.
    const { items } = (await response.json()) as components["schemas"]["Backups"];
    if (items[0] !== undefined) return items[0]._id;
    await setTimeout(BACKUP_PAUSE);
  }
  throw new Error("The backup was not completed.");
}

async function uploadFile(url: string, collectionId: number, headers: Readonly<Record<string, string>>): Promise<void> {
  const form = new FormData();
  form.set("collectionId", String(collectionId));
  form.set("file", new Blob(["Nothing new.\n"]), "news.txt");
  const response = await fetch(url, { method: "PUT", headers, body: form });
  if (!response.ok) throw new Error(`PUT ${url} returned ${response.status}: ${await response.text()}`);
}

async function uploadCover(url: string, headers: Readonly<Record<string, string>>): Promise<string> {
  const form = new FormData();
  form.set("cover", new Blob([await readFile(COVER)]), "cover.png");
  const response = await fetch(url, { method: "PUT", headers, body: form });
  // An error response has no `item`, so the next statement throws.
  const { item } = (await response.json()) as components["schemas"]["SingleCollection"];
  return String(item.cover[0]).split("/").at(-1) ?? "";
}

async function post(url: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`POST ${url} returned ${response.status}: ${await response.text()}`);
  return response;
}
