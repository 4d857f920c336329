import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Contract } from "#contract/contract";
import { Failure } from "#contract/failure";
import { expectJson } from "#contract/request/body";
import { disconnectionOf, inSlot } from "#contract/request/caller";
import type { CallerLimit } from "#contract/request/caller-limit";
import { sendFailures } from "#contract/response/failures";
import { allowPages } from "#contract/server/cors";
import { countResponses } from "#contract/server/unread-responses";
import { isKey } from "../accounts/api-key.ts";
import * as bearer from "../accounts/bearer.ts";
import type { Principal } from "../accounts/principal.ts";
import type { Context } from "../context/context.ts";
import type { Config } from "../settings/config.ts";
import type { Caller } from "./call.ts";

const PATH = "/mcp";

/** The code of failures before a message is read: one that JSON-RPC leaves to servers. */
const FAILED = -32_000;

/** Header fields that pages of other origins may read. */
const EXPOSED = ["Retry-After", "WWW-Authenticate", "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-Request-Id"];

interface Options {
  readonly context: Context;
  readonly contracts: readonly Contract[];
  readonly services: bearer.BearerServices;
  readonly callerLimit: CallerLimit;
}

declare module "fastify" {
  interface FastifyRequest {
    /** The account that calls tools. */
    toolUser: Principal | undefined;
  }
}

/**
 * Serves tools for agents at `/mcp`: Streamable HTTP of the Model Context Protocol, without sessions. Each call of a
 * tool is a request to an operation of a contract. The first message loads what only this needs.
 */
export async function registerMcp(server: FastifyInstance, options: Options): Promise<void> {
  const { context, callerLimit } = options;
  const origins = originsOf(context.config);
  await server.register(
    async (scope) => {
      scope.decorateRequest("toolUser", undefined);
      countResponses(scope);
      sendFailures(scope, {
        toBody: ({ message }) => ({ jsonrpc: "2.0", id: null, error: { code: FAILED, message } }),
        challenge: "Bearer",
        complete: (request, reply) => callerLimit.countFailed(request, reply),
      });
      scope.addHook("onRequest", async ({ headers }, reply) => {
        reply.header("cache-control", "no-store");
        assertKnownHost(headers.host, origins);
        assertKnownOrigin(headers.origin, origins);
      });
      await allowPages(scope, () => ({ methods: ["POST"], exposedHeaders: EXPOSED }), origins);
      callerLimit.register(scope);
      scope.route({ method: ["DELETE", "GET", "OPTIONS", "PATCH", "PUT"], url: "", handler: refuseMethod });
      serveMessages(scope, server, options);
    },
    { prefix: PATH },
  );
}

/** There are no sessions to end, and no streams to open. */
async function refuseMethod({ method }: FastifyRequest, reply: FastifyReply): Promise<never> {
  reply.header("allow", "POST");
  throw new Failure("wrongMethod", `This path does not support ${method}. Supported methods: POST.`);
}

function serveMessages(scope: FastifyInstance, server: FastifyInstance, options: Options): void {
  const { context, contracts, callerLimit, services } = options;
  let loading: Promise<import("./endpoint.ts").Endpoint> | undefined;
  scope.post(
    "",
    {
      onRequest: async (request, reply) => {
        request.toolUser = await authenticate(request, reply);
        request.accountId = request.toolUser.accountId;
        expectJson(request);
      },
    },
    async (request, reply) => {
      const { body } = request;
      if (body === undefined || Array.isArray(body))
        throw new Failure("invalid", "The body must be one JSON-RPC message.");
      loading ??= import("./endpoint.ts").then(({ createEndpoint }) =>
        createEndpoint(server, contracts, context.serverFacts),
      );
      const endpoint = await loading;
      const respond = () => endpoint.respond(request.headers, body, callerOf(request, reply));
      const { status, headers, text } = await inSlot(context.slots.tools, request, respond);
      return reply.code(status).headers(headers).send(text);
    },
  );

  async function authenticate(request: FastifyRequest, reply: FastifyReply): Promise<Principal> {
    try {
      const principal = await bearer.authenticate(context.database, services, credentialOf(request));
      await callerLimit.countAuthenticated(request, reply, principal.accountId);
      return principal;
    } catch (error) {
      if (error instanceof Failure && error.kind === "unauthenticated") await callerLimit.countRejected(request, reply);
      throw error;
    }
  }

  function callerOf(request: FastifyRequest, reply: FastifyReply): Caller {
    const { toolUser, ip, id, headers } = request;
    if (toolUser === undefined) throw new Error("The hook has authenticated the request.");
    const credential = credentialOf(request);
    return {
      principal: toolUser,
      credential,
      kind: isKey(credential) ? "key" : "token",
      address: ip,
      userAgent: headers["user-agent"],
      requestId: id,
      disconnected: disconnectionOf(request),
      log: request.log,
      refund: () => {
        const counted = reply.getHeaders();
        callerLimit.refund(request, reply);
        // The request of the operation counts instead, so that as many are left as before.
        reply.headers(counted);
      },
    };
  }
}

/** The API key or login token of a request (RFC 6750, section 2.1). */
function credentialOf({ headers: { authorization = "" } }: FastifyRequest): string {
  const [, credential] = /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(authorization) ?? [];
  if (credential !== undefined) return credential;
  throw new Failure("unauthenticated", "Send an API key in the header Authorization, as Bearer.");
}

/** Names of this machine, and of a container: no page of the internet has one of them. */
const LOCAL_NAME = /^(?:[\w-]+|\[[\da-f:.]+\]|\d+\.\d+\.\d+\.\d+)$/i;

/** The origins whose pages may send requests: the server's own, and those of the setting. `*` stands for all. */
function originsOf({ baseUrl, corsOrigins = [] }: Pick<Config, "baseUrl" | "corsOrigins">): readonly string[] {
  return [new URL(baseUrl).origin, ...corsOrigins];
}

/**
 * Throws `forbidden` for pages of other origins, also of a name that its owner has pointed to this machine (Model
 * Context Protocol, Streamable HTTP, security). Other clients send no origin.
 */
function assertKnownOrigin(origin: string | undefined, origins: readonly string[]): void {
  if (origin === undefined || origins.includes(origin) || origins.includes("*")) return;
  throw new Failure("forbidden", "Pages of this origin may not use this address. CORS_ORIGINS can allow it.");
}

/** Throws `forbidden` if the request is for another host than the server's, and its name could be anybody's. */
function assertKnownHost(host: string | undefined, origins: readonly string[]): void {
  const url = `http://${host}`;
  const name = URL.canParse(url) ? new URL(url).hostname : "";
  if (LOCAL_NAME.test(name) || origins.includes("*") || origins.some((origin) => hostnameOf(origin) === name)) return;
  throw new Failure("forbidden", "This is not the host of the server. Its address is the setting BASE_URL.");
}

function hostnameOf(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).hostname : "";
}
