/** Stands in for the validator that glue would ask: takes every specification as valid OpenAPI 3.1, without references. */
export class Validator {
  readonly version = "3.1";
  /** Glue keeps a copy of it for others, who don't exist. */
  readonly specification = {};
  #taken: object = {};

  async validate(specification: object): Promise<{ valid: true }> {
    this.#taken = specification;
    return { valid: true };
  }

  resolveRefs(): object {
    return this.#taken;
  }
}
