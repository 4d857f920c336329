/** The token of a search that finds a tag. A search can't hold a quotation mark between others. */
export function tagToken(name: string): string {
  return /^[^\s"]+$/.test(name) ? `#${name}` : `#"${name.replaceAll('"', "")}"`;
}

/** Whether a search has a token, between spaces. */
export function hasToken(search: string, token: string): boolean {
  return ` ${search} `.includes(` ${token} `);
}

/** A search with one more token. */
export function withToken(search: string, token: string): string {
  return `${search} ${token}`.trim();
}

/** A search without a token. */
export function withoutToken(search: string, token: string): string {
  return ` ${search} `.replaceAll(` ${token} `, " ").trim();
}
