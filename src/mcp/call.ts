import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { ParameterObject } from "#contract/contract";
import { listsHeader } from "#contract/operations";
import { isRecord } from "#contract/record";
import { authorizationOf, headerNameOf } from "#contract/request/authentication";
import type { Principal } from "../accounts/principal.ts";
import { observeSteps, type RecordedStep } from "../library/journal/recorded-steps.ts";
import { shorten } from "./result.ts";
import { BODY, ENTRIES, SKIP, type Tool, UNDO_STEP } from "./tools.ts";

/** The caller of a tool, and what the request to `/mcp` has of it. */
export interface Caller {
  readonly principal: Principal;
  readonly credential: string;
  readonly kind: CredentialKind;
  readonly address: string;
  readonly userAgent: string | undefined;
  readonly requestId: string;
  /** Aborted when the client disconnects. */
  readonly disconnected: AbortSignal;
  /** Undoes the count of the request to `/mcp`, because that of the operation counts. */
  readonly refund: () => void;
  readonly log: FastifyBaseLogger;
}

export type CredentialKind = "key" | "token";

/** Which credentials each security scheme of the contracts takes. */
const ACCEPTED: Readonly<Record<string, readonly CredentialKind[]>> = {
  authToken: ["token"],
  apiKey: ["key"],
  bearer: ["key", "token"],
};

/** How long a call may take, in milliseconds. */
const TIME_LIMIT_MS = 60_000;

/** The largest response of an operation that is read, in bytes. */
const MAX_RESPONSE = 4 * 1024 * 1024;

/** What a tool returned. */
export interface Outcome {
  readonly isError: boolean;
  /** The result as JSON, or what went wrong. */
  readonly text: string;
  /** The result, as the output schema of the tool has it; undefined for an error. */
  readonly result?: Readonly<Record<string, unknown>>;
}

/** Whether a credential of this kind can be sent to the operation of a tool. */
function accepts({ operation }: Tool, kind: CredentialKind): boolean {
  return operation.schemes.some((name) => ACCEPTED[name]?.includes(kind) === true);
}

/** Whether the caller's credential may call the tool. Rules that depend on the data are not known before the call. */
export function isOffered(tool: Tool, { kind, principal: { scopes } }: Pick<Caller, "kind" | "principal">): boolean {
  const { operation } = tool;
  if (!accepts(tool, kind)) return operation.anonymous;
  const owned = new Set<string>(scopes ?? []);
  return scopes === null || operation.scopes.every((scope) => owned.has(scope) || owned.has(writing(scope)));
}

/** The scope that includes one to read. */
function writing(scope: string): string {
  return scope.replace(/:read$/, ":write");
}

/**
 * Carries out the operation of a tool as a request of the caller to the server itself, so that everything that holds
 * for requests holds for it.
 */
export async function callTool(
  server: FastifyInstance,
  tool: Tool,
  args: Readonly<Record<string, unknown>>,
  caller: Caller,
): Promise<Outcome> {
  const problem = credentialProblem(tool, caller) ?? problemOf(tool, args);
  if (problem !== undefined) return { isError: true, text: problem };
  if (listsHeader(tool.operation, "X-RateLimit-Limit")) caller.refund();
  const timeout = AbortSignal.timeout(TIME_LIMIT_MS);
  let step: RecordedStep | undefined;
  try {
    const response = await observeSteps(
      (recorded) => {
        step = recorded;
      },
      () => send(server, tool, args, caller, AbortSignal.any([timeout, caller.disconnected])),
    );
    if (response.status >= 400) return { isError: true, text: `Status ${response.status}: ${response.text}` };
    if (response.isTooLarge) return { isError: true, text: tooLarge(tool) };
    const isOwn = step?.accountId === caller.principal.accountId;
    return succeed(tool, response.text, args[SKIP], isOwn ? step?.id : undefined);
  } catch (error) {
    if (!timeout.aborted) throw error;
    const seconds = TIME_LIMIT_MS / 1000;
    return { isError: true, text: `The call took longer than ${seconds} seconds. A change may still be carried out.` };
  }
}

function credentialProblem(tool: Tool, { kind }: Caller): string | undefined {
  if (tool.operation.anonymous || accepts(tool, kind)) return undefined;
  const [needed, sent] = kind === "key" ? ["a login token", "an API key"] : ["an API key", "a login token"];
  return `${tool.listed.name} needs ${needed}, not ${sent}.`;
}

