/**
 * Whether a client prefers HTML to JSON by its `Accept` header (RFC 9110, section 12.5.1). False if
 * the header is missing or gives both types the same quality.
 */
export function prefersHtml(accept = ""): boolean {
  const ranges = accept.toLowerCase().split(",").map(toRange);
  return qualityOf("text", "html", ranges) > qualityOf("application", "json", ranges);
}

interface MediaRange {
  readonly range: string;
  readonly quality: number;
}

function toRange(text: string): MediaRange {
  const [range = "", ...parameters] = text.split(";").map((part) => part.trim());
  const weight = parameters.find((parameter) => parameter.startsWith("q="));
  const quality = weight === undefined ? 1 : Number(weight.slice(2));
  return { range, quality: quality >= 0 && quality <= 1 ? quality : 0 };
}

/** The quality that the most specific matching range gives to a media type; 0 when none matches. */
function qualityOf(type: string, subtype: string, ranges: readonly MediaRange[]): number {
  const bySpecificity = [`${type}/${subtype}`, `${type}/*`, "*/*"];
  const matches = bySpecificity.map((wanted) => ranges.find(({ range }) => range === wanted));
  return matches.find((match) => match !== undefined)?.quality ?? 0;
}
