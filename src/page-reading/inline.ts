/** The elements of an article that are inside a line. All others begin and end one. */
export const INLINE: ReadonlySet<string> = new Set(["a", "code", "del", "em", "strong", "sub", "sup"]);