/** Why the arguments can't become a request; the operation itself checks everything else. */
function problemOf({ listed, parameters }: Tool, args: Readonly<Record<string, unknown>>): string | undefined {
  const names = Object.keys(listed.inputSchema.properties);
  const unknown = Object.keys(args).filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    const known = names.length === 0 ? "It takes none" : `It takes ${names.join(", ")}`;
    return `${listed.name} has no argument ${unknown.join(", ")}. ${known}.`;
  }
  const missing = (listed.inputSchema.required ?? []).find((name) => args[name] === undefined);
  if (missing !== undefined) return `${listed.name} needs the argument ${missing}.`;
  const nested = parameters.find((parameter) => !isPlain(args[parameter.name], parameter));
  if (nested !== undefined) return `The argument ${nested.name} must be ${String(nested.schema.type ?? "a value")}.`;
  const skip = args[SKIP] ?? 0;
  return Number.isSafeInteger(skip) && Number(skip) >= 0 ? undefined : `${SKIP} must be a number of entries.`;
}

/** Whether a value can be written in a URL. A path can't have the segments that mean another path. */
function isPlain(value: unknown, { in: place }: ParameterObject): boolean {
  if (value === undefined) return true;
  if (place === "path") return ["number", "string"].includes(typeof value) && !/^\.{0,2}$/.test(String(value));
  return Array.isArray(value) ? !value.some(isRecord) : value !== null && !isRecord(value);
}

type Injected = Awaited<ReturnType<FastifyInstance["inject"]>>;

interface Response {
  readonly status: number;
  /** Without what is beyond the largest response. */
  readonly text: string;
  readonly isTooLarge: boolean;
}

/** Sends the request of a call. Rejects once the signal is aborted, which ends the response like a disconnected client. */
async function send(
  server: FastifyInstance,
  tool: Tool,
  args: Readonly<Record<string, unknown>>,
  caller: Caller,
  signal: AbortSignal,
): Promise<Response> {
  const body = args[BODY];
  const response = await server.inject({
    method: tool.operation.method,
    url: urlOf(tool, args),
    headers: {
      ...credentialOf(tool, caller),
      ...(caller.userAgent !== undefined && { "user-agent": caller.userAgent }),
      ...(body !== undefined && { "content-type": "application/json" }),
      "x-request-id": caller.requestId,
    },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
    remoteAddress: caller.address,
    payloadAsStream: true,
    signal,
  });
  return read(response);
}

async function read(response: Injected): Promise<Response> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of response.stream()) {
    length += part.length;
    if (length > MAX_RESPONSE) break;
    parts.push(part);
  }
  const isTooLarge = length > MAX_RESPONSE;
  if (isTooLarge) end(response);
  return { status: response.statusCode, text: Buffer.concat(parts).toString(), isTooLarge };
}

/** Ends a response that is not read to its end. */
function end({ raw }: Injected): void {
  raw.res.destroy();
}

function urlOf({ contract, operation, parameters }: Tool, args: Readonly<Record<string, unknown>>): string {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(args[name])));
  const query = new URLSearchParams();
  for (const { name, in: place } of parameters) {
    const value = args[name];
    // A list is separated by commas, which String does.
    if (place === "query" && value !== undefined) query.set(name, String(value));
  }
  return `${contract.basePath}${path}${query.size === 0 ? "" : `?${query}`}`;
}

/** The header field with the credential, if the operation takes such a credential. */
function credentialOf({ contract, operation }: Tool, { kind, credential }: Caller): Record<string, string> {
  const name = operation.schemes.find((each) => ACCEPTED[each]?.includes(kind) === true);
  const scheme = name === undefined ? undefined : contract.schemes[name];
  if (scheme === undefined) return {};
  const value = authorizationOf(scheme) === "bearer" ? `Bearer ${credential}` : credential;
  return { [headerNameOf(scheme).toLowerCase()]: value };
}

function succeed(tool: Tool, text: string, skip: unknown, undoStep: number | undefined): Outcome {
  const body: unknown = text === "" ? {} : JSON.parse(text);
  const fields = Array.isArray(body) || !isRecord(body) ? { [ENTRIES]: body } : body;
  const result = { ...fields, ...(undoStep !== undefined && { [UNDO_STEP]: undoStep }) };
  return { isError: false, ...shorten(tool, result, Number(skip ?? 0)) };
}

function tooLarge({ contract, operation: { method, path }, parameters }: Tool): string {
  const limit = parameters.find(({ name }) => name === "limit" || name === "perpage");
  const way =
    limit === undefined ? `Send ${method} ${contract.basePath}${path} instead` : `Ask for less: ${limit.name}`;
  return `The response is larger than ${MAX_RESPONSE / 1024 / 1024} MiB. ${way}.`;
}
