import { operationRules } from "./operations.ts";
import { schemaRules } from "./schemas.ts";

/** The rules for the contracts that Redocly does not have, as a plugin of Redocly. */
export default function plugin() {
  return { id: "triptych", rules: { oas3: { ...schemaRules, ...operationRules } } };
}
