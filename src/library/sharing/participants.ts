import { sql } from "kysely";
import type { Database } from "../../database/database.ts";
import { engineOf } from "../../database/engine.ts";
import type { Time } from "../../database/schema/columns.ts";
import * as access from "../access.ts";
import type { Role } from "./invitations.ts";
import { joinedWithin } from "./shared-subtree.ts";
import { MAX_COLLABORATORS } from "./sharing.ts";

/** Somebody who may use a shared collection or one nested in it: its owner or a collaborator. */
export interface Participant {
  readonly id: number;
  readonly name: string;
  /** Empty for a caller who only reads. */
  readonly email: string;
  /** The highest of the roles in nested collections for those who are collaborators only of these. */
  readonly role: Role | "owner";
  readonly registered_at: Time;
  /** When the collaborator joined the collection; null for the owner, and for those who joined only nested ones. */
  readonly joined_at: Time | null;
  /** The nested collections that the collaborator has joined. */
  readonly nested: readonly NestedRole[];
}

/** The role of somebody in a collection that is nested in another one. */
export interface NestedRole {
  readonly id: number;
  readonly title: string;
  readonly role: Role;
}

/** Maximum roles in nested collections that are listed. */
const MAX_NESTED = 1_000;

/**
 * Lists the owner of a collection, its collaborators, those who joined first first, and then the collaborators of only
 * collections nested in it. Collaborators of its ancestors are not listed. Throws `notFound` and `forbidden` like
 * `access.getShared`.
 */
export async function list(database: Database, accountId: number, id: number): Promise<Participant[]> {
  const { account_id: ownerId, level } = await access.getShared(database, accountId, id);
  const owner = await accountsOf(database).where("accounts.id", "=", ownerId).executeTakeFirstOrThrow();
  const collaborators = await accountsOf(database)
    .innerJoin("collaborators", "collaborators.account_id", "accounts.id")
    .select(["collaborators.role", "collaborators.created_at as joined_at"])
    .where("collection_id", "=", id)
    .orderBy("collaborators.created_at")
    .orderBy("accounts.id")
    .limit(MAX_COLLABORATORS)
    .execute();
  const nested = await listNested(database, ownerId, id);
  const rolesOf = (account: number) => nested.get(account)?.roles ?? [];
  const joined = new Set(collaborators.map((collaborator) => collaborator.id));
  const found: Participant[] = [
    { ...owner, role: "owner", joined_at: null, nested: [] },
    ...collaborators.map((collaborator) => ({ ...collaborator, nested: rolesOf(collaborator.id) })),
    ...[...nested.values()]
      .filter(({ account }) => !joined.has(account.id))
      .map(({ account, roles }) => ({ ...account, role: highestOf(roles), joined_at: null, nested: roles })),
  ];
  return level < access.MEMBER ? found.map((participant) => ({ ...participant, email: "" })) : found;
}

/** The collaborators of the collections nested in another one by account, with their roles in these. */
async function listNested(database: Database, ownerId: number, id: number) {
  const nestedIds = (await joinedWithin(database, ownerId, id)).filter((each) => each !== id);
  if (nestedIds.length === 0) return new Map<number, Nested>();
  const rows = await accountsOf(database)
    .innerJoin("collaborators", "collaborators.account_id", "accounts.id")
    .innerJoin("collections", "collections.id", "collaborators.collection_id")
    .select(["collaborators.role", "collections.id as collectionId", "collections.title"])
    .where(engineOf(database).isOneOf(sql.ref("collaborators.collection_id"), nestedIds))
    .orderBy("collaborators.created_at")
    .orderBy("accounts.id")
    .orderBy("collections.id")
    .limit(MAX_NESTED)
    .execute();
  const byAccount = new Map<number, Nested>();
  for (const { collectionId, title, role, ...account } of rows) {
    const { roles = [] } = byAccount.get(account.id) ?? {};
    byAccount.set(account.id, { account, roles: [...roles, { id: collectionId, title, role }] });
  }
  return byAccount;
}

interface Nested {
  readonly account: Pick<Participant, "id" | "name" | "email" | "registered_at">;
  readonly roles: readonly NestedRole[];
}

function highestOf(roles: readonly { readonly role: Role }[]): Role {
  return roles.some(({ role }) => role === "member") ? "member" : "viewer";
}

function accountsOf(database: Database) {
  return database
    .selectFrom("accounts")
    .select(["accounts.id", "accounts.name", "accounts.email", "accounts.registered_at"])
    .where("accounts.deleted_at", "is", null);
}
