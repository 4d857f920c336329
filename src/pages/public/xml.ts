/** What XML 1.0 does not allow, not even escaped: most control characters, and two that are no characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove.
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** A text without the characters that XML can't hold. It must still be escaped. */
export function xmlText(text: string): string {
  return text.toWellFormed().replace(FORBIDDEN, "");
}
