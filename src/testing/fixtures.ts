import { keyOf } from "../accounts/api-key.ts";

/**
 * The password of all accounts. Its hash is precomputed, because hashing takes longer than loading
 * all other fixtures.
 */
export const FIXTURE_PASSWORD = "correct horse battery staple";
export const FIXTURE_PASSWORD_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$MZ7DcQdzyWozRoIB+3Phjg$3VNObTecIHWk4yAreTGFFX05i0273f+Lxwkcf0vsKgk";

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
   * Owned by the administrator: two items in Development, one each in Databases, Unsorted (-1) and the Trash (-99), the
   * latter deleted last.
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
    news: { ...ITEM, id: 8, link: "https://news.example/", title: "News", placeId: -1 },
    old: { ...ITEM, id: 9, link: "https://old.example/", title: "An old page", placeId: -99 },
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
