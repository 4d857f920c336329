import { type Condition, NOTHING } from "./condition.ts";
import type { Search } from "./search.ts";

/** The search for a reader who sees no notes and reminders, and finds what it would if no item had any. */
export function toPublicSearch({ condition, words }: Search): Search {
  return { condition: toPublic(condition), words };
}

function toPublic(condition: Condition): Condition {
  switch (condition.kind) {
    case "not":
      return { ...condition, of: toPublic(condition.of) };
    case "all":
    case "any":
      return { ...condition, of: condition.of.map(toPublic) };
    case "words":
      if (condition.field === "note") return NOTHING;
      return condition.field === "any" ? { ...condition, field: "public" } : condition;
    case "noted":
    case "reminded":
      return NOTHING;
    default:
      return condition;
  }
}
