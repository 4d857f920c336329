import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import * as accounts from "../accounts/accounts.ts";
import { keyOf } from "../accounts/api-key.ts";
import * as apiKeys from "../accounts/api-keys.ts";
import { type Database, inTransaction } from "../database/database.ts";
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
export const FIXTURE_PASSWORD = "a password for tests";
export const FIXTURE_PASSWORD_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$guzo0TVoetP3AJ68rgIrYA$dA3M/DyaZoB06psbFlHJn6ryqKUFbV0uTmZGmORI5k4";

/** A plain orange image. */
const PICTURE: Picture = {
  bytes: Buffer.from("UklGRjQAAABXRUJQVlA4ICgAAACwAQCdASoQAAwAAsBMJaACdLoABdQAAP7Ogv+AunujFv+4KT0NkYAA", "base64"),
  color: "#d08040",
};

/** Highlights of fixtures. Their ids are fixed. */
const MARKED = [
  { id: "000000000000000000000001", text: "Feed the starter" },
  { id: "000000000000000000000002", text: "Let the dough rest" },
  { id: "000000000000000000000003", text: "Sand it twice" },
] as const;

/** The data of a server in test mode after its start and after every reset. Ids are always the same. */
export const FIXTURES = {
  accounts: {
    administrator: personOf(1, "Ann", 4),
    supervisor: personOf(2, "Sue", 3),
    collaborator: personOf(3, "Col", 2),
    member: personOf(4, "Bob", 1),
  },
  products: {
    lamp: { id: "000000000000000000000001", name: "Lamp", description: "Warm light", price: 49.9, inStock: true },
    chair: { id: "000000000000000000000002", name: "Chair", description: "Of oak", price: 120, inStock: true },
    clock: { id: "000000000000000000000003", name: "Clock", description: "Sold out", price: 35.5, inStock: false },
  },
  /**
   * Owned by the administrator, except for Travel, which the member owns. Cooking is a public child of Home and has a
   * cover; Work and Travel are empty. The collaborator is a member of Home.
   */
  collections: {
    home: { id: 1, title: "Home" },
    cooking: { id: 2, title: "Cooking" },
    work: { id: 3, title: "Work" },
    travel: { id: 4, title: "Travel" },
  },
  /** Lets anybody join Travel as a viewer. */
  invitation: { token: "00000000-0000-4000-8000-000000000001" },
  /** Owned by the administrator: two items in Cooking, one each in Home, Unsorted and the Trash, the latter deleted last. */
  items: {
    bread: {
      id: 1,
      link: "https://bread.example/sourdough",
      title: "Sourdough",
      placeId: 2,
      tags: ["baking", "slow"],
      highlights: [MARKED[0], MARKED[1]],
    },
    soup: {
      id: 2,
      link: "https://bread.example/soup",
      title: "Soup",
      placeId: 2,
      tags: ["warm", "slow"],
      highlights: [],
    },
    shelf: {
      id: 3,
      link: "https://wood.example/shelf",
      title: "A shelf",
      placeId: 1,
      tags: ["wood"],
      highlights: [MARKED[2]],
    },
    news: { id: 4, link: "https://news.example/", title: "News", placeId: UNSORTED, tags: [], highlights: [] },
    old: { id: 5, link: "https://old.example/", title: "An old page", placeId: TRASH, tags: [], highlights: [] },
  },
  /** The file of the item `news`. */
  file: { name: "news.txt", type: "text/plain", text: "Nothing new.\n" },
  /** Owned by the administrator. */
  backup: { id: "5fb7c1d2e3a4b5c6d7e8f901", csv: "id,title\r\n1,Sourdough\r\n", html: "<DT><A>Sourdough</A>\n" },
} as const;

function personOf<Level extends 1 | 2 | 3 | 4>(id: number, name: string, level: Level) {
  const email = `${name.toLowerCase()}@example.com`;
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
  const { home, cooking, work } = FIXTURES.collections;
  await collections.create(database, clock, owner, collectionOf(home.title, null));
  await collections.create(database, clock, owner, { ...collectionOf(cooking.title, home.id), public: true });
  await collections.create(database, clock, owner, collectionOf(work.title, null));
  await covers.setPicture(database, clock, owner, cooking.id, PICTURE);
  const fileId = await addFile(database, owner);
  const inputs = Object.values(FIXTURES.items).map((item) => ({
    ...itemOf(item),
    ...(item === FIXTURES.items.news && { fileId }),
  }));
  await items.createMany(database, clock, owner, inputs);
  await items.remove(database, clock, owner, FIXTURES.items.old.id);
  await addBackup(database, owner);
  await share(database, owner);
}

/** Shares Home with the collaborator, and invites to Travel. */
async function share(database: Database, owner: number): Promise<void> {
  const { accounts: people, collections: titles, invitation } = FIXTURES;
  const { member, collaborator } = people;
  await collections.create(database, clock, member.id, collectionOf(titles.travel.title, null));
  await inTransaction(database, async (transaction) => {
    const home = { id: titles.home.id, account_id: owner };
    await sharing.add(transaction, clock, collaborator.id, {
      collectionId: home.id,
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

function collectionOf(title: string, parentId: number | null): collections.NewCollection {
  return { title, description: "", view: "list", public: false, expanded: true, parentId, cover: [] };
}

function itemOf({
  link,
  title,
  tags,
  highlights,
  placeId,
}: (typeof FIXTURES.items)[keyof typeof FIXTURES.items]): items.NewItem {
  const content = {
    link,
    title,
    placeId: placeId === TRASH ? UNSORTED : placeId,
    excerpt: "",
    note: "",
    type: "link",
    cover: "",
    media: [],
    tags,
    highlights,
  } as const;
  return { ...content, important: false, broken: false };
}
