import { intersect, subtract, unite } from "../../database/core/id-lists.ts";
import type { IndexQuery, Key, Words } from "../../database/core/index-query.ts";
import type { Database } from "../../database/database.ts";
import { engineOf } from "../../database/engine.ts";
import * as tagged from "./tagged.ts";

/**
 * Lists the ids of the account's items that match a query, ascending. Looks up its words among the tags first, where few
 * words of most searches are. So the index of texts can evaluate most of the query at once.
 */
export async function list(database: Database, accountId: number, query: IndexQuery): Promise<readonly number[]> {
  const wanted = leavesOf(query).filter(isAboutTags);
  const lists = await tagged.list(database, accountId, wanted);
  const byTags = new Map<IndexQuery, readonly number[]>(wanted.map((leaf, index) => [leaf, lists[index] ?? []]));
  const isOnlyInTexts = (part: IndexQuery) =>
    leavesOf(part).every((leaf) => leaf.kind === "words" && (byTags.get(leaf) ?? []).length === 0);

  const listByTexts = (part: IndexQuery) => engineOf(database).listIndexed(database, accountId, part);

  const evaluate = async (part: IndexQuery): Promise<readonly number[]> => {
    if (isOnlyInTexts(part)) return listByTexts(part);
    switch (part.kind) {
      case "key":
        return byTags.get(part) ?? [];
      case "words":
        return unite(await listByTexts(part), byTags.get(part) ?? []);
      case "difference": {
        const found = await evaluate(part.of);
        return found.length === 0 ? found : subtract(found, await evaluate(part.excluded));
      }
      default:
        return combine(part.kind, partsOf(part.kind, part.of), evaluate);
    }
  };

  /** The keys, whose items are known, what the index of texts evaluates at once, and the rest. */
  const partsOf = (kind: "all" | "any", of: readonly IndexQuery[]): IndexQuery[] => {
    const keys = of.filter((part) => part.kind === "key");
    const texts = of.filter(isOnlyInTexts);
    const others = of.filter((part) => part.kind !== "key" && !isOnlyInTexts(part));
    const [text] = texts;
    const together: IndexQuery[] = texts.length > 1 ? [{ kind, of: texts }] : text === undefined ? [] : [text];
    return [...keys, ...together, ...others];
  };

  return evaluate(query);
}

/** The items that match all of the parts, or any. */
async function combine(
  kind: "all" | "any",
  parts: readonly IndexQuery[],
  evaluate: (part: IndexQuery) => Promise<readonly number[]>,
): Promise<readonly number[]> {
  let found: readonly number[] | undefined;
  for (const part of parts) {
    if (kind === "all" && found?.length === 0) return found;
    const ids = await evaluate(part);
    if (found === undefined) found = ids;
    else found = kind === "all" ? intersect(found, ids) : unite(found, ids);
  }
  return found ?? [];
}

function leavesOf(query: IndexQuery): readonly (Words | Key)[] {
  if (query.kind === "key" || query.kind === "words") return [query];
  const parts = query.kind === "difference" ? [query.of, query.excluded] : query.of;
  return parts.flatMap(leavesOf);
}

/** Whether tags can match. The other fields are texts. */
function isAboutTags(leaf: Words | Key): boolean {
  return leaf.kind === "key" || leaf.field === "any" || leaf.field === "public";
}
