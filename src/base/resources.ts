/**
 * Open resources, to be closed in reverse order. Like `AsyncDisposableStack`, which Node 22 does not have: tests of
 * clients may run this code with it.
 */
export class Resources {
  readonly #closings: (() => unknown)[] = [];

  /** Adds a resource with the function that closes it, and returns the resource. */
  adopt<T>(resource: T, close: (resource: T) => unknown): T {
    this.defer(() => close(resource));
    return resource;
  }

  /** Adds a function to call at the end. */
  defer(close: () => unknown): void {
    this.#closings.push(close);
  }

  /** Closes all resources, also if some can't be closed; then rejects with the first error. */
  async close(): Promise<void> {
    const errors: unknown[] = [];
    for (let close = this.#closings.pop(); close !== undefined; close = this.#closings.pop()) {
      try {
        await close();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  }
}
