import type { Test } from "tap";
import * as accounts from "../../src/accounts/accounts.ts";
import type { Received } from "./app.ts";
import type { ErrorCase } from "./error-table.ts";
import { openLibrary } from "./library.ts";
import { share as addCollaborator } from "./shares.ts";

type Role = "member" | "viewer";

/** A collection of Ann's with an item, shared with Bob. */
interface Share extends Awaited<ReturnType<typeof openLibrary>> {
  readonly collection: number;
  readonly item: number;
  /** Makes an account a collaborator of a collection, without an invitation. */
  readonly add: (collection: number, accountId: number, role?: Role) => Promise<void>;
  readonly tokenFor: (collection: number) => Promise<string>;
}

async function openShare(t: Test, role: Role): Promise<Share> {
  const library = await openLibrary(t);
  const { app, ann, bob } = library;
  const { _id: collection } = await ann.addCollection("Recipes");
  const { _id: item } = await ann.addItem(collection);
  const share: Share = {
    ...library,
    collection,
    item,
    add: (id, account, role = "viewer") => addCollaborator(app, id, account, role),
    async tokenFor(id) {
      const { body } = await ann.request("POST", `/collection/${id}/sharing`, { role: "viewer" });
      // The server has checked the body against the contract.
      return (body as { readonly token: string }).token;
    },
  };
  await share.add(collection, bob.id, role);
  return share;
}

function shared(role: Role, request: (share: Share) => Promise<Received>): ErrorCase {
  return async (t) => request(await openShare(t, role));
}

/** Invites so many addresses, the first one with the number `start`. */
function invite({ ann, collection }: Share, count: number, start = 0): Promise<Received> {
  const emails = Array.from({ length: count }, (_, index) => `p${start + index}@example.com`);
  return ann.request("POST", `/collection/${collection}/sharing`, { role: "viewer", emails });
}

/** Adds accounts that nobody uses, and returns their ids. */
async function addCrowd({ app: { context } }: Share, size: number): Promise<number[]> {
  const rows = Array.from({ length: size }, (_, index) => {
    const email = `crowd${index}@example.com`;
    const times = { registered_at: 0, created_at: 0, updated_at: 0 };
    return { email, email_key: email, name: "Somebody", locale: "en" as const, password_hash: "", ...times };
  });
  const added = await context.database.insertInto("accounts").values(rows).returning("id").execute();
  return added.map(({ id }) => id);
}

/** The failures of operations on shared collections. */
export const sharingErrors: Readonly<Record<string, ErrorCase>> = {
  "400 the list of addresses to invite is empty": shared("viewer", (share) => invite(share, 0)),
  "400 too many addresses to invite": shared("viewer", (share) => invite(share, 11)),
  "403 a viewer changes a collection": shared("viewer", ({ bob, collection }) =>
    bob.request("PUT", `/collection/${collection}`, { title: "Mine" }),
  ),
  "403 a viewer changes an item": shared("viewer", ({ bob, item }) => bob.request("DELETE", `/raindrop/${item}`)),
  "403 a member deletes a shared collection": shared("member", ({ bob, collection }) =>
    bob.request("DELETE", `/collection/${collection}`),
  ),
  "403 a member publishes or moves a shared collection": shared("member", ({ bob, collection }) =>
    bob.request("PUT", `/collection/${collection}`, { public: true }),
  ),
  "403 a member takes an item out of a shared collection": shared("member", ({ bob, item }) =>
    bob.request("PUT", `/raindrop/${item}`, { collectionId: -1 }),
  ),
  "403 a viewer invites": shared("viewer", ({ bob, collection }) =>
    bob.request("POST", `/collection/${collection}/sharing`, { role: "viewer" }),
  ),
  "403 too many invited addresses have not joined": shared("viewer", async (share) => {
    for (let start = 0; start < 100; start += 10) await invite(share, 10, start);
    return invite(share, 1, 100);
  }),
  "403 the token of an invitation is wrong or expired": shared("viewer", ({ bob, collection }) =>
    bob.request("POST", `/collection/${collection}/join`, { token: "wrong" }),
  ),
  "403 the owner joins": shared("viewer", async ({ ann, collection, tokenFor }) =>
    ann.request("POST", `/collection/${collection}/join`, { token: await tokenFor(collection) }),
  ),
  "403 the account of the owner is deactivated": shared("viewer", async ({ app, ann, bob, collection, tokenFor }) => {
    const token = await tokenFor(collection);
    await accounts.update(app.context.database, app.context.clock, ann.id, { active: false });
    return bob.request("POST", `/collection/${collection}/join`, { token });
  }),
  "403 the collection has too many collaborators": shared("viewer", async (share) => {
    const { _id: other } = await share.ann.addCollection("Popular");
    const token = await share.tokenFor(other);
    for (const id of await addCrowd(share, 1000)) await share.add(other, id);
    return share.bob.request("POST", `/collection/${other}/join`, { token });
  }),
  "403 the account shares too many collections": shared("viewer", async (share) => {
    for (let count = 1; count < 100; count++) {
      await share.add((await share.ann.addCollection("Another"))._id, share.bob.id);
    }
    const { _id: last } = await share.ann.addCollection("Last");
    return share.bob.request("POST", `/collection/${last}/join`, { token: await share.tokenFor(last) });
  }),
  "404 the collaborator is unknown": shared("viewer", ({ ann, collection }) =>
    ann.request("DELETE", `/collection/${collection}/sharing/${ann.id}`),
  ),
  "404 a collaborator leaves a collection inside the shared one": shared("viewer", async ({ ann, bob, collection }) => {
    const { _id: inside } = await ann.addCollection("Soups", collection);
    return bob.request("DELETE", `/collection/${inside}/sharing`);
  }),
};
