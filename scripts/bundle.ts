/** The file in `openapi/` with the parts that several contracts share. */
export const COMMON = "common.yaml";

/** A component that refers to a part: the line below its name. */
const REFERENCE = /^ {6}\$ref: "common\.yaml#\/components\/(\w+)\/(\w+)"\n/gm;

/**
 * Returns a contract as one YAML document: replaces each reference to a part of common.yaml by the lines of that part.
 * A part has the same indentation in both files. Throws when a part does not exist, and for a reference elsewhere than
 * directly in a component.
 */
export function bundle(contract: string, common: string): string {
  const bundled = contract.replaceAll(REFERENCE, (_line, section: string, name: string) =>
    partOf(common, section, name),
  );
  const [left] = bundled.match(/.*common\.yaml#.*/) ?? [];
  if (left !== undefined) throw new Error(`Only a component may be a reference to ${COMMON}: ${left.trim()}`);
  return bundled;
}

/** The lines of a part, without its name. */
function partOf(common: string, section: string, name: string): string {
  const part = below(`    ${name}:`, below(`  ${section}:`, common));
  if (part === "") throw new Error(`${COMMON} has no components/${section}/${name}.`);
  return part;
}

/** The lines after the first line with this text that are indented deeper than it, and the empty lines among them. */
function below(line: string, text: string): string {
  const depth = line.search(/\S/);
  const [, lines = ""] = new RegExp(`^${line}\n((?: {${depth + 1}}.*\n|\n)*)`, "m").exec(text) ?? [];
  return lines;
}
