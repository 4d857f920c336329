import type { Test } from "tap";
import type { components } from "../../generated/collections.ts";
import { openPageClient, signIn } from "../../harness/page-client.ts";
import { type LibraryOwner, openLibrary } from "./library.ts";

/** Invites to a collection through the API. */
export async function invite(owner: LibraryOwner, id: number, role: "member" | "viewer", emails?: readonly string[]) {
  const { body } = await owner.request("POST", `/collection/${id}/sharing`, { role, ...(emails && { emails }) });
  // The server has checked the body against the contract.
  return body as components["schemas"]["Invitations"];
}

/** Ann with the collection Recipes, Bob, and the browsers of both and of a stranger. */
export async function openRecipes(t: Test, settings: Readonly<Record<string, string>> = {}) {
  const library = await openLibrary(t, settings);
  const { app, ann, bob } = library;
  const { _id: recipes } = await ann.addCollection("Recipes");
  return {
    ...library,
    recipes,
    sharing: `/bookmarks/collections/${recipes}/sharing`,
    annsBrowser: await signIn(app.base, ann),
    bobsBrowser: await signIn(app.base, bob),
    stranger: openPageClient(app.base),
    /** Makes Bob a collaborator. */
    async shareWithBob(role: "member" | "viewer") {
      const { token } = await invite(ann, recipes, role);
      await bob.call("POST", `/collection/${recipes}/join`, { token });
    },
  };
}
