import { readFile } from "node:fs/promises";
import { command } from "../server.ts";

const PASSWORD = "correct horse battery staple";
const COLLECTIONS = 61;
const PICTURE = new URL("../../test/fuzz/pictures/cover.png", import.meta.url);

/** The people that schemathesis.toml and test/fuzz/people.json know, made on the command line. */
export async function createPeople(url: string): Promise<void> {
  for (const name of ["ada", "bob", "carol"]) {
    const words = ["user", "create", "--email", `${name}@example.org`, "--name", name, "--password-stdin"];
    await command(url, words, PASSWORD);
  }
}

/**
 * Fills the library of Ada with as many collections as the dictionaries of schemathesis.toml have ids, and one more, two items in each, so that
 * made-up requests find something. Every third collection hangs on the one before. The last one has a cover; gives back its picture's name.
 */
export async function fillLibrary(base: string): Promise<string> {
  const login = await send(`${base}/api/user/login`, "POST", { email: "ada@example.org", password: PASSWORD });
  const headers = { authorization: `Bearer ${login.data}` };
  for (let id = 1; id <= COLLECTIONS; id++) {
    const parent = id % 3 === 0 ? { $id: id - 1 } : null;
    await send(`${base}/rest/v1/collection`, "POST", { title: `Collection ${id}`, parent }, headers);
    const items = ["a", "b"].map((page) => ({ link: `https://example.com/${id}/${page}`, collectionId: id }));
    await send(`${base}/rest/v1/raindrops`, "POST", { items }, headers);
  }
  const form = new FormData();
  form.set("cover", new Blob([await readFile(PICTURE)]), "cover.png");
  const response = await fetch(`${base}/rest/v1/collection/${COLLECTIONS}/cover`, {
    method: "PUT",
    headers,
    body: form,
  });
  const { item } = Object(await response.json());
  return String(item.cover[0]).split("/").at(-1) ?? "";
}

async function send(address: string, method: string, body: unknown, headers: Readonly<Record<string, string>> = {}) {
  const response = await fetch(address, {
    method,
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${address} was answered ${response.status}: ${await response.text()}`);
  return Object(await response.json());
}
