/** What is right for the files in `formats/`, made by hand like those that browsers and services write. */
interface Case {
  readonly bookmarks: readonly Readonly<Record<string, unknown>>[];
  /** The reasons of skipped entries. */
  readonly skipped?: readonly string[];
}

const [a, b] = [{ link: "https://a.example/" }, { link: "https://b.example/" }];
const MAY_FIRST = Date.UTC(2024, 4, 1, 10);

export const FORMATS: Readonly<Record<string, Case>> = {
  "firefox.json": {
    bookmarks: [
      {
        ...a,
        title: 'A "quoted" title',
        excerpt: "About A",
        tags: ["x", "y z"],
        path: [],
        created: 1_700_000_000_123,
        updated: 1_700_000_001_000,
      },
      { ...b, title: "B", path: ["Bookmarks Toolbar", "Work"], created: undefined },
      { link: "https://c.example/", title: "https://c.example/", path: ["Other Bookmarks"] },
    ],
    skipped: ["noAddress"],
  },
  "chrome.json": {
    bookmarks: [
      { ...a, title: "A", path: ["Bookmarks bar"], created: 1_700_000_000_000 },
      { ...b, title: "B", path: ["Bookmarks bar", "Work"], created: undefined },
    ],
    skipped: ["noAddress"],
  },
  "pinboard.json": {
    bookmarks: [
      { ...a, title: "A", excerpt: "About A", tags: ["x", "y", "toread"], created: Date.UTC(2020, 0, 2, 3, 4, 5) },
      { ...b, title: "https://b.example/", tags: [] },
    ],
  },
  "karakeep.json": {
    bookmarks: [
      { ...a, title: "A", note: "Noted", tags: ["x", "y z"], path: ["Parent", "Child"], created: 1_700_000_000_000 },
      { ...b, title: "https://b.example/", path: [], created: 1_700_000_002_000 },
    ],
    skipped: ["unreadable"],
  },
  "linkwarden.json": {
    bookmarks: [
      {
        ...a,
        title: "A",
        excerpt: "About A",
        tags: ["x", "y z"],
        path: ["Parent", "Child"],
        important: true,
        created: MAY_FIRST,
        updated: Date.UTC(2024, 4, 2, 10),
      },
      { ...b, title: "B", path: ["Parent"], important: false, created: undefined },
    ],
    skipped: ["unreadable"],
  },
  "omnivore.json": {
    bookmarks: [{ ...a, title: "A", excerpt: "About A", tags: ["x"], created: MAY_FIRST, important: false }],
  },
  "wallabag.json": { bookmarks: [{ ...a, title: "A", tags: ["x", "y"], created: MAY_FIRST, important: true }] },
  "readwise.csv": { bookmarks: [{ ...a, title: "A, a", tags: ["x", "y z"], created: MAY_FIRST + 442 }] },
  "diigo.csv": {
    bookmarks: [
      { ...a, title: "A", excerpt: "About A", note: "Marked", tags: ["x", "y"], created: MAY_FIRST },
      { ...b, title: "B", tags: [], created: MAY_FIRST },
    ],
  },
  "notion.csv": { bookmarks: [{ ...a, title: "A", tags: ["x", "y"] }] },
  "matter.csv": { bookmarks: [{ ...a, title: "A", tags: ["x", "y"], important: true }] },
};
