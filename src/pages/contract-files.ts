import type { FastifyInstance } from "fastify";
import type { Contract } from "../http/contract.ts";
import { serveText } from "../http/fixed-text.ts";
import { contentSecurityPolicy } from "./security.ts";

/** The address of a contract's file, as YAML (RFC 9512) or JSON. */
export function pathOf({ name }: Contract, format: "yaml" | "json"): string {
  return `/openapi/${name}.${format}`;
}

/** Serves a contract as it was written, and the same document as JSON. */
export function serve(scope: FastifyInstance, contract: Contract): void {
  const policy = contentSecurityPolicy();
  serveText(scope, { path: pathOf(contract, "yaml"), type: "application/yaml", text: contract.yaml, policy });
  const json = `${JSON.stringify(contract.document, null, 2)}\n`;
  serveText(scope, { path: pathOf(contract, "json"), type: "application/json", text: json, policy });
}
