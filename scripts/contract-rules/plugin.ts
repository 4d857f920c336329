import { documentationRules } from "./documentation.ts";
import { operationRules } from "./operations.ts";
import { schemaRules } from "./schemas.ts";

/** A plugin of Redocly with the project's own rules for contracts. */
export default function plugin() {
  return { id: "triptych", rules: { oas3: { ...schemaRules, ...operationRules, ...documentationRules } } };
}
