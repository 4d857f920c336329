import { _, type Ajv2020, type KeywordCxt } from "ajv/dist/2020.js";
import names from "ajv/dist/compile/names.js";
import { Type } from "ajv/dist/compile/util.js";

/** Number of errors after which no further entries of an array are validated. */
export const MAX_ERRORS = 20;

/**
 * Replaces the keyword `items`, which validates every entry even of an array that is too long, and
 * collects every error: half a million in a body of 1 MiB. The replacement validates no entry of an
 * array longer than `maxItems`, and stops once there are 20 errors or more. Requires the option
 * `allErrors`.
 */
export function boundItems(ajv: Ajv2020): Ajv2020 {
  ajv.removeKeyword("items");
  ajv.addKeyword({ keyword: "items", type: "array", schemaType: "object", before: "contains", code: validateEntries });
  return ajv;
}

/** Generates the loop over the entries of an array. */
function validateEntries(context: KeywordCxt): void {
  const { gen, data, parentSchema, it } = context;
  const length = gen.const("length", _`${data}.length`);
  const isValid = gen.name("valid");
  const validate = () =>
    gen.forRange("i", 0, length, (index) => {
      context.subschema({ keyword: "items", dataProp: index, dataPropType: Type.Num }, isValid);
      // Errors inside an `anyOf` do not end the loop: another alternative may be valid.
      if (!it.compositeRule) gen.if(_`${names.default.errors} >= ${MAX_ERRORS}`, () => gen.break());
    });
  if (parentSchema.maxItems === undefined) validate();
  else gen.if(_`${length} <= ${parentSchema.maxItems}`, validate);
}
