import { isRecord } from "../../src/record.ts";

type Part = Readonly<Record<string, unknown>>;

/** Returns a document without its webhooks, and without the components and tags that only they use. */
export function withoutWebhooks(source: object): object {
  const { webhooks, ...document }: Part = { ...source };
  if (webhooks === undefined) return document;
  const [tagsOfWebhooks, otherTags] = [tagsIn(webhooks), tagsIn(document.paths)];
  const isKept = (tag: unknown) => !tagsOfWebhooks.has(fieldOf(tag, "name")) || otherTags.has(fieldOf(tag, "name"));
  const { tags } = document;
  return withoutUnused({ ...source }, { ...document, ...(Array.isArray(tags) && { tags: tags.filter(isKept) }) });
}

/** Returns a changed document without the components that it uses no longer. */
export function withoutUnused(before: Part, document: Part): Part {
  if (document.components === undefined) return document;
  const [usedBefore, used] = [usedIn(before), usedIn(document)];
  const sections = entriesOf(document.components).map(([section, parts]) => {
    const places = entriesOf(parts).map(([name, part]) => ({ name, part, place: `#/components/${section}/${name}` }));
    const kept = places.filter(({ place }) => !usedBefore.has(place) || used.has(place));
    return [section, Object.fromEntries(kept.map(({ name, part }) => [name, part]))];
  });
  return { ...document, components: Object.fromEntries(sections) };
}

/** The components to which the other parts of a document refer, directly or through others. */
function usedIn({ components, ...rest }: Part): Set<string> {
  return reached(rest, components);
}

/** The components to which a part refers, directly or through others: `#/components/schemas/Pet`. */
function reached(part: unknown, components: unknown, found = new Set<string>()): Set<string> {
  for (const place of referencesIn(part)) {
    const [section = "", name = ""] = place.split("/").slice(2);
    if (found.has(place)) continue;
    found.add(place);
    reached(fieldOf(fieldOf(components, section), name), components, found);
  }
  return found;
}

function referencesIn(value: unknown): string[] {
  return entriesOf(value).flatMap(([name, field]) =>
    name === "$ref" && typeof field === "string" ? [field] : referencesIn(field),
  );
}

/** The names of the tags of all operations in a part. */
function tagsIn(value: unknown): Set<unknown> {
  const operations = entriesOf(value).flatMap(([, field]) => [...tagsIn(field)]);
  const own = isRecord(value) && Array.isArray(value.tags) ? value.tags : [];
  return new Set([...own, ...operations]);
}

function fieldOf(value: unknown, name: string): unknown {
  return isRecord(value) ? value[name] : undefined;
}

function entriesOf(value: unknown): [string, unknown][] {
  return isRecord(value) || Array.isArray(value) ? Object.entries(value) : [];
}
