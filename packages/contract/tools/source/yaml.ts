import { CORE_SCHEMA, load, mergeTag, YAMLException } from "js-yaml";
import { ToolFailure } from "../failure.ts";

/** YAML 1.2 with the merge keys of YAML 1.1 (`<<`), which Redocly reads too. */
const SCHEMA = CORE_SCHEMA.withTags(mergeTag);

/** Parses YAML. `path` is the file, for the message, which also names line and column. */
export function parseYaml(path: string, text: string): unknown {
  try {
    return load(text, { schema: SCHEMA });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const place = error.mark === undefined ? path : `${path}:${error.mark.line + 1}:${error.mark.column + 1}`;
    throw new ToolFailure(`${place}: This is not valid YAML: ${error.reason}.`);
  }
}
