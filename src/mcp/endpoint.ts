import { readFileSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import {
  createMcpHandler,
  isSpecType,
  ProtocolError,
  ProtocolErrorCode,
  type Tool as ProtocolTool,
  Server,
} from "@modelcontextprotocol/server";
import type { FastifyInstance } from "fastify";
import type { Contract } from "#contract/contract";
import { toFailure } from "#contract/response/failures";
import type { ServerFacts } from "../setup/server-facts.ts";
import { type Caller, callTool, isOffered, type Outcome } from "./call.ts";
import { type ListedTool, type Tool, toolsOf } from "./tools.ts";

/** What the protocol sends for a message; without text if it is no request. */
interface Sent {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Responds to the messages of the Model Context Protocol. */
export interface Endpoint {
  /** Responds to a message. Keeps no state, and returns the complete response, even if its type is that of a stream. */
  readonly respond: (headers: IncomingHttpHeaders, message: unknown, caller: Caller) => Promise<Sent>;
}

const INSTRUCTIONS =
  "Bookmarks in a tree of collections, and a catalogue of products. Collection 0 is everything outside the Trash, -1 is " +
  "Unsorted, -99 the Trash. revert_undo_step reverts a change whose result has undoStep. A result with truncated was " +
  "shortened; the text says how to get the rest.";

/** Never called, since the server asks clients for nothing. By default the SDK would make one for each request. */
const NO_VALIDATOR = {
  getValidator: () => () => ({ valid: false as const, data: undefined, errorMessage: "There is no validator." }),
};

/**
 * Creates the endpoint with the tools of these contracts, whose calls are sent to the operations of `server`. `facts`
 * have the name of the server.
 */
export function createEndpoint(
  server: FastifyInstance,
  contracts: readonly Contract[],
  facts: Pick<ServerFacts, "current">,
): Endpoint {
  const tools = toolsOf(contracts);
  const listed = new Map([...tools].map(([name, tool]) => [name, toProtocol(tool.listed)]));
  const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  return {
    async respond(headers, message, caller) {
      const handler = createMcpHandler(() => serverOf(caller), {
        // There is nothing to subscribe to, and a stream would not end.
        maxSubscriptions: 0,
        keepAliveMs: 0,
      });
      const request = new Request("http://localhost/mcp", { method: "POST", headers: protocolHeaders(headers) });
      const response = await handler.fetch(request, { parsedBody: message });
      const type = response.headers.get("content-type");
      const text = await response.text();
      return { status: response.status, headers: type === null ? {} : { "content-type": type }, text };
    },
  };

  /** The revision of 2026, and the earlier ones. */
  function serverOf(caller: Caller): Server {
    const protocol = new Server(
      { name: "triptych", title: facts.current.name, version },
      { capabilities: { tools: {} }, instructions: INSTRUCTIONS, jsonSchemaValidator: NO_VALIDATOR },
    );
    protocol.setRequestHandler("tools/list", () => ({
      tools: [...tools].flatMap(([name, tool]) => (isOffered(tool, caller) ? (listed.get(name) ?? []) : [])),
    }));
    protocol.setRequestHandler("tools/call", async ({ params: { name, arguments: args = {} } }) => {
      const tool = tools.get(name);
      if (tool === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${name}.`);
      const { isError, text, result } = await call(tool, args, caller);
      return { isError, content: [{ type: "text", text }], ...(result !== undefined && { structuredContent: result }) };
    });
    return protocol;
  }

  async function call(tool: Tool, args: Readonly<Record<string, unknown>>, caller: Caller): Promise<Outcome> {
    try {
      return await callTool(server, tool, args, caller);
    } catch (error) {
      const failure = toFailure(error);
      if (failure.kind === "internal" && !caller.disconnected.aborted)
        caller.log.error({ reqId: caller.requestId, err: failure.cause ?? failure }, "a tool failed");
      return { isError: true, text: failure.message };
    }
  }
}

/** A tool as the SDK has it. Throws if its schemas are none of the protocol. */
function toProtocol(tool: ListedTool): ProtocolTool {
  const checked: unknown = tool;
  if (!isSpecType.Tool(checked)) throw new Error(`The tool ${tool.name} can't be listed.`);
  return checked;
}

/** The header fields that the protocol reads. */
function protocolHeaders(headers: IncomingHttpHeaders): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]) =>
    /^(?:accept|content-type|mcp-.*)$/.test(name) && typeof value === "string" ? [[name, value]] : [],
  );
}
