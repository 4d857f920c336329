import { Failure } from "#contract/failure";
import { isRecord } from "#contract/record";

/** Throws `invalid` if the body and the path of a request have different ids. */
export function assertIdMatches({ params, body }: { readonly params: unknown; readonly body: unknown }): void {
  const inPath = idOf(params);
  const inBody = idOf(body);
  const isText = typeof inBody === "string" || typeof inBody === "number";
  if (inPath === undefined || inBody === undefined || (isText && String(inPath) === String(inBody))) return;
  throw new Failure("invalid", "The id in the body is not the id in the path.", {
    details: [{ path: "/id", message: "must be the id in the path" }],
  });
}

function idOf(value: unknown): unknown {
  return isRecord(value) ? value.id : undefined;
}
