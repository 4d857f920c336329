import type { operations } from "../../generated/collections.ts";
import { formOf, pageFormOf } from "../../harness/forms.ts";
import { pngOf } from "../../harness/pictures.ts";
import { FIXTURE_PASSWORD, FIXTURES } from "../../src/testing/fixtures.ts";
import { type Effects, PICTURE, type Sample, type Variation } from "./sample.ts";

const { development, databases, archive, travel } = FIXTURES.collections;
const { collaborator, member } = FIXTURES.accounts;
const { logging, planner, old } = FIXTURES.items;

const FORM = await formOf({ bytes: await pngOf(1, 1, "#ff0000") });
const BOOKMARKS = await formOf({ bytes: Buffer.from("https://example.com/"), field: "import" });
const COPY = await pageFormOf("<title>A page</title>", { url: "https://example.com/" });
const FILE = await formOf({ bytes: Buffer.from("A text.\n"), field: "file", name: "text.txt" });
const LINK = "https://example.com/";
const MEDIA = [{ link: "https://example.com/a.png" }];

const ifNoneMatch = { "header If-None-Match": { value: "*" } };
const ifMatch = { "header If-Match": { value: '"other"' } };

const collectionFields = {
  "body /title": { value: "Plans" },
  "body /description": { value: "For later" },
  "body /view": { value: "grid" },
  "body /public": { value: true },
  "body /expanded": { value: false },
  "body /keepCopies": { value: true },
  "body /sort": { value: 50 },
  "body /order": { value: 0 },
  "body /cover": { value: ["https://example.com/cover.png"] },
};

const MARKED = [{ text: "The log is written first." }];
const HIGHLIGHT = "000000000000000000000009";

const itemFields = {
  "body /link": { value: "https://other.example/" },
  "body /title": { value: "Another title" },
  "body /excerpt": { value: "In short" },
  "body /note": { value: "To read" },
  "body /type": { value: "video" },
  "body /cover": { value: "https://example.com/cover.png" },
  "body /media": { value: MEDIA },
  "body /tags": { value: ["later"] },
  "body /important": { value: true },
  "body /broken": { value: true },
  "body /highlights": { value: [{ text: "Logs are merged" }] },
  "body /reminder": { value: { date: "2026-02-01T08:00:00Z" } },
  "body /created": { value: "2025-01-01T00:00:00Z" },
  "body /lastUpdate": { value: "2025-01-01T00:00:00Z" },
  "body /keepCopy": { value: true },
};

/** Variations of fields that refer to a collection. `toSample` makes a request of such fields. */
function references<Field extends string, Prefix extends "" | "/items[]">(
  prefix: Prefix,
  fields: readonly Field[],
  [one, other]: readonly [number, number],
  toSample: (fields: object) => Sample,
) {
  const inputs = fields.flatMap((field) => [
    [`body ${prefix}/${field}`, { value: String(other) }],
    [`body ${prefix}/${field}/$id`, { value: other, base: toSample({ [field]: { $id: one } }) }],
  ]);
  // Computed keys have the type `string`.
  return Object.fromEntries(inputs) as Record<`body ${Prefix}/${Field}${"" | "/$id"}`, Variation>;
}

const PARENTS = ["parent", "parent.$id", "parentId"] as const;
const PLACES = ["collection", "collectionId"] as const;

/** Asks to read the page again: then what the request says about the page is ignored. */
const REREAD = { date: "2026-01-02T09:15:00.000Z" };
const PREVIEW = { title: "Another title", pleaseParse: REREAD };
const PREVIEWS = { media: MEDIA, pleaseParse: REREAD };

const oldpassword = FIXTURE_PASSWORD;
const groups = [{ title: "All" }];
const listed = [{ title: "All", collections: [archive.id] }];

/** The same inputs for every item of a list. */
const newItem = { link: LINK };

const REMINDER = { date: "2026-02-01T08:00:00Z" };

/** Variations of the fields of highlights and reminders in an item. `toSample` makes a request of its other fields. */
function partsOfItem<Prefix extends "" | "/items[]">(prefix: Prefix, toSample: (fields: object) => Sample) {
  const marked = toSample({ highlights: MARKED });
  return {
    [`body ${prefix}/highlights[]/_id`]: { value: HIGHLIGHT, base: marked },
    [`body ${prefix}/highlights[]/text`]: { value: "Logs are merged", base: marked },
    [`body ${prefix}/highlights[]/note`]: { value: "Daily", base: marked },
    [`body ${prefix}/highlights[]/color`]: { value: "red", base: marked },
    [`body ${prefix}/highlights[]/position`]: { value: 4, base: marked },
    [`body ${prefix}/reminder/date`]: { value: "2026-03-01T08:00:00Z", base: toSample({ reminder: REMINDER }) },
    [`body ${prefix}/reminder/data`]: { value: "2026-03-01T08:00:00Z", base: toSample({ reminder: {} }) },
  } as Record<`body ${Prefix}/${(typeof PARTS)[number]}`, Variation>; // Computed keys have the type `string`.
}

