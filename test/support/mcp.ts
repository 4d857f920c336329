import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Test } from "tap";
import type { TestApp } from "./app.ts";

/** What a tool returned. */
interface Called {
  readonly isError: boolean;
  /** Undefined for errors. */
  readonly result: Readonly<Record<string, unknown>> | undefined;
  readonly text: string;
}

/** A client of `/mcp`. It checks what tools return against their output schemas. */
export interface ToolClient {
  readonly client: Client;
  /** The names of the tools that it may call. */
  readonly names: () => Promise<readonly string[]>;
  readonly call: (name: string, args?: Record<string, unknown>) => Promise<Called>;
}

/** The revisions of the protocol that are tested: the newest, and the newest of those before it. */
export const REVISIONS = ["2026-07-28", "2025-11-25"] as const;

/** Connects the official client to a server, with an API key or a login token. */
export async function connect(
  t: Test,
  { base }: Pick<TestApp, "base">,
  credential: string,
  revision: (typeof REVISIONS)[number] = "2026-07-28",
): Promise<ToolClient> {
  const client = new Client(
    { name: "test", version: "1.0.0" },
    { versionNegotiation: { mode: revision === "2026-07-28" ? { pin: revision } : "legacy" } },
  );
  const headers = { authorization: `Bearer ${credential}`, "user-agent": "agent" };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${base}/mcp`), { requestInit: { headers } }));
  t.teardown(() => client.close());
  return {
    client,
    names: async () => (await client.listTools()).tools.map(({ name }) => name),
    async call(name, args = {}) {
      const { isError = false, structuredContent, content } = await client.callTool({ name, arguments: args });
      const [first] = content;
      if (first?.type !== "text") throw new Error(`${name} returned no text.`);
      // A cast: the client has checked it against the output schema, which is an object.
      return { isError, text: first.text, result: structuredContent as Called["result"] };
    },
  };
}
