import type { TestApp } from "./app.ts";

/** Makes an account a collaborator of a collection. */
export async function share(
  { context }: Pick<TestApp, "context">,
  collectionId: number,
  accountId: number,
  role: "member" | "viewer",
): Promise<void> {
  const { account_id: owner_id } = await context.database
    .selectFrom("collections")
    .select("account_id")
    .where("id", "=", collectionId)
    .executeTakeFirstOrThrow();
  await context.database
    .insertInto("collaborators")
    .values({ collection_id: collectionId, account_id: accountId, role, created_at: context.clock(), owner_id })
    .execute();
}
