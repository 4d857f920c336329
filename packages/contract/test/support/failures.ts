import { Failure } from "../../src/failure.ts";

/** Returns the `Failure` that a promise rejects with. Throws when it resolves, or rejects with another error. */
export async function failureOf(promise: Promise<unknown>): Promise<Failure> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error("The promise resolved.");
}
