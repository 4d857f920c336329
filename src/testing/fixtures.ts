import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import * as accounts from "../accounts/accounts.ts";
import { keyOf } from "../accounts/api-key.ts";
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

/** The creation time of all fixtures. */
const CREATED_AT = Date.UTC(2026, 0, 1, 12);

const clock = () => CREATED_AT;

/** More bytes than the fixtures have. */
const MAX_BYTES = 1024 * 1024;

/**
 * The password of all accounts. Its hash is precomputed, because hashing takes longer than loading
 * all other fixtures.
 */
export const FIXTURE_PASSWORD = "correct horse battery staple";
export const FIXTURE_PASSWORD_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$MZ7DcQdzyWozRoIB+3Phjg$3VNObTecIHWk4yAreTGFFX05i0273f+Lxwkcf0vsKgk";

/** A plain orange image. */
const PICTURE: Picture = {
  bytes: Buffer.from("UklGRjQAAABXRUJQVlA4ICgAAACwAQCdASoQAAwAAsBMJaACdLoABdQAAP7Ogv+AunujFv+4KT0NkYAA", "base64"),
  color: "#d08040",
};

/** Highlights of fixtures. Their ids are fixed. */
const MARKED = [
  { id: "65a1f0c2e4b0d1a2b3c4d5e6", text: "The log is written first.", note: "Compare with shadow paging." },
  { id: "65a1f0c2e4b0d1a2b3c4d5e7", text: "A checkpoint copies the pages back." },
  { id: "65a1f0c2e4b0d1a2b3c4d5e8", text: "A page is split in the middle." },
] as const;

/** What an item has unless its fixture says otherwise. */
const ITEM = { excerpt: "", note: "", type: "link", tags: [], highlights: [] } as const;

/**
 * The data of a server in test mode after its start and after every reset. Ids are always the same, and those that the
 * examples of the contracts have, so that a tool can send the examples.
 */
export const FIXTURES = {
  accounts: {
    administrator: personOf(1, "Ada Lovelace", 4),
    collaborator: personOf(2, "Grace Hopper", 2),
    supervisor: personOf(3, "Mary Somerville", 3),
    member: personOf(4, "Alan Turing", 1),
  },
  products: {
    lamp: {
      id: "6740c3f00e1a2b3c4d5e6f70",
      name: "Desk lamp",
      description: "Brass, 40 cm",
      price: 49.5,
      inStock: true,
    },
    chair: { id: "6740c3f00e1a2b3c4d5e6f71", name: "Chair", description: "Of oak", price: 120, inStock: true },
    clock: { id: "6740c3f00e1a2b3c4d5e6f72", name: "Clock", description: "Sold out", price: 35.5, inStock: false },
  },
  /**
   * Owned by the administrator, except for Travel, which the member owns. Databases is a public child of Development and
   * has a cover; Archive and Travel are empty. The collaborator is a member of Development.
   */
  collections: {
    development: { id: 7, title: "Development", description: "Articles and documentation" },
    databases: { id: 8, title: "Databases", description: "" },
    archive: { id: 9, title: "Archive", description: "" },
    travel: { id: 10, title: "Travel", description: "" },
  },
  /** Lets anybody join Travel as a viewer. */
  invitation: { token: "0f8fad5b-d9cb-469f-a165-70867728950e" },
  /**
   * Owned by the administrator: two items in Development, one each in Databases, Unsorted and the Trash, the latter
   * deleted last.
   */
  items: {
    logging: {
      ...ITEM,
      id: 5,
      link: "https://example.com/articles/write-ahead-logging",
      title: "Write-ahead logging",
      excerpt: "How a database makes commits durable.",
      note: "Read the part on checkpoints.",
      type: "article",
      placeId: 7,
      tags: ["databases", "reading"],
      highlights: [MARKED[0], MARKED[1]],
    },
    planner: {
      ...ITEM,
      id: 6,
      link: "https://example.org/query-planner",
      title: "The query planner",
      placeId: 7,
      tags: ["algebra", "databases"],
    },
    trees: {
      ...ITEM,
      id: 7,
      link: "https://example.com/articles/b-trees",
      title: "B-trees",
      placeId: 8,
      tags: ["storage"],
      highlights: [MARKED[2]],
    },
    news: { ...ITEM, id: 8, link: "https://news.example/", title: "News", placeId: UNSORTED },
    old: { ...ITEM, id: 9, link: "https://old.example/", title: "An old page", placeId: TRASH },
  },
  /** The file of the item `logging`. */
  file: { name: "news.txt", type: "text/plain", text: "Nothing new.\n" },
  /** Owned by the administrator. */
  backup: {
    id: "5fb7c1d2e3a4b5c6d7e8f901",
    csv: "id,title\r\n5,Write-ahead logging\r\n",
    html: "<DT><A>B-trees</A>\n",
  },
} as const;

function personOf<Level extends 1 | 2 | 3 | 4>(id: number, name: string, level: Level) {
  const email = `${name.split(" ", 1).join().toLowerCase()}@example.com`;
  return { id, name, email, level, password: FIXTURE_PASSWORD, key: keyOf(BigInt(id)) } as const;
}

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
