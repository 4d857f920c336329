import { openGenerator } from "./openapi-generator.ts";
import type { OpenTool } from "./tool.ts";

/** A generator whose code is not compiled, for want of a compiler. */
export function openSources(language: string): OpenTool {
  return async () => {
    const { version, generate } = await openGenerator();
    return {
      name: `openapi-generator, ${language}`,
      version,
      checks: "generates; not compiled",
      run: (input) => generate(language, input),
    };
  };
}
