import { Parser } from "htmlparser2";
import { INLINE } from "./inline.ts";

/** The text of an article that `article.ts` made, with a line for each paragraph and so on. */
export function textOf(html: string): string {
  let text = "";
  const breakAt = (name: string) => {
    if (!INLINE.has(name)) text += "\n";
  };
  const parser = new Parser({ onopentagname: breakAt, onclosetag: breakAt, ontext: (part) => (text += part) });
  parser.end(html);
  return text.replace(/\n\s*\n/g, "\n").trim();
}
