import { Failure } from "../../src/errors.ts";

/** The `Failure` that a promise rejects with; throws when it resolves, or rejects with another error. */
export async function failureOf(promise: Promise<unknown>): Promise<Failure> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error("The promise resolved.");
}
