import { Failure } from "../../src/errors.ts";

/** The failure that some work ends in; throws when it does not. */
export async function failureOf(work: Promise<unknown>): Promise<Failure> {
  try {
    await work;
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error("The work did not fail.");
}
