import { canBePart, type Field, type IndexQuery, type Words } from "../core/index-query.ts";

/** The weights of the columns that a field consists of; empty for all. */
const WEIGHTS: Readonly<Record<Field, string>> = {
  any: "",
  public: "ABD",
  title: "A",
  excerpt: "B",
  note: "C",
  info: "AB",
  link: "",
};

/** A query of the index of texts in the syntax of `tsquery`. */
export function toExpression(query: IndexQuery, accountId: number): string {
  switch (query.kind) {
    case "key":
      throw new Error("No text has a key.");
    case "words":
      return `(${phrasesOf(query, accountId).join(" | ")})`;
    case "difference":
      return `(${toExpression(query.of, accountId)} & !${toExpression(query.excluded, accountId)})`;
    default: {
      const operator = query.kind === "all" ? " & " : " | ";
      return `(${query.of.map((part) => toExpression(part, accountId)).join(operator)})`;
    }
  }
}

/** The words as a phrase in each of the two spaces that the field belongs to. */
function phrasesOf(query: Words, accountId: number): string[] {
  const { field } = query;
  const inLink = phraseOf(query, `${accountId}y`, canBePart(query) ? "" : "A");
  if (field === "link") return [inLink];
  const inTexts = phraseOf(query, `${accountId}x`, WEIGHTS[field]);
  return field === "any" || field === "public" ? [inTexts, inLink] : [inTexts];
}

/** Consecutive words, each after `start`, in columns with these weights; empty for all. */
export function phraseOf({ words, isPrefix }: Words, start: string, weights: string): string {
  const terms = words.map((word, index) => {
    const flags = weights + (isPrefix && index === words.length - 1 ? "*" : "");
    return `'${start}${word}'${flags === "" ? "" : `:${flags}`}`;
  });
  return terms.join(" <-> ");
}
