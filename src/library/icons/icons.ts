import { readFile } from "node:fs/promises";
import { Failure } from "#contract/failure";
import { GROUPS, type Group } from "./groups.ts";

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
