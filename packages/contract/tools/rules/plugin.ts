import { boundRules } from "./bounds.ts";
import { documentationRules } from "./documentation.ts";

import { formatRules } from "./formats.ts";

import { headerRules } from "./headers.ts";

import { operationRules } from "./operations.ts";
import { schemaRules } from "./schemas.ts";

/** A plugin of Redocly with rules for contracts, `contract/…`. */
export function plugin() {
  const rules = {
    ...schemaRules,
    ...formatRules,
    ...boundRules,
    ...operationRules,
    ...headerRules,
    ...documentationRules,
  };
  return { id: "contract", rules: { oas3: rules } };
}
