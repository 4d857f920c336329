import { type Conformance, readContract, registerContract } from "@triptych/contract";
import Fastify, { type FastifyInstance } from "fastify";
import { type Task, taskHandlers } from "./handlers.ts";

const contract = readContract("tasks", new URL("../generated/tasks.json", import.meta.url));

/** Every hundredth response is checked against the contract; tests check all. */
const SAMPLES: Conformance = { share: 0.01, report: (violation) => console.error("contract violated:", violation) };

/** A server of the contract. */
export async function createServer(tasks: Task[], conformance = SAMPLES): Promise<FastifyInstance> {
  const server = Fastify();
  await registerContract(server, {
    contract,
    handlers: [taskHandlers(tasks)],
    // openapi.yaml has no security schemes; see "Authentication" in the README of @triptych/contract.
    security: { verifiers: {} },
    namesParameters: true,
    toFailureBody: ({ message }) => ({ error: message }),
    conformance,
  });
  return server;
}
