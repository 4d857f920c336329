import { Failure } from "#contract/failure";

/**
 * Runs a check of the contract, and names the form's field in each detail: `tags` for the third tag, `/tags/2`. Of the
 * errors in one field the first counts.
 */
export function checkFields(check: () => void): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const byField = Map.groupBy(error.details, ({ path }) => path.split("/")[1] ?? "");
    const details = [...byField].flatMap(([field, [first]]) =>
      first === undefined ? [] : [{ ...first, path: `/${field}` }],
    );
    const { kind, message, reason, values } = error;
    throw new Failure(kind, message, { reason, values, details });
  }
}
