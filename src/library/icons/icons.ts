import { readFile } from "node:fs/promises";
import { Failure } from "#contract/failure";

/** Icons of one subject. An icon has the name of its file in `png/`, without the extension. */
export interface Group {
  readonly title: string;
  readonly icons: readonly string[];
}

/** Colours of the group `Colors`, as suffixes of the icons' names. */
export const COLORS = {
  red: "#e5484d",
  orange: "#f76b15",
  yellow: "#ffc53d",
  green: "#46a758",
  teal: "#12a594",
  blue: "#0090ff",
  purple: "#8e4ec6",
  pink: "#d6409f",
  brown: "#ad7f58",
  gray: "#8b8d98",
} as const;

/** All icons. An icon never changes, because clients cache it forever; a new drawing needs a new name. */
export const GROUPS: readonly Group[] = [
  { title: "Colors", icons: Object.keys(COLORS).map((color) => `circle-${color}`) },
  {
    title: "Shapes",
    icons: ["star", "heart", "square", "triangle", "hexagon", "diamond", "flag", "bookmark"],
  },
  {
    title: "Work",
    icons: ["briefcase", "folder", "mail", "phone", "calendar", "clock", "lock", "key", "archive", "file-text", "coin"],
  },
  {
    title: "Technology",
    icons: ["device-desktop", "device-mobile", "database", "bug", "cloud", "puzzle", "settings", "bolt", "world"],
  },
  {
    title: "Science and education",
    icons: ["book", "school", "flask", "microscope", "bulb", "globe", "pencil", "chart-pie"],
  },
  {
    title: "Media",
    icons: ["camera", "photo", "video", "microphone", "headphones", "palette", "article", "device-gamepad"],
  },
  {
    title: "Nature",
    icons: ["sun", "moon", "leaf", "paw", "droplet", "flame", "mountain", "flower"],
  },
  {
    title: "Home and travel",
    icons: ["home", "user", "bell", "gift", "apple", "pizza", "shopping-cart", "pill", "trophy", "chess", "umbrella"],
  },
  { title: "Places", icons: ["plane", "map-pin", "bike", "car"] },
];

/** The subject of each icon, by its name. */
const SUBJECTS = new Map(GROUPS.flatMap(({ title, icons }) => icons.map((icon) => [icon, title] as const)));

/** The pictures that were read so far. */
const pictures = new Map<string, Promise<Buffer>>();

/**
 * The icons whose name or subject contains every word of the text, ignoring case, as one group. Returns
 * no group if there are none, and all groups for a text without words.
 */
export function find(text: string): readonly Group[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return GROUPS;
  const icons = [...SUBJECTS.keys()].filter((icon) => words.every((word) => textOf(icon).includes(word)));
  return icons.length === 0 ? [] : [{ title: "Icons", icons }];
}

function textOf(icon: string): string {
  return `${icon.replaceAll("-", " ")} ${SUBJECTS.get(icon)?.toLowerCase()}`;
}

/** Returns an icon as PNG, 256 pixels wide and high. Throws `notFound`. */
export async function read(icon: string): Promise<Buffer> {
  if (!SUBJECTS.has(icon))
    throw new Failure("notFound", "There is no icon with this name.", { reason: "icon-not-found" });
  const picture = pictures.get(icon) ?? readFile(new URL(`png/${icon}.png`, import.meta.url));
  pictures.set(icon, picture);
  return picture;
}
