import type { Document, Examples } from "#contract/contract";

const REFERENCE = "#/components/examples/";

/** The value of the first example; undefined if there is none. */
export function firstExample({ components }: Document, examples: Examples = {}): unknown {
  const [example] = Object.values(examples);
  if (example === undefined) return undefined;
  if ("value" in example) return example.value;
  return components.examples?.[example.$ref.replace(REFERENCE, "")]?.value;
}
