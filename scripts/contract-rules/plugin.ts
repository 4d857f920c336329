import { operationRules } from "./operations.ts";
import { schemaRules } from "./schemas.ts";

/** The rules of our own for the contracts, as a plugin of Redocly. */
export default function plugin() {
  return { id: "triptych", rules: { oas3: { ...schemaRules, ...operationRules } } };
}
