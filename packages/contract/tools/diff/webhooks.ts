import type { Contract, OperationObject, ParameterObject } from "../../src/contract.ts";
import { listWebhooks } from "../../src/operations.ts";
import { resolveReferences } from "../../src/references.ts";
import type { Change } from "./change.ts";
import type { Side } from "./oasdiff.ts";

/** The path below which the events stand, as no path of a contract begins. */
const PREFIX = "/{event}/";

/**
 * A contract in which each webhook is an operation, and its request the response of that: oasdiff compares no more than
 * the names of webhooks. What breaks a receiver is what breaks the client that gets the same as a response.
 */
export function withEventOperations(contract: Contract & Side): Side {
  const { webhooks = {}, ...document } = contract.document;
  if (Object.keys(webhooks).length === 0) return contract;
  const parameters: readonly ParameterObject[] = [
    { name: "event", in: "path", required: true, schema: { type: "string" } },
  ];
  const events = listWebhooks(resolveReferences(contract.document)).map(({ name, sent, source }) => {
    const { requestBody: _body, ...operation } = source;
    const get: OperationObject = { ...operation, parameters, responses: { 200: { description: name, ...sent } } };
    return [PREFIX + name, { get }] as const;
  });
  const paths = { ...document.paths, ...Object.fromEntries(events) };
  return { yaml: JSON.stringify({ ...document, paths }), basePath: contract.basePath };
}

/** The change of an event as such, and any other change as it is. */
export function toEventChange({ place, text, ...change }: Change, { basePath }: Side): Change {
  const start = `GET ${basePath}${PREFIX}`;
  if (!place.startsWith(start)) return { ...change, place, text };
  return {
    ...change,
    place: `event ${place.slice(start.length)}`,
    text: text
      .replace(/ (with|for) the (status `200`|`200` status)/, "")
      .replace(/ from the response$| to the response$/, "")
      .replace("endpoint", "event")
      .replaceAll("response ", ""),
  };
}
