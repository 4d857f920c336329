import { readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import type { Contract } from "../http/contract/types.ts";
import { serveStaticText } from "../http/response/static-text.ts";
import { contentSecurityPolicy } from "./security.ts";

const GENERATED = new URL("../../generated/", import.meta.url);

/** The address of a contract's file: as YAML (RFC 9512), as JSON, or as OpenAPI 3.0 in JSON. */
export function pathOf({ name }: Contract, format: "yaml" | "json" | "3.0.json"): string {
  return `/openapi/${name}.${format}`;
}

interface Texts {
  readonly json: string;
  /** As OpenAPI 3.0. */
  readonly older: string;
}

const known = new WeakMap<Contract, Texts>();

/** Serves a contract as it was written, the same document as JSON, and what was generated of it for tools that know no OpenAPI 3.1. */
export function serve(scope: FastifyInstance, contract: Contract): void {
  const policy = contentSecurityPolicy();
  const { json, older } = textsOf(contract);
  serveStaticText(scope, { path: pathOf(contract, "yaml"), type: "application/yaml", text: contract.yaml, policy });
  serveStaticText(scope, { path: pathOf(contract, "json"), type: "application/json", text: json, policy });
  serveStaticText(scope, { path: pathOf(contract, "3.0.json"), type: "application/json", text: older, policy });
}

/** Written once, however many servers there are. */
function textsOf(contract: Contract): Texts {
  const texts = known.get(contract) ?? {
    json: `${JSON.stringify(contract.document, null, 2)}\n`,
    older: readFileSync(new URL(`${contract.name}.openapi-3.0.json`, GENERATED), "utf8"),
  };
  known.set(contract, texts);
  return texts;
}
