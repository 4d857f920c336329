import { documentationRules } from "./documentation.ts";
import { headerRules } from "./headers.ts";
import { operationRules } from "./operations.ts";
import { schemaRules } from "./schemas.ts";

/** A plugin of Redocly with rules for contracts, `contract/…`. */
export function plugin() {
  return {
    id: "contract",
    rules: { oas3: { ...schemaRules, ...operationRules, ...headerRules, ...documentationRules } },
  };
}
