import { atBasePath, type Binding } from "../bind.ts";
import { failureTypesOf } from "../media-types.ts";
import { checkUnmatchedResponse, NO_CHECKS } from "../response/conformance.ts";
import type { Envelope } from "../response/failures.ts";

type Options = Pick<Binding<never>, "contract" | "basePath" | "toFailureBody" | "conformance" | "callerLimit">;

/**
 * The error format of a contract for malformed requests, which no hook of Fastify sees: an option of `createServer`.
 */
export function envelopeOf({ toFailureBody, conformance = NO_CHECKS, callerLimit, ...options }: Options): Envelope {
  const contract = atBasePath(options);
  const typeOf = failureTypesOf(contract);
  return {
    basePath: contract.basePath,
    toBody: toFailureBody,
    typeOf: (status) => typeOf(contract.outside, status),
    check: (response) => checkUnmatchedResponse(conformance, contract, response),
    ...(callerLimit !== undefined && { count: (address: string) => callerLimit.countMalformed(address) }),
  };
}
