import { setImmediate } from "node:timers/promises";
import type { Database } from "../../database/database.ts";
import type { AccessLevel } from "../access.ts";
import type { Entry, Outline } from "./outline.ts";

/** Which collections of an outline may be chosen. */
export interface Choice {
  /** The lowest level of these. */
  readonly level: AccessLevel;
  /** By default, the collections of all owners. */
  readonly ownerId?: number | undefined;
  /** A collection that is not offered. */
  readonly without?: number | undefined;
  /** A collection that is not offered, nor those nested in it. */
  readonly outside?: number | undefined;
  /** The id that is chosen so far: always offered if it may be chosen. */
  readonly selected?: string | undefined;
}

/** Collections to choose from. */
export interface Offer {
  readonly entries: readonly Entry[];
  /** Whether there are more. */
  readonly isCut: boolean;
}

/** The first collections that may be chosen, at most `max`, and the selected one wherever it is. */
export function firstIn(outline: Outline, choice: Choice, max: number): Offer {
  const entries: Entry[] = [];
  let isCut = false;
  /** The number of the next entries that are nested in `outside`, with itself. */
  let skipped = 0;
  for (const entry of outline.entries()) {
    if (entry.id === choice.outside) skipped = entry.size;
    if (skipped-- > 0 || !isOffered(entry, choice)) continue;
    isCut = entries.length === max;
    if (isCut) break;
    entries.push(entry);
  }
  return { entries: withSelected(outline, choice, entries), isCut };
}

/** The collections that a text names. */
export interface Found {
  /** Those with exactly this title, or if there are none, those whose title contains it. */
  readonly named: readonly Entry[];
  /** Whether there are more than these. */
  readonly isCut: boolean;
}

/** Titles that one statement reads. */
const TITLES_PER_STATEMENT = 500;

/** Finds the collections that may be chosen and whose title has a text, in any case; at most `max`. */
export async function find(
  database: Database,
  outline: Outline,
  choice: Choice,
  { text, max }: { readonly text: string; readonly max: number },
): Promise<Found> {
  const wanted = folded(text);
  const exact: Entry[] = [];
  const partial: Entry[] = [];
  const owners = choice.ownerId === undefined ? outline.ownerIds : [choice.ownerId];
  for (const ownerId of owners) {
    for await (const { id, title } of titlesOf(database, ownerId)) {
      const name = folded(title);
      const matches = name === wanted ? exact : partial;
      if (matches.length > max || !name.includes(wanted)) continue;
      const entry = outline.get(id);
      if (entry !== undefined && mayBeChosen(outline, entry, choice)) matches.push(entry);
    }
  }
  const found = exact.length > 0 ? exact : partial;
  return { named: found.slice(0, max), isCut: found.length > max };
}

/** Adds the selected collection to others, if it may be chosen and is not among them. */
export function withSelected(outline: Outline, choice: Choice, entries: readonly Entry[]): readonly Entry[] {
  const selected = outline.get(Number(choice.selected ?? 0));
  if (selected === undefined || entries.some(({ id }) => id === selected.id)) return entries;
  return mayBeChosen(outline, selected, choice) ? [...entries, selected] : entries;
}

function mayBeChosen(outline: Outline, entry: Entry, choice: Choice): boolean {
  const { outside } = choice;
  return isOffered(entry, choice) && (outside === undefined || !isWithin(outline, entry.id, outside));
}

function isWithin(outline: Outline, id: number, ancestorId: number): boolean {
  return id === ancestorId || outline.ancestorsOf(id).includes(ancestorId);
}

function isOffered(entry: Entry, { level, ownerId, without }: Choice): boolean {
  return entry.level >= level && entry.id !== without && (ownerId === undefined || entry.ownerId === ownerId);
}

function folded(text: string): string {
  return text.normalize("NFKC").toLowerCase().trim();
}

/** The titles of all collections of an account. Yields to the event loop between statements. */
async function* titlesOf(database: Database, accountId: number) {
  let after = 0;
  for (;;) {
    const rows = await database
      .selectFrom("collections")
      .select(["id", "title"])
      .where("account_id", "=", accountId)
      .where("id", ">", after)
      .orderBy("id")
      .limit(TITLES_PER_STATEMENT)
      .execute();
    yield* rows;
    if (rows.length < TITLES_PER_STATEMENT) return;
    after = rows.at(-1)?.id ?? after;
    await setImmediate();
  }
}
