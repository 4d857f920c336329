import { openGenerator } from "./openapi-generator.ts";
import type { OpenTool } from "./tool.ts";

/** A generator whose code is not compiled; `reason` says why, as a clause. */
export function openSources(language: string, reason: string): OpenTool {
  return async () => {
    const { version, generate } = await openGenerator();
    return {
      name: `openapi-generator, ${language}`,
      version,
      checks: `generates; not compiled, because ${reason}`,
      run: (input) => generate(language, input),
    };
  };
}
