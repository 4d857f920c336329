import sharp from "sharp";
import { formOf } from "../../harness/forms.ts";
import type { LibraryOwner } from "./library.ts";

interface Sample {
  readonly collection: string;
  readonly link: string;
  readonly title: string;
  readonly important?: true;
  /** Two colours of the background, and a drawing of white lines in SVG, 40 wide and 20 high. */
  readonly cover: readonly [from: string, to: string, drawing: string];
}

/** Collections: the title, that of the parent, and how many older bookmarks it has. */
const COLLECTIONS: readonly (readonly [title: string, parent: string | undefined, older: number])[] = [
  ["Development", undefined, 5],
  ["Databases", "Development", 38],
  ["HTTP and APIs", "Development", 24],
  ["Type systems", "Development", 11],
  ["Cooking", undefined, 2],
  ["Bread", "Cooking", 17],
  ["Winter soups", "Cooking", 9],
  ["Travel", undefined, 14],
  ["Night trains", "Travel", 6],
  ["Reading", undefined, 21],
];

/** In the order in which they are saved. */
const SAMPLES: readonly Sample[] = [
  {
    collection: "Night trains",
    link: "https://rails.example/night-trains/stockholm-hamburg",
    title: "Stockholm to Hamburg by night train",
    cover: ["#14213d", "#41629a", '<path d="M15 5h10q2 0 2 2v7H13V7q0-2 2-2zM13 10h14M16 17l1.5-3M24 17l-1.5-3"/>'],
  },
  {
    collection: "Winter soups",
    link: "https://kitchen.example/roasted-squash-soup",
    title: "Roasted squash soup with sage",
    cover: [
      "#c2571a",
      "#f0a63a",
      '<path d="M13 10h14a7 6 0 0 1-14 0zM17 7.5q1-1.5 0-3.5M20 7.5q1-1.5 0-3.5M23 7.5q1-1.5 0-3.5"/>',
    ],
  },
  {
    collection: "Type systems",
    link: "https://types.example/parse-dont-validate",
    title: "Parse, don't validate",
    cover: ["#8a2342", "#d9687c", '<path d="M12 5h16l-6 6v5l-4-2v-3z"/>'],
  },
  {
    collection: "Bread",
    link: "https://bakery.example/sourdough/first-starter",
    title: "Your first sourdough starter, day by day",
    cover: ["#7a4a21", "#d9a566", '<path d="M12 14q0-8 8-8t8 8q-8 2-16 0zM16 8.5l2 3M20 8l2 3M24 9l1.5 2.5"/>'],
  },
  {
    collection: "HTTP and APIs",
    link: "https://http.example/articles/conditional-requests",
    title: "Conditional requests: ETag and If-Match explained",
    cover: ["#20386b", "#4d86d6", '<path d="M12 7.5h13m-2.5-2.5 2.5 2.5-2.5 2.5M28 13H15m2.5-2.5-2.5 2.5 2.5 2.5"/>'],
  },
  {
    collection: "HTTP and APIs",
    link: "https://contracts.example/blog/write-the-openapi-file-first",
    title: "Write the OpenAPI file first",
    cover: ["#1d4f91", "#57a0d3", '<path d="M16.5 5.5 12 10l4.5 4.5M23.5 5.5 28 10l-4.5 4.5M21.5 5l-3 10"/>'],
  },
  {
    collection: "Databases",
    link: "https://storage.example/write-ahead-logging",
    title: "Write-ahead logging, drawn step by step",
    important: true,
    cover: ["#0f5c5c", "#3fb59a", '<path d="M13 6h14M13 10h14M13 14h8"/><circle cx="25.5" cy="14" r="1.5"/>'],
  },
  {
    collection: "Databases",
    link: "https://postgres.example/notes/reading-explain",
    title: "How to read the output of EXPLAIN",
    cover: [
      "#3a2a66",
      "#8a63c9",
      '<path d="M18.7 6.8 14.3 12.2M21.3 6.8l4.4 5.4"/><circle cx="20" cy="5.5" r="1.5"/><circle cx="13.5" cy="13.5" r="1.5"/><circle cx="26.5" cy="13.5" r="1.5"/>',
    ],
  },
];

/**
 * Fills an empty library with collections and bookmarks that look like those of a person. `afterEach` runs after each of
 * the newest bookmarks.
 */
export async function fillWithSamples(
  { addCollection, addItem, call, request }: LibraryOwner,
  afterEach: () => void,
): Promise<void> {
  const ids = new Map<string, number>();
  for (const [title, parent = "", older] of COLLECTIONS) {
    const { _id } = await addCollection(title, ids.get(parent));
    ids.set(title, _id);
    const links = Array.from({ length: older }, (_, index) => `https://library.example/${_id}/${index}`);
    await call("POST", "/raindrops", { items: links.map((link) => ({ link, collection: { $id: _id } })) });
  }
  for (const { collection, cover, ...item } of SAMPLES) {
    const { _id } = await addItem(ids.get(collection), item);
    const { headers, body } = await formOf({ bytes: await drawCover(cover) });
    await request("PUT", `/raindrop/${_id}/cover`, body, headers);
    afterEach();
  }
}

function drawCover([from, to, drawing]: Sample["cover"]): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="400" viewBox="0 0 40 20">
<linearGradient id="g" x2="1" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>
<path fill="url(#g)" d="M0 0h40v20H0z"/>
<g fill="none" stroke="#fff" stroke-width=".8" stroke-linecap="round" stroke-linejoin="round">${drawing}</g></svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}
