import { atBasePath, type Binding } from "../bind.ts";
import { failureTypesOf } from "../media-types.ts";
import { checkUnmatchedResponse, NO_CHECKS } from "../response/conformance.ts";
import type { Envelope } from "../response/failures.ts";

type Options = Pick<
  Binding<never>,
  "contract" | "basePath" | "toFailureBody" | "toProblemBody" | "conformance" | "callerLimit"
>;

/**
 * The error format of a contract for malformed requests, which no hook of Fastify sees: an option of `createServer`. Their
 * `Accept` is not read.
 */
export function envelopeOf({
  toFailureBody,
  toProblemBody,
  conformance = NO_CHECKS,
  callerLimit,
  ...options
}: Options): Envelope {
  const contract = atBasePath(options);
  const typeOf = failureTypesOf(contract, toProblemBody !== undefined);
  return {
    basePath: contract.basePath,
    toBody: toFailureBody,
    typeOf: (status) => typeOf(contract.outside, status, undefined),
    check: (response) => checkUnmatchedResponse(conformance, contract, response),
    ...(callerLimit !== undefined && { count: (address: string) => callerLimit.countMalformed(address) }),
  };
}