const PARTS = [
  "highlights[]/_id",
  "highlights[]/text",
  "highlights[]/note",
  "highlights[]/color",
  "highlights[]/position",
  "reminder/date",
  "reminder/data",
] as const;

export const collections: Effects<operations> = {
  listRootCollections: { base: {}, inputs: ifNoneMatch },
  updateCollections: {
    base: { body: { sort: "title" } },
    inputs: {
      ...ifMatch,
      "body /sort": { value: "-title" },
      "body /expanded": { value: false, base: { body: { expanded: true } } },
      "body /view": { value: "grid" },
    },
  },
  deleteCollections: {
    base: { body: { ids: [archive.id] } },
    inputs: { ...ifMatch, "body /ids": { value: [databases.id] } },
  },
  listChildCollections: { base: {}, inputs: ifNoneMatch },
  mergeCollections: {
    base: { body: { to: development.id, ids: [archive.id] } },
    inputs: { ...ifMatch, "body /to": { value: databases.id }, "body /ids": { value: [databases.id] } },
  },
  cleanCollections: { base: {}, inputs: ifMatch },
  createCollection: {
    base: { body: { title: "Garden" } },
    inputs: {
      "header Idempotency-Key": { value: "collection", times: 2 },
      ...collectionFields,
      ...references("", PARENTS, [development.id, archive.id], (fields) => ({ body: { title: "Garden", ...fields } })),
    },
  },
  getCollection: {
    base: { path: { id: development.id } },
    inputs: { "path id": { value: databases.id }, ...ifNoneMatch },
  },
  updateCollection: {
    base: { path: { id: archive.id }, body: {} },
    inputs: {
      "path id": { value: development.id, base: { path: { id: archive.id }, body: { title: "Plans" } } },
      ...ifMatch,
      // Without `_id`, parents that contradict each other are an error, even if one of them is the present one.
      "body /_id": {
        value: archive.id,
        base: { path: { id: archive.id }, body: { parent: 0, parentId: databases.id } },
      },
      ...collectionFields,
      ...references("", PARENTS, [development.id, databases.id], (body) => ({ path: { id: archive.id }, body })),
    },
  },
  deleteCollection: {
    base: { path: { id: archive.id } },
    inputs: { "path id": { value: databases.id }, ...ifMatch },
  },
  emptyTrash: { base: {}, inputs: ifMatch },
  uploadCover: {
    base: { path: { id: archive.id }, headers: FORM.headers, body: FORM.body },
    inputs: { "path id": { value: development.id }, ...ifMatch },
  },
  uploadItemCover: {
    base: { path: { id: logging.id }, headers: FORM.headers, body: FORM.body },
    inputs: { "path id": { value: planner.id }, ...ifMatch },
  },
  uploadFile: { base: FILE, inputs: {} },
  getFile: {
    base: { path: { id: logging.id } },
    inputs: { "path id": { value: planner.id }, "query type": { value: "text/markdown" } },
  },
  getCopy: {
    base: { path: { id: logging.id }, query: { json: 1 } },
    inputs: {
      "path id": { value: planner.id },
      "query json": { value: 1, base: { path: { id: logging.id } } },
      ...ifNoneMatch,
    },
  },
  uploadCopy: { base: COPY, inputs: {} },
  getPicture: {
    base: { path: { picture: PICTURE } },
    inputs: { "path picture": { value: `A${"a".repeat(21)}` }, ...ifNoneMatch },
  },
  createItem: {
    base: { body: newItem },
    inputs: {
      "header Idempotency-Key": { value: "item", times: 2 },
      ...itemFields,
      ...partsOfItem("", (fields) => ({ body: { ...newItem, ...fields } })),
      "body /media[]/link": { value: "https://example.com/b.png", base: { body: { ...newItem, media: MEDIA } } },
      "body /media[]/type": { value: "video", base: { body: { ...newItem, media: MEDIA } } },
      ...references("", PLACES, [development.id, archive.id], (fields) => ({ body: { ...newItem, ...fields } })),
      "body /order": { value: 0, base: { body: { ...newItem, collectionId: databases.id, order: 1 } } },
    },
  },
  getItem: {
    base: { path: { id: logging.id } },
    inputs: { "path id": { value: planner.id }, ...ifNoneMatch },
  },
  updateItem: {
    base: { path: { id: logging.id }, body: {} },
    inputs: {
      "path id": { value: planner.id, base: { path: { id: logging.id }, body: { title: "Another title" } } },
      ...ifMatch,
      // Without `_id`, the body is not the whole item, so even an unchanged `order` moves the item.
      "body /_id": { value: logging.id, base: { path: { id: logging.id }, body: { order: 0 } } },
      ...itemFields,
      // The others have a file.
      "body /keepCopy": { value: true, base: { path: { id: old.id }, body: {} } },
      ...partsOfItem("", (fields) => ({ path: { id: logging.id }, body: fields })),
      "body /media[]/link": {
        value: "https://example.com/b.png",
        base: { path: { id: logging.id }, body: { media: MEDIA } },
      },
      "body /media[]/type": { value: "video", base: { path: { id: logging.id }, body: { media: MEDIA } } },
      ...references("", PLACES, [development.id, archive.id], (body) => ({ path: { id: logging.id }, body })),
      "body /order": { value: 0 },
      "body /removed": { value: false, base: { path: { id: old.id }, body: {} } },
      "body /pleaseParse": { value: REREAD, base: { path: { id: logging.id }, body: { title: "Another title" } } },
      "body /pleaseParse/date": { value: null, base: { path: { id: logging.id }, body: PREVIEW } },
    },
  },
  deleteItem: {
    base: { path: { id: logging.id } },
    inputs: { "path id": { value: planner.id }, ...ifMatch },
  },
  createItems: {
    base: { body: { items: [newItem] } },
    inputs: {
      "header Idempotency-Key": { value: "items", times: 2 },
      "body /items": { value: [newItem, newItem] },
      "body /items[]/link": { value: "https://other.example/" },
      "body /items[]/title": { value: "Another title" },
      "body /items[]/excerpt": { value: "In short" },
      "body /items[]/note": { value: "To read" },
      "body /items[]/type": { value: "article" },
      "body /items[]/cover": { value: "https://example.com/cover.png" },
      "body /items[]/media": { value: MEDIA },
      "body /items[]/media[]/link": {
        value: "https://example.com/b.png",
        base: { body: { items: [{ ...newItem, media: MEDIA }] } },
      },
      "body /items[]/media[]/type": { value: "video", base: { body: { items: [{ ...newItem, media: MEDIA }] } } },
      "body /items[]/highlights": { value: MARKED },
      "body /items[]/reminder": { value: REMINDER },
      "body /items[]/created": { value: "2025-01-01T00:00:00Z" },
      "body /items[]/lastUpdate": { value: "2025-01-01T00:00:00Z" },
      ...partsOfItem("/items[]", (fields) => ({ body: { items: [{ ...newItem, ...fields }] } })),
      "body /items[]/tags": { value: ["later"] },
      "body /items[]/important": { value: true },
      "body /items[]/broken": { value: true },
      "body /items[]/keepCopy": { value: true },
      ...references("/items[]", PLACES, [development.id, archive.id], (fields) => ({
        body: { items: [{ ...newItem, ...fields }] },
      })),
      "body /items[]/order": {
        value: 0,
        base: { body: { items: [{ ...newItem, collectionId: databases.id, order: 1 }] } },
      },
    },
  },
  listItems: {
    base: { path: { collectionId: development.id } },
    inputs: {
      "path collectionId": { value: databases.id },
      "query page": { value: 1 },
      "query perpage": { value: 1 },
      "query sort": { value: "-title" },
      "query nested": { value: true, base: { path: { collectionId: development.id } } },
      "query ids": { value: [planner.id, 4711] },
      "query search": { value: "planner" },
      ...ifNoneMatch,
    },
  },
  updateItems: {
    base: { path: { collectionId: development.id }, body: { tags: ["later"] } },
    inputs: {
      "path collectionId": { value: databases.id },
      "query nested": { value: true, base: { path: { collectionId: development.id }, body: { tags: ["later"] } } },
      "query search": { value: "planner" },
      "query dangerAll": { value: true, base: { path: { collectionId: 0 }, body: { tags: ["later"] } } },
      ...ifMatch,
      "body /ids": { value: [logging.id] },
      "body /nested": { value: true, base: { path: { collectionId: development.id }, body: { tags: ["later"] } } },
      "body /search": { value: "planner" },
      "body /dangerAll": { value: true, base: { path: { collectionId: 0 }, body: { tags: ["later"] } } },
      "body /important": { value: true },
      "body /keepCopy": { value: true },
      "body /tags": { value: ["sooner"] },
      "body /addTags": { value: ["sooner"] },
      "body /deleteTags": {
        value: ["databases"],
        base: { path: { collectionId: development.id }, body: { important: true } },
      },
      "body /media": { value: MEDIA },
      "body /media[]/link": {
        value: "https://example.com/b.png",
        base: { path: { collectionId: development.id }, body: { media: MEDIA } },
      },
      "body /media[]/type": {
        value: "video",
        base: { path: { collectionId: development.id }, body: { media: MEDIA } },
      },
      "body /cover": { value: "https://example.com/cover.png" },
      ...references("", PLACES, [development.id, archive.id], (body) => ({
        path: { collectionId: development.id },
        body,
      })),
      "body /removed": { value: false, base: { path: { collectionId: -99 }, body: {} } },
      "body /pleaseParse": { value: REREAD, base: { path: { collectionId: development.id }, body: { media: MEDIA } } },
      "body /pleaseParse/date": { value: null, base: { path: { collectionId: development.id }, body: PREVIEWS } },
    },
  },
  deleteItems: {
    base: { path: { collectionId: development.id }, body: {} },
    inputs: {
      "path collectionId": { value: databases.id },
      "query nested": { value: true, base: { path: { collectionId: development.id }, body: {} } },
      "query search": { value: "planner" },
      ...ifMatch,
      "body /ids": { value: [logging.id] },
      "body /nested": { value: true, base: { path: { collectionId: development.id }, body: {} } },
      "body /search": { value: "planner" },
    },
  },
  exportItems: {
    base: { path: { collectionId: development.id, format: "csv" } },
    inputs: {
      "path collectionId": { value: databases.id },
      "path format": { value: "html" },
      "query sort": { value: "-title" },
      "query ids": { value: [planner.id, 4711] },
      "query search": { value: "planner" },
      "query nested": { value: true, base: { path: { collectionId: development.id, format: "csv" } } },
    },
  },
  findLink: {
    base: { query: { url: logging.link } },
    inputs: { "query url": { value: planner.link }, ...ifNoneMatch },
  },
  findLinks: { base: { body: { urls: [logging.link] } }, inputs: { "body /urls": { value: [planner.link] } } },
  parseLink: {
    base: { query: { url: logging.link } },
    inputs: { "query url": { value: planner.link }, ...ifNoneMatch },
  },
  suggestForItem: { base: { path: { id: logging.id } }, inputs: { "path id": { value: planner.id }, ...ifNoneMatch } },
  suggestForLink: {
    base: { body: { link: LINK } },
    inputs: { "body /link": { value: planner.link }, "body /title": { value: "Databases on disks" } },
  },
  getFilters: {
    base: { path: { collectionId: development.id } },
    inputs: {
      "path collectionId": { value: databases.id },
      "query nested": { value: true, base: { path: { collectionId: development.id } } },
      "query search": { value: "write" },
      "query tagsSort": { value: "_id" },
      ...ifNoneMatch,
    },
  },
  listHighlights: {
    base: {},
    inputs: { "query page": { value: 1 }, "query perpage": { value: 1 }, ...ifNoneMatch },
  },
  listCollectionHighlights: {
    base: { path: { collectionId: development.id } },
    inputs: {
      "path collectionId": { value: databases.id },
      "query page": { value: 1 },
      "query perpage": { value: 1 },
      ...ifNoneMatch,
    },
  },
  listTags: { base: {}, inputs: ifNoneMatch },
  replaceTags: {
    base: { body: { tags: ["databases"], replace: "fast" } },
    inputs: {
      ...ifMatch,
      "body /tags": { value: ["algebra"] },
      "body /tag": { value: "algebra", base: { body: { tag: "databases", replace: "fast" } } },
      "body /replace": { value: "quick" },
    },
  },
  deleteTags: { base: { body: { tags: ["databases"] } }, inputs: { ...ifMatch, "body /tags": { value: ["algebra"] } } },
  listCollectionTags: {
    base: { path: { collectionId: development.id } },
    inputs: { "path collectionId": { value: databases.id }, ...ifNoneMatch },
  },
  replaceCollectionTags: {
    base: { path: { collectionId: development.id }, body: { tags: ["databases", "storage"], replace: "fast" } },
    inputs: {
      "path collectionId": { value: databases.id },
      ...ifMatch,
      "body /tags": { value: ["algebra"] },
      "body /tag": {
        value: "algebra",
        base: { path: { collectionId: development.id }, body: { tag: "databases", replace: "fast" } },
      },
      "body /replace": { value: "quick" },
    },
  },
  deleteCollectionTags: {
    base: { path: { collectionId: development.id }, body: { tags: ["databases", "storage"] } },
    inputs: { "path collectionId": { value: databases.id }, ...ifMatch, "body /tags": { value: ["algebra"] } },
  },
  parseFile: { base: BOOKMARKS, inputs: {} },
  parseFileByPut: { base: BOOKMARKS, inputs: {} },
  listBackups: { base: {}, inputs: ifNoneMatch },
  startBackup: { base: {}, inputs: {} },
  downloadBackup: {
    base: { path: { backup: FIXTURES.backup.id, format: "csv" } },
    inputs: { "path backup": { value: "f".repeat(24) }, "path format": { value: "html" } },
  },
  getAccount: { base: {}, inputs: ifNoneMatch },
  listIcons: { base: {}, inputs: ifNoneMatch },
  searchIcons: {
    base: { path: { text: "book" } },
    inputs: { "path text": { value: "star" }, ...ifNoneMatch },
  },
  getIcon: {
    base: { path: { icon: "book.png" } },
    inputs: { "path icon": { value: "star.png" }, ...ifNoneMatch },
  },
  updateAccount: {
    base: { body: {} },
    inputs: {
      ...ifMatch,
      "body /fullName": { value: "Anna" },
      "body /name": { value: "Anna" },
      "body /email": { value: "anna@example.com", base: { body: { oldpassword } } },
      "body /newpassword": { value: "another password for tests", base: { body: { oldpassword } } },
      "body /oldpassword": { value: oldpassword, base: { body: { email: "anna@example.com" } } },
      "body /groups": { value: groups },
      "body /groups[]/title": { value: "Some", base: { body: { groups } } },
      "body /groups[]/hidden": { value: true, base: { body: { groups } } },
      "body /groups[]/sort": { value: 5, base: { body: { groups } } },
      "body /groups[]/collections": { value: [archive.id, development.id], base: { body: { groups: listed } } },
      "body /config": { value: { tags_hide: true } },
      "body /config/broken_level": { value: "strict", base: { body: { config: {} } } },
      "body /config/font_color": { value: "day", base: { body: { config: {} } } },
      "body /config/font_size": { value: "5", base: { body: { config: {} } } },
      "body /config/lang": { value: "sv", base: { body: { config: {} } } },
      "body /config/last_collection": { value: development.id, base: { body: { config: {} } } },
      "body /config/raindrops_sort": { value: "title", base: { body: { config: {} } } },
      "body /config/raindrops_view": { value: "grid", base: { body: { config: {} } } },
    },
  },
  getUser: {
    base: { path: { name: FIXTURES.accounts.member.name } },
    inputs: { "path name": { value: "Mary Somerville" }, ...ifNoneMatch },
  },
  getStatistics: { base: {}, inputs: ifNoneMatch },
  listUndoSteps: { base: {}, inputs: ifNoneMatch },
  listCollaborators: {
    base: { path: { id: development.id } },
    inputs: { "path id": { value: databases.id }, ...ifNoneMatch },
  },
  shareCollection: {
    base: { path: { id: development.id }, body: { role: "member" } },
    inputs: {
      "path id": { value: databases.id },
      "body /role": { value: "viewer" },
      "body /emails": { value: ["grace@example.com"] },
    },
  },
  unshareCollection: {
    base: { path: { id: development.id } },
    inputs: { "path id": { value: databases.id }, ...ifMatch },
  },
  updateCollaborator: {
    base: { path: { id: development.id, userId: collaborator.id }, body: { role: "viewer" } },
    inputs: {
      "path id": { value: databases.id },
      "path userId": { value: member.id },
      ...ifMatch,
      "body /role": { value: "" },
    },
  },
  removeCollaborator: {
    base: { path: { id: development.id, userId: collaborator.id } },
    inputs: { "path id": { value: databases.id }, "path userId": { value: member.id }, ...ifMatch },
  },
  joinCollection: {
    base: { path: { id: travel.id }, body: { token: FIXTURES.invitation.token } },
    inputs: { "path id": { value: archive.id }, "body /token": { value: "another" } },
  },
  // The fixtures end with a change that can be reverted.
  revertUndoStep: { base: { path: { id: 1 } }, inputs: { "path id": { value: 2 } } },
};
