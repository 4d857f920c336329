import { load, YAMLException } from "js-yaml";
import { ToolFailure } from "../failure.ts";

/** Parses YAML. `path` is the file, for the message, which also names line and column. */
export function parseYaml(path: string, text: string): unknown {
  try {
    return load(text);
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const place = error.mark === undefined ? path : `${path}:${error.mark.line + 1}:${error.mark.column + 1}`;
    throw new ToolFailure(`${place}: This is not valid YAML: ${error.reason}.`);
  }
}
