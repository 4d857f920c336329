import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Contract, ResponseObject, ResponsesObject } from "../contract/types.ts";
import type { RawResponse } from "./failures.ts";
import { compileResponse, type ResponseCheck } from "./response-schema.ts";

/** An answer that the contract does not allow. Quotes nothing of the answer, so that it can be logged. */
export interface Violation {
  /** The operationId, or `outside` where no operation was reached. */
  readonly operation: string;
  readonly status: number;
  readonly reasons: readonly string[];
}

/** An answer that was checked whole, head and body, and is as its contract says. */
export interface Proof {
  /** The name of the contract. */
  readonly contract: string;
  /** The operationId, or `outside` where no operation was reached. */
  readonly operation: string;
  readonly status: number;
  /** The content type without its parameters; undefined where there is no content. */
  readonly type: string | undefined;
}

/** How the answers of the server are held against its contracts. */
export interface Conformance {
  /** The part of the answers that is checked, from 0 to 1. */
  readonly share: number;
  readonly report: (mismatch: Violation) => void;
  /** Told of every answer that was checked and is right. Answers to HEAD and bodies that are too long are not checked whole. */
  readonly prove?: (proof: Proof) => void;
}

/** What the contract expects where a request arrived. */
export interface Expectation {
  readonly contract: string;
  readonly operation: string;
  readonly responses: ResponsesObject;
}

type Head = Omit<RawResponse, "body">;

/** The body of a longer answer is not checked: that would hold up others, and a stream would have to be held in memory. In characters. */
const LIMIT = 512 * 1024;

/** Checks what leaves the scope, whoever made it: status, header fields, content type and body, as they go to the client. */
export function checkResponses(
  scope: FastifyInstance,
  conformance: Conformance,
  expectationOf: (reply: FastifyReply) => Expectation,
): void {
  scope.addHook<unknown>("onSend", (request, reply, payload, done) => {
    const isChecked = Math.random() < conformance.share && request.corsPreflightEnabled !== true;
    done(null, isChecked ? check(request, reply, payload) : payload);
  });

  /** Gives back the payload, or a stream of the same that is watched. */
  function check({ method }: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
    const head = { status: reply.statusCode, headers: reply.getHeaders() };
    const checkBody = checkHead(conformance, expectationOf(reply), head);
    if (method === "HEAD") return payload;
    if (payload instanceof Readable) return Readable.from(watch(payload, checkBody));
    checkBody(String(payload ?? ""));
    return payload;
  }
}

/** Checks an answer that no hook sees. */
export function checkResponse(
  conformance: Conformance,
  expectation: Expectation,
  { body, ...head }: RawResponse,
): void {
  if (Math.random() < conformance.share) checkHead(conformance, expectation, head)(String(body));
}

/** Checks an answer to what never became a request. */
export function checkUnroutedResponse(
  conformance: Conformance,
  { name, outside }: Contract,
  answer: RawResponse,
): void {
  checkResponse(conformance, { contract: name, operation: "outside", responses: outside }, answer);
}

/** Checks the head, and gives back what checks the body that belongs to it. */
function checkHead(
  { report, prove }: Conformance,
  { contract, operation, responses }: Expectation,
  { status, headers }: Head,
): (text: string) => void {
  const response = responses[status];
  if (response === undefined) {
    report({ operation, status, reasons: ["the status is not listed"] });
    return () => {};
  }
  const check = checkOf(response);
  const inHead = check.head(headers);
  if (inHead.length > 0) report({ operation, status, reasons: inHead });
  return (text) => {
    if (text.length > LIMIT) return;
    const inBody = check.body(text);
    if (inBody.length > 0) report({ operation, status, reasons: inBody });
    if (inHead.length + inBody.length === 0) prove?.({ contract, operation, status, type: typeIn(headers) });
  };
}

const compiled = new WeakMap<ResponseObject, ResponseCheck>();

/** Compiled once for each description, however many servers there are. */
function checkOf(response: ResponseObject): ResponseCheck {
  const check = compiled.get(response) ?? compileResponse(response);
  compiled.set(response, check);
  return check;
}

function typeIn({ "content-type": type }: Head["headers"]): string | undefined {
  return type === undefined ? undefined : String(type).split(";", 1)[0];
}

/** The stream as it is; at its end, what it was, as far as it is kept: a little more than what is checked. */
async function* watch(stream: Readable, whenRead: (text: string) => void): AsyncIterable<string> {
  let text = "";
  for await (const chunk of stream) {
    if (text.length <= LIMIT) text += chunk;
    yield chunk;
  }
  whenRead(text);
}
