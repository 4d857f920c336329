/** What is right for the tables and lists of links in `cases/`: bookmarks in order, and the lines that are skipped. */
interface Case {
  readonly bookmarks: readonly Readonly<Record<string, unknown>>[];
  readonly skipped?: readonly number[];
}

const [a, b, c] = [{ link: "https://a.example/" }, { link: "https://b.example/" }, { link: "https://c.example/" }];
const ONE_TO_THREE = [
  { ...a, title: "One" },
  { ...b, title: "Two" },
  { ...c, title: "Three" },
];
const AT = Date.UTC(2023, 10, 14, 22, 13, 20);
const POCKET_TIME = Date.UTC(2024, 9, 10, 16, 12, 32);

export const TABLE_CASES: Readonly<Record<string, Case>> = {
  "cr.csv": { bookmarks: ONE_TO_THREE.slice(0, 2) },
  "csvdates.csv": {
    bookmarks: Object.entries({
      sec: AT,
      ms: AT + 123,
      us: AT + 123,
      zero: undefined,
      neg: undefined,
      neg2: undefined,
      float: undefined,
      webkit: AT,
      webkitsec: AT,
      ns: undefined,
      iso: AT,
      isooff: AT,
      isolocal: AT,
      isospace: AT,
      isodate: Date.UTC(2023, 10, 14),
      rfc: AT,
      us2: undefined,
      exp: undefined,
      plus: undefined,
      spaces: AT,
      far: undefined,
      small: 1000,
      huge: undefined,
      filetime: undefined,
    }).map(([title, created]) => ({ link: `https://${title}.example/`, title, created })),
  },
  "excel-bom.csv": { bookmarks: [{ ...a, title: "Größe", tags: ["x", "y"] }] },
  "fav2.csv": {
    bookmarks: [
      { ...a, title: "A", important: true, created: Date.UTC(2020, 0, 1) },
      { ...b, title: "B", important: true },
    ],
  },
  "folderpath.csv": {
    bookmarks: [
      { ...a, title: "A", path: ["Parent", "Child"], tags: ["x", "y"] },
      { ...b, title: "B", path: ["Parent", "Child"], tags: ["x", "y"] },
      { ...c, title: "C", path: ["Lead"], tags: ["x", "y"] },
      { title: "D", path: ["A", "B"] },
      { title: "E", path: ["Unsorted"] },
      { title: "F", path: ["I", "O"] },
      { title: "G", path: ["Trash"] },
    ],
  },
  "goodlinks.csv": { bookmarks: [a] },
  "instapaper.csv": {
    bookmarks: [
      { ...a, title: "A", excerpt: "sel", path: ["Archive"], tags: ["x", "y z"], created: 1_700_000_000_000 },
      { ...b, title: "B", excerpt: "", path: ["Unread"], tags: [] },
      { ...c, title: "C", path: ["Starred"], tags: [] },
    ],
    skipped: [5],
  },
  "matter.csv": { bookmarks: [{ ...a, title: "T", tags: ["x", "y"] }] },
  "mixed-eol.csv": { bookmarks: ONE_TO_THREE },
  "mixed-eol2.csv": { bookmarks: ONE_TO_THREE },
  "mymind.csv": {
    bookmarks: [{ ...a, title: "T", note: "my note", tags: ["x", "y"], created: Date.UTC(2024, 4, 1, 10) }],
    skipped: [3],
  },
  "noheader.csv": {
    bookmarks: [
      { ...a, title: "TitleA" },
      { ...b, title: "Title B" },
      { ...c, title: "C" },
    ],
  },
  "pocket-badutf.csv": {
    bookmarks: [
      { ...a, title: "Größe", created: POCKET_TIME },
      { ...b, title: "The Driver’s Sea", tags: ["café"] },
      { ...c, title: "The Driver\uFFFD", created: POCKET_TIME },
    ],
  },
  "pinboardjson.txt": { bookmarks: [{ ...a, title: "T", tags: ["a", "b"], created: Date.UTC(2020, 0, 1) }] },
  "pocket-cursor.csv": {
    bookmarks: [{ link: "https://h.example/", title: "App", tags: ["x", "y z"], created: POCKET_TIME }],
  },
  "pocket.csv": {
    bookmarks: [
      { link: "http://w.example/", title: "The Rise of ``Worse is Better''\nBy Richard", tags: [] },
      {
        link: "https://h.example/",
        title: "Hoarder App",
        tags: ["opensource", "withÄumlaut", "with space"],
        created: POCKET_TIME,
      },
      { link: "https://s.example/with,commas", title: "Some" },
      { link: "https://t.example/", title: "https://t.example/", tags: ["a,b", "c"] },
    ],
  },
  "quote.csv": {
    bookmarks: [
      { ...a, title: 'Say "hi"' },
      { ...b, title: '6" pipe' },
      { ...c, title: '"Hello" he said' },
      { link: "https://d.example/", title: '"unclosed' },
      { link: "https://e.example/", title: "last" },
      { link: "https://f.example/", title: "laster" },
    ],
  },
  "quote2.csv": {
    bookmarks: [
      { ...a, title: "A" },
      { ...b, title: '"Hello" he said' },
      { ...c, title: "C" },
    ],
  },
  "quote3.csv": {
    bookmarks: [
      { ...a, title: '"Unclosed title' },
      { ...b, title: "B" },
      { ...c, title: 'C "quoted" end' },
      { link: "https://d.example/", title: "D" },
    ],
  },
  "quote4.csv": {
    bookmarks: [
      { ...a, title: '"Odd" start' },
      { ...b, title: "B" },
    ],
  },
  "quote5.csv": {
    bookmarks: [
      { ...a, title: "https://a.example/" },
      { ...b, title: '"Q"' },
      { ...c, title: "'S'" },
      { link: "https://d.example/", title: "a" },
    ],
  },
  "raindrop-broken.csv": {
    bookmarks: [
      { ...a, title: "First", excerpt: "ok", created: Date.UTC(2020, 0, 1) },
      { ...b, title: "Second", excerpt: "line one\nline two", tags: ["x"], created: Date.UTC(2020, 0, 2) },
      { ...c, title: "Third", excerpt: "ok", created: Date.UTC(2020, 0, 3) },
    ],
  },
  "raindrop-old.csv": {
    bookmarks: [
      {
        ...a,
        title: "T",
        note: "N",
        excerpt: "E",
        tags: ["x", "y"],
        created: Date.UTC(2020, 4, 1, 10),
        cover: "https://a.example/c.png",
        path: ["Dev", "Tools"],
      },
    ],
  },
  "readwise.csv": { bookmarks: [{ ...a, title: "T", tags: ["x", "y"], created: Date.UTC(2024, 4, 1, 10) }] },
  "semicolon.csv": {
    bookmarks: [
      { ...a, title: "Größe", path: ["Work"], tags: ["x", "y"] },
      { ...b, title: "Two", path: [], tags: [] },
    ],
  },
  "tab.tsv": { bookmarks: [{ ...a, title: "One", tags: ["x"] }] },
  "links-url-first.txt": { bookmarks: [{ link: "https://a.example/?url,x" }, b] },
  "links.txt": { bookmarks: [a, b, c, a], skipped: [5, 6, 7, 8, 9, 10] },
  "onetab.txt": {
    bookmarks: [
      { ...a, title: "Title A" },
      { ...b, title: "Title B" },
    ],
  },
  "url-in-first.txt": { bookmarks: [b, c] },
};
