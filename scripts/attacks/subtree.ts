import { fieldOf, type Person, registerAndLogIn, send, sendOrThrow } from "./account.ts";
import type { Attack } from "./attack.ts";

/** Collections nested in each collection that is shared with the attacker, on three levels. */
const NESTED = 24;

/** A collection, and the token of an invitation to it that the attacker has seen. */
interface Link {
  readonly id: number;
  readonly token: string;
}

/** A collection with those nested in it. */
interface Branch {
  readonly top: number;
  readonly nested: readonly number[];
}

/** How the victim ends what the attacker, a member, may do with a collection. */
const ENDINGS: Readonly<Record<string, (base: string, token: string, branch: Branch, id: number) => Promise<unknown>>> =
  {
    removed: (base, token, { top }, id) =>
      sendOrThrow(base, "DELETE", `/rest/v1/collection/${top}/sharing/${id}`, { token }),
    demoted: (base, token, { top }, id) =>
      sendOrThrow(base, "PUT", `/rest/v1/collection/${top}/sharing/${id}`, { token, body: { role: "viewer" } }),
    unshared: (base, token, { top }) => sendOrThrow(base, "DELETE", `/rest/v1/collection/${top}/sharing`, { token }),
    moved: async (base, token, { nested }) => {
      // The first three contain the others.
      for (const id of nested.slice(0, 3))
        await sendOrThrow(base, "PUT", `/rest/v1/collection/${id}`, { token, body: { parent: null } });
    },
  };

export const SUBTREE: Attack = {
  title: "a removed or demoted member who tries to come back with every link to nested collections",
  loops: 8,
  // So that the limit of requests hides no hole.
  settings: { COLLECTIONS_LIMIT_PER_MINUTE: "1000000" },
  async prepare({ base, attacker, victim }) {
    const [friend, accomplice] = [await registerAndLogIn(base, "friend"), await registerAndLogIn(base, "accomplice")];
    const [attackerId, accompliceId] = [await idOf(base, attacker), await idOf(base, accomplice)];
    const links: Link[] = [];
    const lost: number[] = [];
    const readOnly: number[] = [];
    for (const [ending, end] of Object.entries(ENDINGS)) {
      const branch = await createBranch(base, victim);
      await admit(base, victim, attacker, branch.top);
      for (const id of [branch.top, ...branch.nested]) links.push(...(await linksOf(base, attacker, id)));
      if (ending !== "moved") {
        for (const link of links.filter(({ id }) => branch.nested.includes(id)).slice(0, 5))
          await join(base, attacker, link);
      }
      await end(base, victim.token, branch, attackerId);
      if (ending === "demoted") readOnly.push(branch.top, ...branch.nested);
      else lost.push(...(ending === "moved" ? [] : [branch.top]), ...branch.nested);
      if (ending === "moved") removeOf(links, branch.top);
    }
    const contested = await createBranch(base, victim);
    let [next, successes, isContested] = [0, 0, false];

    /** An accomplice invites to and joins nested collections while it is removed; then its links are tried. */
    async function contest(): Promise<void> {
      await admit(base, victim, accomplice, contested.top);
      const found: Link[] = [];
      const spread = async () => {
        for (const id of contested.nested.slice(0, 4)) {
          const seen = await linksOf(base, accomplice, id);
          found.push(...seen);
          for (const link of seen) await join(base, accomplice, link);
        }
      };
      await Promise.all([spread(), ENDINGS.removed?.(base, victim.token, contested, accompliceId)]);
      successes += await countSuccesses(found, (link) => join(base, friend, link));
      successes += await countReadable(base, accomplice, [contested.top, ...contested.nested]);
    }

    return {
      async attackOnce() {
        // Once it has succeeded, the quota of shared collections would end further attempts.
        if (!isContested && successes === 0) {
          isContested = true;
          await contest();
          isContested = false;
        }
        const link = links[next++ % links.length] ?? { id: 0, token: "" };
        const status = await join(base, next % 2 === 0 ? attacker : friend, link);
        if (status === 200) successes += 1;
        return status;
      },
      async check() {
        const [readable, writable] = [
          await countReadable(base, attacker, lost),
          await countWritable(base, attacker, readOnly),
        ];
        if (successes + readable + writable === 0) return undefined;
        return `${successes} links let the attacker in, who reads ${readable} and changes ${writable} of the collections`;
      },
    };
  },
};

/** Creates a collection with three nested ones, of which each contains others. */
async function createBranch(base: string, { token }: Person): Promise<Branch> {
  const create = async (parent: number | null) => {
    const body = { title: "Collection", parent: parent === null ? null : { $id: parent } };
    const created = await sendOrThrow(base, "POST", "/rest/v1/collection", { token, body });
    return Number(fieldOf(fieldOf(created, "item"), "_id"));
  };
  const top = await create(null);
  const nested: number[] = [];
  for (let count = 0; count < NESTED; count++) nested.push(await create(nested[count - 3] ?? top));
  return { top, nested };
}

/** Makes an account a member of a collection. */
async function admit(base: string, { token }: Person, member: Person, id: number): Promise<void> {
  const path = `/rest/v1/collection/${id}/sharing`;
  const invited = await sendOrThrow(base, "POST", path, { token, body: { role: "member" } });
  const status = await join(base, member, { id, token: String(fieldOf(invited, "token")) });
  if (status !== 200) throw new Error(`Joining returned ${status}.`);
}

/** The links to a collection that an account can create; none if it may not. */
async function linksOf(base: string, { token }: Person, id: number): Promise<Link[]> {
  const links: Link[] = [];
  for (const role of ["member", "viewer"]) {
    const { status, body } = await send(base, "POST", `/rest/v1/collection/${id}/sharing`, { token, body: { role } });
    if (status === 200) links.push({ id, token: String(fieldOf(body, "token")) });
  }
  return links;
}

async function join(base: string, { token }: Person, link: Link): Promise<number> {
  const body = { token: link.token };
  return (await send(base, "POST", `/rest/v1/collection/${link.id}/join`, { token, body })).status;
}

/** Leaves out the links to a collection. */
function removeOf(links: Link[], id: number): void {
  links.splice(0, links.length, ...links.filter((link) => link.id !== id));
}

async function countReadable(base: string, { token }: Person, ids: readonly number[]): Promise<number> {
  const read = async (id: number) => (await send(base, "GET", `/rest/v1/collection/${id}`, { token })).status;
  return countSuccesses(ids, read);
}

async function countWritable(base: string, { token }: Person, ids: readonly number[]): Promise<number> {
  const body = { title: "Changed" };
  const write = async (id: number) => (await send(base, "PUT", `/rest/v1/collection/${id}`, { token, body })).status;
  return countSuccesses(ids, write);
}

async function countSuccesses<T>(objects: readonly T[], request: (object: T) => Promise<number>): Promise<number> {
  let count = 0;
  for (const object of objects) if ((await request(object)) === 200) count += 1;
  return count;
}

async function idOf(base: string, { token }: Person): Promise<number> {
  return Number(fieldOf(fieldOf(await sendOrThrow(base, "GET", "/rest/v1/user", { token }), "user"), "_id"));
}
