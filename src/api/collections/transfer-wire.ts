import type { components } from "../../../generated/collections.ts";
import type { ExistingLink } from "../../items/existing-links.ts";
import type { ParsedLink } from "../../items/parsed-link.ts";

type Schemas = components["schemas"];

export function toExistingLinks(found: readonly ExistingLink[]): Schemas["ExistingLinks"] {
  const ids = [...new Set(found.map(({ id }) => id))];
  const [first] = ids;
  return {
    result: first !== undefined,
    ...(first !== undefined && { id: first }),
    ids,
    duplicates: found.map(({ link, id }) => ({ link, _id: id })),
  };
}

export function toParsedLink(link: string, { title, type, site }: ParsedLink): Schemas["ParsedLink"] {
  const isLink = site !== "";
  return {
    result: true,
    ...(!isLink && { error: "not_found" as const, errorMessage: "invalid_url" as const }),
    item: {
      type,
      title,
      excerpt: "",
      cover: "",
      media: [],
      parser: "local",
      meta: { tags: [], possibleArticle: false, canonical: isLink ? link : "", site },
    },
  };
}
