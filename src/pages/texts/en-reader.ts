/** The English texts of the reader. */
export const enReader = {
  read: "Read",
  edit: "Edit bookmark",
  original: "Original page",
  minutes: (count: number): string => (count === 1 ? "1 minute to read" : `${count} minutes to read`),
  missing: "No readable text",
  missingText: "The page has not been read yet, or has no article.",
  notes: "Notes",
  highlight: "Highlight the selection:",
  width: "Width",
  widths: { narrow: "Narrow", medium: "Medium", wide: "Wide" },
  size: "Text size",
  sizes: { small: "Small", normal: "Normal", large: "Large", huge: "Very large" },
};
