import { plural } from "../../base/plural.ts";
import type { Config } from "../../settings/config.ts";
import { effectiveSettings, InvalidSettings, mistypedSettings, readConfig } from "../../settings/config.ts";
import { type Finding, ok, problem, warning } from "./check.ts";

/** Reads the settings; `config` is undefined if some are invalid. */
export function checkSettings(): { readonly config: Config | undefined; readonly findings: readonly Finding[] } {
  const mistyped = mistypedSettings().map(({ name, meant }) =>
    warning(`${name} is not a setting.`, `Rename it to ${meant}, if that is what it means.`),
  );
  try {
    const config = readConfig();
    const count = effectiveSettings().filter(({ origin }) => origin === "environment").length;
    const text = `From the environment: ${plural(count, "setting")}. The others have their defaults.`;
    return { config, findings: mistyped.length === 0 ? [ok(text)] : mistyped };
  } catch (error) {
    if (!(error instanceof InvalidSettings)) throw error;
    const advice = "Correct the environment variable; docs/settings.md lists all.";
    return { config: undefined, findings: [...error.problems.map((text) => problem(text, advice)), ...mistyped] };
  }
}
