/** Maximum characters of an address. */
const MAX_LENGTH = 2048;

const ADDRESS = /^https?:\/\/[^\s\0]+$/i;

/**
 * Whether a text is an http or https address that is stored. Clients also send `<screenshot>`, empty texts and `data:`
 * URLs of pictures, which Raindrop.io drops.
 */
export function isAddress(text: string): boolean {
  // A character has at most two UTF-16 code units.
  return text.length <= 2 * MAX_LENGTH && ADDRESS.test(text) && [...text].length <= MAX_LENGTH;
}
