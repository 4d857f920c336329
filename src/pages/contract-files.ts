import { readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import type { Contract } from "../http/contract/types.ts";
import { serveStaticText } from "../http/response/static-text.ts";
import { contentSecurityPolicy } from "./security.ts";

const GENERATED = new URL("../../generated/", import.meta.url);

/** The path of a contract's file: as YAML (RFC 9512), as JSON, or as OpenAPI 3.0 in JSON. */
export function pathOf({ name }: Contract, format: "yaml" | "json" | "3.0.json"): string {
  return `/openapi/${name}.${format}`;
}

interface Texts {
  readonly json: string;
  readonly openapi30: string;
}

const cache = new WeakMap<Contract, Texts>();

/**
/**
 * Serves a contract's YAML file, and the JSON files that are generated from it for tools: OpenAPI 3.1
 * and 3.0. Pages of any origin may read them, because they are public. `baseUrl` is the server's public URL.
 */
export async function serve(server: FastifyInstance, contract: Contract, baseUrl: string): Promise<void> {
  await server.register(async (scope) => {
    scope.addHook("onRequest", async (_request, reply) => {
      reply.header("access-control-allow-origin", "*");
    });
    serveFiles(scope, contract, baseUrl);
  });
}

function serveFiles(scope: FastifyInstance, contract: Contract, baseUrl: string): void {
  const policy = contentSecurityPolicy();
  const texts = textsOf(contract);
  const json = withAbsoluteServer(texts.json, contract, baseUrl);
  const openapi30 = withAbsoluteServer(texts.openapi30, contract, baseUrl);
  serveStaticText(scope, { path: pathOf(contract, "yaml"), type: "application/yaml", text: contract.yaml, policy });
  serveStaticText(scope, { path: pathOf(contract, "json"), type: "application/json", text: json, policy });
  serveStaticText(scope, { path: pathOf(contract, "3.0.json"), type: "application/json", text: openapi30, policy });
}

/** The JSON files of a contract, cached for all servers of the process. */
function textsOf(contract: Contract): Texts {
  const texts = cache.get(contract) ?? {
    json: readFileSync(new URL(`${contract.name}.openapi-3.1.json`, GENERATED), "utf8"),
    openapi30: readFileSync(new URL(`${contract.name}.openapi-3.0.json`, GENERATED), "utf8"),
  };
  cache.set(contract, texts);
  return texts;
}

/** Makes the URL under `servers` absolute: Bruno and Postman cannot send requests to a relative one. */
function withAbsoluteServer(text: string, { basePath }: Contract, baseUrl: string): string {
  const relative = `"url": ${JSON.stringify(basePath)}`;
  return text.replace(relative, () => `"url": ${JSON.stringify(baseUrl + basePath)}`);
}
