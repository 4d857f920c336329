import { createRecorder } from "@triptych/contract/proof";
import { createServer, type Note } from "../server.ts";

/** Saves what the tests of this process prove, for `contract proof`. */
export const { recordEffect, ...recorder } = createRecorder(new URL("../proof", import.meta.url));

/** A server whose responses are all checked against the contract, and a function that sends it requests. */
export async function openServer(notes: Note[] = []) {
  const violations: object[] = [];
  const server = await createServer("secret", notes, {
    share: 1,
    report: (violation) => violations.push(violation),
    ...recorder,
  });
  const send = async (method: "GET" | "POST" | "PATCH", path: string, options: object = {}) => {
    const response = await server.inject({
      method,
      url: `/v1${path}`,
      headers: { authorization: "Bearer secret" },
      ...options,
    });
    if (violations.length > 0) throw new Error(`A response violates the contract: ${JSON.stringify(violations)}`);
    return response;
  };
  return { send, close: () => server.close() };
}
