/** The id of an object in a field; undefined for anything but a positive integer of at most 15 digits. */
export function idIn(text = ""): number | undefined {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

/** The tags in a field, between commas: trimmed, each once. */
export function tagsIn(text = ""): string[] {
  return [...new Set(text.split(",").map((tag) => tag.trim()))].filter((tag) => tag !== "");
}

/** The text of a field of several lines. Browsers send CR LF (HTML, "constructing the entry list"). */
export function withLineFeeds(text = ""): string {
  return text.replaceAll("\r\n", "\n");
}
