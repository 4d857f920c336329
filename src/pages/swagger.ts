import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import Fastify, { type FastifyInstance } from "fastify";
import type { Contract } from "../http/contract/types.ts";
import { readAsset } from "./asset.ts";
import * as contractFiles from "./contract-files.ts";
import { contentSecurityPolicy } from "./security.ts";

/** Required by the plugin but not shown: the page loads the contract files by their URLs. */
const EMPTY_DOCUMENT = { openapi: "3.1.0", info: { title: "", version: "" }, paths: {} };

/**
 * Swagger UI sets styles through the CSSOM, which needs no `'unsafe-inline'`. Its icons are `data:`
 * images.
 */
const POLICY = contentSecurityPolicy({
  "script-src": "'self'",
  "style-src": "'self'",
  "img-src": "'self' data:",
  "connect-src": "'self'",
});

/** A Fastify instance that serves Swagger UI below a path. It never listens; requests are injected. */
export async function openReference(path: string, contracts: readonly Contract[]): Promise<FastifyInstance> {
  const reference = Fastify();
  const icon = readAsset("triptych.svg");
  await reference.register(swagger, { mode: "static", specification: { document: EMPTY_DOCUMENT } });
  await reference.register(swaggerUi, {
    routePrefix: path,
    staticCSP: POLICY,
    logo: { type: "image/svg+xml", content: icon },
    theme: {
      title: "Triptych: API reference",
      favicon: [{ filename: "triptych.svg", rel: "icon", type: "image/svg+xml", sizes: "any", content: icon }],
      js: [{ filename: "reference.js", content: readAsset("reference.js") }],
    },
    uiConfig: {
      urls: contracts.map((contract) => ({ name: contract.name, url: contractFiles.pathOf(contract, "yaml") })),
      displayRequestDuration: true,
      defaultModelsExpandDepth: 0,
      showExtensions: true,
    },
    uiHooks: {
      async onRequest({ routeOptions }, reply) {
        if (routeOptions.url === `${path}/json` || routeOptions.url === `${path}/yaml`) reply.callNotFound();
      },
    },
  });
  return reference;
}
