import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { ResponseObject, ResponsesObject } from "./contract.ts";
import { compileResponse, type ResponseCheck } from "./response-check.ts";

/** An answer that the contract does not allow. Quotes nothing of the answer, so that it can be logged. */
export interface Mismatch {
  /** The operationId, or `outside` where no operation was reached. */
  readonly operation: string;
  readonly status: number;
  readonly reasons: readonly string[];
}

/** How the answers of the server are held against its contracts. */
export interface Conformance {
  /** The part of the answers that is checked, from 0 to 1. */
  readonly share: number;
  readonly report: (mismatch: Mismatch) => void;
}

/** What the contract expects where a request arrived. */
export interface Expectation {
  readonly operation: string;
  readonly responses: ResponsesObject;
}

/** The body of a longer answer is not checked: that would hold up others, and a stream would have to be held in memory. In characters. */
const LIMIT = 512 * 1024;

/** Checks what leaves the scope, whoever made it: status, header fields, content type and body, as they go to the client. */
export function checkAnswers(
  scope: FastifyInstance,
  { share, report }: Conformance,
  expectationOf: (reply: FastifyReply) => Expectation,
): void {
  const checkOf = compileOnce();

  scope.addHook("onSend", async (request, reply, payload) => {
    if (Math.random() >= share) return payload;
    const { operation, responses } = expectationOf(reply);
    const status = reply.statusCode;
    const tell = (reasons: string[]) => {
      if (reasons.length > 0) report({ operation, status, reasons });
    };

    const response = responses[status];
    if (response === undefined) {
      tell(["the status is not listed"]);
      return payload;
    }
    const check = checkOf(response);
    tell(check.head(reply.getHeaders()));
    if (request.method === "HEAD") return payload;
    if (payload instanceof Readable) return Readable.from(watch(payload, (text) => tell(check.body(text))));
    const text = String(payload ?? "");
    if (text.length <= LIMIT) tell(check.body(text));
    return payload;
  });
}

function compileOnce(): (response: ResponseObject) => ResponseCheck {
  const compiled = new Map<ResponseObject, ResponseCheck>();
  return (response) => {
    const check = compiled.get(response) ?? compileResponse(response);
    compiled.set(response, check);
    return check;
  };
}

/** The stream as it is; at its end, what it was, if that was not too much to keep. */
async function* watch(stream: Readable, whenRead: (text: string) => void): AsyncIterable<string> {
  let text = "";
  for await (const chunk of stream) {
    if (text.length <= LIMIT) text += chunk;
    yield chunk;
  }
  if (text.length <= LIMIT) whenRead(text);
}
