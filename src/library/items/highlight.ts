import { randomBytes } from "node:crypto";

/** Colours of highlights, as clients know them. */
export const COLORS = [
  "blue",
  "brown",
  "cyan",
  "gray",
  "green",
  "indigo",
  "orange",
  "pink",
  "purple",
  "red",
  "teal",
  "yellow",
] as const;

export type Color = (typeof COLORS)[number];

/** A passage of the linked page that the owner marked. Stored as JSON in the item. */
export interface Highlight {
  /** 24 hexadecimal digits. */
  readonly id: string;
  readonly text: string;
  readonly note: string;
  readonly color: Color;
  /** Where the passage is on the page, as the client counts. */
  readonly position?: number | undefined;
  /** Milliseconds since 1970. */
  readonly created: number;
  readonly updated: number;
}

/** A new highlight, or changes to the one with this id. */
export interface HighlightChange {
  readonly id?: string | undefined;
  /** Empty to remove the highlight. */
  readonly text?: string | undefined;
  readonly note?: string | undefined;
  readonly color?: Color | undefined;
  readonly position?: number | undefined;
}

const DEFAULT_COLOR: Color = "yellow";

/** The color with this name, in any case; the default color for an unknown name. */
export function colorOf(name: string): Color {
  return COLORS.find((color) => color === name.trim().toLowerCase()) ?? DEFAULT_COLOR;
}

/** The form of an id. */
const ID = /^[0-9a-f]{24}$/;

/**
 * Applies changes to the highlights of an item: one with the id of a highlight changes it, or removes
 * it if its text is empty; any other one with a text is a new highlight, which keeps a well-formed id.
 * The rest stay as they are.
 */
export function merge(
  highlights: readonly Highlight[],
  changes: readonly HighlightChange[],
  now: number,
): readonly Highlight[] {
  const merged = new Map(highlights.map((highlight) => [highlight.id, highlight]));
  for (const { id = "", ...fields } of changes) {
    const current = merged.get(id);
    if (current === undefined) {
      if (fields.text) add(merged, { ...fields, id, text: fields.text }, now);
    } else if (fields.text === "") merged.delete(id);
    else merged.set(id, change(current, fields, now));
  }
  return [...merged.values()];
}

function add(
  highlights: Map<string, Highlight>,
  { id: wanted = "", text, note = "", color = DEFAULT_COLOR, position }: HighlightChange & { readonly text: string },
  now: number,
): void {
  const id = ID.test(wanted) ? wanted : newId();
  highlights.set(id, {
    id,
    text,
    note,
    color,
    ...(position !== undefined && { position }),
    created: now,
    updated: now,
  });
}

/** A new random id. */
export function newId(): string {
  return randomBytes(12).toString("hex");
}

/** Returns the highlight with the changed fields. Its time changes only if one of them does. */
function change(current: Highlight, fields: Omit<HighlightChange, "id">, now: number): Highlight {
  const { text = current.text, note = current.note, color = current.color, position = current.position } = fields;
  const isChanged =
    text !== current.text || note !== current.note || color !== current.color || position !== current.position;
  if (!isChanged) return current;
  return { ...current, text, note, color, ...(position !== undefined && { position }), updated: now };
}
