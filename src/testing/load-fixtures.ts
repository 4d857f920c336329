import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import * as accounts from "../accounts/accounts.ts";
import * as apiKeys from "../accounts/api-keys.ts";
import { type Database, inTransaction } from "../database/database.ts";
import { engineOf } from "../database/engine.ts";
import * as collections from "../library/collections/collections.ts";
import * as covers from "../library/collections/covers.ts";
import type { Picture } from "../library/covers/pictures.ts";
import * as fileStorage from "../library/files/storage.ts";
import * as items from "../library/items/items.ts";
import { TRASH, UNSORTED } from "../library/placement.ts";
import * as invitations from "../library/sharing/invitations.ts";
import * as sharing from "../library/sharing/sharing.ts";
import * as products from "../products/products.ts";
import { FIXTURE_PASSWORD_HASH, FIXTURES } from "./fixtures.ts";

/** The creation time of all fixtures. */
const CREATED_AT = Date.UTC(2026, 0, 1, 12);

const clock = () => CREATED_AT;

/** More bytes than the fixtures have. */
const MAX_BYTES = 1024 * 1024;

/** A plain orange image. */
const PICTURE: Picture = {
  bytes: Buffer.from("UklGRjQAAABXRUJQVlA4ICgAAACwAQCdASoQAAwAAsBMJaACdLoABdQAAP7Ogv+AunujFv+4KT0NkYAA", "base64"),
  color: "#d08040",
};

/** Fills an empty database with the fixtures. */
export async function loadFixtures(database: Database): Promise<void> {
  for (const person of Object.values(FIXTURES.accounts)) {
    const { id } = await accounts.createWithHash(database, clock, person, FIXTURE_PASSWORD_HASH);
    await apiKeys.store(database, CREATED_AT, id, person.key, { name: "fixtures", expiresAt: null });
  }
  const owner = FIXTURES.accounts.administrator.id;
  for (const { id, ...product } of Object.values(FIXTURES.products)) {
    await products.create(database, owner, () => id, product);
  }
  await skipIds(database);
  const { development, databases, archive } = FIXTURES.collections;
  await collections.create(database, clock, owner, collectionOf(development, null));
  await collections.create(database, clock, owner, { ...collectionOf(databases, development.id), public: true });
  await collections.create(database, clock, owner, collectionOf(archive, null));
  await covers.setPicture(database, clock, owner, databases.id, PICTURE);
  const fileId = await addFile(database, owner);
  const inputs = Object.values(FIXTURES.items).map((item) => ({
    ...itemOf(item),
    ...(item === FIXTURES.items.logging && { fileId }),
  }));
  await items.createMany(database, clock, owner, inputs);
  await items.remove(database, clock, owner, FIXTURES.items.old.id);
  await addBackup(database, owner);
  await share(database, owner);
}

/** Lets the next collection and the next item have the first id of the fixtures. */
async function skipIds(database: Database): Promise<void> {
  for (const table of ["collections", "items"] as const) {
    const first = Math.min(...Object.values(FIXTURES[table]).map(({ id }) => id));
    await engineOf(database).setSequence(database, { table, last: first - 1 });
  }
}

/** Shares Development with the collaborator, and invites to Travel. */
async function share(database: Database, owner: number): Promise<void> {
  const { accounts: people, collections: titles, invitation } = FIXTURES;
  const { member, collaborator } = people;
  await collections.create(database, clock, member.id, collectionOf(titles.travel, null));
  await inTransaction(database, async (transaction) => {
    const development = { id: titles.development.id, account_id: owner };
    await sharing.add(transaction, clock, collaborator.id, {
      collectionId: development.id,
      role: "member",
      ownerId: owner,
    });
    const travel = { id: titles.travel.id, account_id: member.id };
    await invitations.addLink(transaction, clock, () => invitation.token, travel, "viewer");
  });
}

/** Stores the file, and returns its id. */
async function addFile(database: Database, owner: number): Promise<number> {
  const { name, text } = FIXTURES.file;
  const content = Readable.from([Buffer.from(text)]);
  const stored = await fileStorage.store(database, clock, owner, { name, content }, { maxBytes: MAX_BYTES });
  await inTransaction(database, (transaction) => fileStorage.keep(transaction, stored));
  return stored.id;
}

async function addBackup(database: Database, owner: number): Promise<void> {
  const { id, ...files } = FIXTURES.backup;
  await database
    .insertInto("backups")
    .values({ id, account_id: owner, completed: 1, created_at: CREATED_AT })
    .execute();
  for (const format of ["csv", "html"] as const) {
    const chunk = { backup_id: id, account_id: owner, format, number: 0, bytes: gzipSync(files[format]) };
    await database.insertInto("backup_chunks").values(chunk).execute();
  }
}

function collectionOf(
  { title, description }: { readonly title: string; readonly description: string },
  parentId: number | null,
): collections.NewCollection {
  return { title, description, view: "list", public: false, expanded: true, parentId, cover: [] };
}

function itemOf({ id: _id, placeId, ...content }: (typeof FIXTURES.items)[keyof typeof FIXTURES.items]): items.NewItem {
  const place = placeId === TRASH ? UNSORTED : placeId;
  return { ...content, placeId: place, cover: "", media: [], important: false, broken: false };
}
