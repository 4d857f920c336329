import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../database/database.ts";
import * as covers from "../../library/collections/covers.ts";
import { type Check, MAX_FOUND, type Problem } from "./check.ts";

const COLLECTIONS_PER_STATEMENT = 1_000;

/** Uploaded pictures: covers refer to existing ones, and unused ones are scheduled for deletion. */
export const PICTURES: Check = {
  name: "pictures",
  async *find(snapshot) {
    yield* findUnrecorded(snapshot);
    yield* findSurplus(snapshot);
    yield* findUnused(snapshot);
  },
};

/** Pictures that a cover shows, but that `covers` does not record, so that they could be deleted. */
async function* findUnrecorded(snapshot: Database): AsyncIterable<Problem> {
  let after = 0;
  for (;;) {
    const rows = await snapshot
      .selectFrom("collections")
      .select(["id", "account_id", "cover"])
      .where("id", ">", after)
      .where("cover", "like", '%"picture:%')
      .orderBy("id")
      .limit(COLLECTIONS_PER_STATEMENT)
      .execute();
    for (const { id, account_id, cover } of rows) {
      const shown: string[] = JSON.parse(cover);
      for (const picture of new Set(shown.flatMap((entry) => covers.pictureIn(entry) ?? [])))
        yield* findUnrecordedPicture(snapshot, { id, account_id, picture });
    }
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

async function* findUnrecordedPicture(
  snapshot: Database,
  { id, account_id, picture }: { readonly id: number; readonly account_id: number; readonly picture: string },
): AsyncIterable<Problem> {
  const found = await snapshot
    .selectFrom("pictures")
    .leftJoin("covers", (join) => join.onRef("picture_id", "=", "pictures.id").on("collection_id", "=", id))
    .select("collection_id")
    .where("pictures.id", "=", picture)
    .where("account_id", "=", account_id)
    .executeTakeFirst();
  if (found === undefined)
    yield { message: `The cover of collection ${id} of account ${account_id} shows a picture that does not exist.` };
  else if (found.collection_id === null)
    yield {
      message: `A picture that the cover of collection ${id} of account ${account_id} shows is not recorded as used.`,
      repair: async (transaction) => {
        await sql`insert into covers (collection_id, picture_id)
          select id, ${picture} from collections where id = ${id} and ${shows(picture)}
          on conflict do nothing`.execute(transaction);
      },
    };
}

/** SQL: whether the cover of a collection shows a picture. */
function shows(picture: string | RawBuilder<unknown>) {
  return sql`replace(cover, '"picture:' || ${picture} || '"', '') <> cover`;
}

/** Pictures that are recorded as used by a cover that does not show them. */
async function* findSurplus(snapshot: Database): AsyncIterable<Problem> {
  const { rows } = await sql<{ id: number; account_id: number; picture_id: string }>`
    select id, account_id, picture_id from covers inner join collections on collections.id = collection_id
    where replace(cover, '"picture:' || picture_id || '"', '') = cover order by id limit ${MAX_FOUND}`.execute(
    snapshot,
  );
  for (const { id, account_id, picture_id } of rows)
    yield {
      message: `A picture is recorded as used by collection ${id} of account ${account_id}, whose cover does not show it.`,
      repair: async (transaction) => {
        await sql`delete from covers where collection_id = ${id} and picture_id = ${picture_id}
          and not exists (select 1 from collections where id = ${id} and ${shows(picture_id)})`.execute(transaction);
        await release(transaction, picture_id);
      },
    };
}

/** Pictures that nothing uses, and that are not scheduled for deletion. */
async function* findUnused(snapshot: Database): AsyncIterable<Problem> {
  const { rows } = await sql<{ id: string; account_id: number }>`select id, account_id from pictures
    where not exists (select 1 from covers where picture_id = pictures.id)
      and not exists (select 1 from items where picture_id = pictures.id)
      and not exists (select 1 from undo_covers where picture_id = pictures.id)
      and not exists (select 1 from loose_pictures where picture_id = pictures.id)
      and not exists (select 1 from collections where account_id = pictures.account_id and ${shows(sql.ref("pictures.id"))})
    order by id limit ${MAX_FOUND}`.execute(snapshot);
  for (const { id, account_id } of rows)
    yield {
      message: `A picture of account ${account_id} is not used, and is not scheduled for deletion.`,
      repair: (transaction) => release(transaction, id),
    };
}

/** Lets the cleanup worker delete a picture, unless something uses it by then. */
async function release(transaction: Database, id: string): Promise<void> {
  await sql`insert into loose_pictures (picture_id) select id from pictures where id = ${id}
    on conflict do nothing`.execute(transaction);
}
