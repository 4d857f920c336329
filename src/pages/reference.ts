import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Failure } from "../errors.ts";
import type { Contract } from "../http/contract.ts";
import { readAsset } from "./asset.ts";
import * as contractFiles from "./contract-files.ts";
import { contentSecurityPolicy } from "./security.ts";

/** Where the API reference is. */
const REFERENCE = "/docs";

/** The plugin wants one document to serve itself, at `COPIES`. The page is given the addresses of all contracts instead. */
const NO_CONTRACT = { openapi: "3.1.0", info: { title: "", version: "" }, paths: {} };
const COPIES: readonly (string | undefined)[] = [`${REFERENCE}/json`, `${REFERENCE}/yaml`];

/** Swagger UI sets styles through the object model only, so that it needs no inline style; its icons are `data:` images. */
const POLICY = contentSecurityPolicy({
  "script-src": "'self'",
  "style-src": "'self'",
  "img-src": "'self' data:",
  "connect-src": "'self'",
});

/** The address of a contract in the reference. */
export function addressOf({ name }: Contract): string {
  return `${REFERENCE}/?urls.primaryName=${encodeURIComponent(name)}`;
}

/** Renders the contracts at `/docs`, to be read and tried out. Everything that this takes comes from this server. */
export async function serve(scope: FastifyInstance, contracts: readonly Contract[]): Promise<void> {
  const icon = readAsset("triptych.svg");
  await scope.register(swagger, { mode: "static", specification: { document: NO_CONTRACT } });
  await scope.register(swaggerUi, {
    routePrefix: REFERENCE,
    staticCSP: POLICY,
    logo: { type: "image/svg+xml", content: icon },
    theme: {
      title: "Triptych: API reference",
      favicon: [{ filename: "triptych.svg", rel: "icon", type: "image/svg+xml", sizes: "any", content: icon }],
      js: [{ filename: "reference.js", content: readAsset("reference.js") }],
    },
    uiConfig: {
      urls: contracts.map((contract) => ({ name: contract.name, url: contractFiles.pathOf(contract, "json") })),
      displayRequestDuration: true,
      defaultModelsExpandDepth: 0,
      showExtensions: true,
    },
    uiHooks: { onRequest: refuseCopies },
  });
}

async function refuseCopies({ routeOptions }: FastifyRequest): Promise<void> {
  if (COPIES.includes(routeOptions.url)) throw new Failure("notFound", "There is nothing at this path.");
}
