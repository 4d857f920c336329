import { ToolFailure } from "../failure.ts";

/** A YAML file, with its path from the folder of the configuration. */
export interface SourceText {
  readonly path: string;
  readonly text: string;
}

/** A component that refers to another file: the line below its name. */
const REFERENCE = /^ {6}\$ref: (["']?)([^"'\s#]+)#\/components\/(\w+)\/([\w.-]+)\1\n/gm;

/**
 * Returns a contract as one YAML document: replaces each reference to a part of the common file by the lines of that
 * part, with their comments. Both files are indented by two spaces a level. `reference` is how the contract names the
 * common file, such as `common.yaml`. Throws when a part does not exist, and for a reference elsewhere than directly in
 * a component.
 */
export function bundle(contract: SourceText, common: SourceText, reference: string): string {
  const bundled = contract.text.replaceAll(REFERENCE, (line, _quote, file: string, section: string, name: string) =>
    file.replace(/^\.\//, "") === reference ? partOf(common, section, name, contract.path) : line,
  );
  const left = bundled.split("\n").find((line) => line.includes(`${reference}#`) && line.includes("$ref"));
  if (left === undefined) return bundled;
  throw new ToolFailure(
    `${contract.path}: Only a component, indented by two spaces a level, may be a reference to ${reference}, ` +
      `not this one: ${left.trim()}. Add a component that refers to it, and refer to the component.`,
  );
}

/** The lines of a part, without its name. */
function partOf({ path, text }: SourceText, section: string, name: string, contract: string): string {
  const part = below(`    ${name}:`, below(`  ${section}:`, text));
  if (part === "") throw new ToolFailure(`${contract}: ${path} has no components/${section}/${name}.`);
  return part;
}

/** The lines after the first line with this text that are indented deeper than it, and the empty lines among them. */
function below(line: string, text: string): string {
  const lines = text.split("\n").slice(0, -1);
  const start = lines.indexOf(line);
  if (start < 0) return "";
  const indent = " ".repeat(line.search(/\S/) + 1);
  const after = lines.slice(start + 1);
  const end = after.findIndex((next) => next !== "" && !next.startsWith(indent));
  return after
    .slice(0, end < 0 ? undefined : end)
    .map((next) => `${next}\n`)
    .join("");
}
