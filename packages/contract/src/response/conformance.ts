import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Contract, ResponseObject, ResponsesObject } from "../contract.ts";
import type { RawResponse } from "./failures.ts";
import { compileResponseCheck, type ResponseCheck } from "./response-check.ts";

/** A response or an event that violates the contract. Safe to log: quotes nothing of it. */
export interface Violation {
  /** The operationId, the name of an event, or `outside` when no operation matched. */
  readonly operation: string;
  readonly status: Status;
  readonly reasons: readonly string[];
}

/** The status of a response; `event` for the request of an event. */
export type Status = number | typeof EVENT;

/** Stands for the status of the requests that the server sends. */
export const EVENT = "event";

/** A response or an event whose head and body were checked and conform to the contract. */
export interface Proof {
  /** The name of the contract. */
  readonly contract: string;
  /** The operationId, the name of an event, or `outside` when no operation matched. */
  readonly operation: string;
  readonly status: Status;
  /** The content type without its parameters; undefined without content. */
  readonly type: string | undefined;
  /** The description of this response in the contract. */
  readonly documented: ResponseObject;
  readonly headers: Head["headers"];
  /** The body; empty without content. */
  readonly text: string;
}

/** An operation, and the object that its handler receives. */
export interface HandledRequest {
  readonly contract: string;
  readonly operation: string;
  readonly request: object;
}

/** How responses are checked against the contracts, and what tests observe. */
export interface Conformance {
  /** The share of responses that is checked, from 0 to 1. */
  readonly share: number;
  readonly report: (violation: Violation) => void;
  /** Called for each response that conforms, except those to HEAD and those with long bodies. */
  readonly prove?: (proof: Proof) => void;
  /** Returns the object that the handler receives instead of `request`, so that tests observe what it reads. */
  readonly observe?: (handled: HandledRequest) => object;
}

/** Checks nothing. */
export const NO_CHECKS: Conformance = { share: 0, report: () => {} };

/** The responses that the contract allows to a request. */
export interface Expectation {
  readonly contract: string;
  readonly operation: string;
  readonly responses: ResponsesObject;
}

interface Head extends Omit<RawResponse, "body" | "status"> {
  readonly status: Status;
}

/** The request of an event, as it is sent. */
export interface SentEvent {
  readonly headers: RawResponse["headers"];
  readonly body: string;
}

/**
 * Maximum length of a checked body, in characters: longer ones would block the event loop, and
 * streams would be held in memory.
 */
const MAX_BODY_LENGTH = 512 * 1024;

/**
 * Checks responses of a scope, a share of them at random, as they are sent to the client: status,
 * header fields, content type and body. Skips responses to CORS preflights, and those whose client has disconnected.
 */
export function checkResponses(
  scope: FastifyInstance,
  conformance: Conformance,
  expectationOf: (reply: FastifyReply) => Expectation,
): void {
  scope.addHook<unknown>("onSend", (request, reply, payload, done) => {
    const isGone = request.raw.socket.destroyed || reply.raw.destroyed;
    const isSent = request.corsPreflightEnabled !== true && !isGone;
    const isChecked = isSent && Math.random() < conformance.share;
    done(null, isChecked ? check(request, reply, payload) : payload);
  });

  /** Returns the payload; a stream is replaced with one that checks what it passes through. */
  function check({ method }: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
    const head = { status: reply.statusCode, headers: reply.getHeaders() };
    const checkBody = checkHead(conformance, expectationOf(reply), head);
    if (method === "HEAD") return payload;
    if (payload instanceof Readable) return Readable.from(tap(payload, checkBody));
    checkBody(String(payload ?? ""));
    return payload;
  }
}

/** Checks a response that is sent without Fastify's hooks, with the same probability: `read` is called only then. */
export function checkResponse(conformance: Conformance, expectation: Expectation, read: () => RawResponse): void {
  if (Math.random() >= conformance.share) return;
  const { body, ...head } = read();
  checkHead(conformance, expectation, head)(String(body));
}

/** Checks a response to a malformed request, which matches no operation. */
export function checkUnmatchedResponse(
  conformance: Conformance,
  { name, outside }: Contract,
  response: RawResponse,
): void {
  checkResponse(conformance, { contract: name, operation: "outside", responses: outside }, () => response);
}

/** Checks the request of an event, with the same probability. `name` is that of the webhook in the contract. */
export function checkEvent(
  conformance: Conformance,
  { name: contract, webhooks }: Contract,
  name: string,
  { headers, body }: SentEvent,
): void {
  if (Math.random() >= conformance.share) return;
  const webhook = webhooks.find((webhook) => webhook.name === name);
  const responses = webhook === undefined ? {} : { [EVENT]: webhook.sent };
  checkHead(conformance, { contract, operation: name, responses }, { status: EVENT, headers })(body);
}

/** Checks the head of a response, and returns the check of its body. */
function checkHead(
  { report, prove }: Conformance,
  { contract, operation, responses }: Expectation,
  { status, headers }: Head,
): (text: string) => void {
  const response = responses[status];
  if (response === undefined) {
    report({ operation, status, reasons: [status === EVENT ? "the event is not listed" : "the status is not listed"] });
    return () => {};
  }
  const check = checkOf(response);
  const headReasons = check.head(headers);
  if (headReasons.length > 0) report({ operation, status, reasons: headReasons });
  return (text) => {
    if (text.length > MAX_BODY_LENGTH) return;
    const bodyReasons = check.body(text, typeIn(headers));
    if (bodyReasons.length > 0) report({ operation, status, reasons: bodyReasons });
    if (headReasons.length + bodyReasons.length > 0) return;
    prove?.({ contract, operation, status, type: typeIn(headers), documented: response, headers, text });
  };
}

const compiled = new WeakMap<ResponseObject, ResponseCheck>();

/** Compiles the check of each described response once per process. */
function checkOf(response: ResponseObject): ResponseCheck {
  const check = compiled.get(response) ?? compileResponseCheck(response);
  compiled.set(response, check);
  return check;
}

function typeIn({ "content-type": type }: Head["headers"]): string | undefined {
  return type === undefined ? undefined : String(type).split(";", 1)[0];
}

/**
 * Passes a stream through, then calls `whenRead` with its text. Stops collecting a text that is
 * longer than `MAX_BODY_LENGTH`, because it will not be checked.
 */
async function* tap(stream: Readable, whenRead: (text: string) => void): AsyncIterable<string> {
  let text = "";
  for await (const chunk of stream) {
    if (text.length <= MAX_BODY_LENGTH) text += chunk;
    yield chunk;
  }
  whenRead(text);
}
