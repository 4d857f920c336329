import { readdir, readFile } from "node:fs/promises";
import { basename } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import Fastify from "fastify";
import { html } from "ghtml";
import type { Contract } from "#contract/contract";
import type { StaticText } from "#contract/response/static-text";
import { contentSecurityPolicy } from "../design/security.ts";
import { MARKDOWN_TYPE, readForServer } from "./text-files.ts";

const GENERATED = fileURLToPath(new URL("../../../generated/", import.meta.url));

/** The folder of the documents of released versions, and of changelogs, by contract. */
const RELEASES = `${GENERATED}releases/`;

/** YAML (RFC 9512), JSON, OpenAPI 3.2 or 3.0 in JSON, or a description in Markdown (RFC 7763). */
const FORMATS = [
  ["yaml", "YAML"],
  ["json", "JSON"],
  ["3.2.json", "JSON\u00a0(OpenAPI\u00a03.2)"],
  ["3.0.json", "JSON\u00a0(OpenAPI\u00a03.0)"],
  ["md", "Markdown"],
] as const;

type Format = (typeof FORMATS)[number][0];

/** The path of a contract's file. */
function pathOf({ name }: Contract, format: Format): string {
  return `/openapi/${name}.${format}`;
}

/** Links to the files of a contract, each named by its format, as markup. */
export function linksTo(contract: Contract): string {
  return FORMATS.map(([format, name]) => html`<a href="${pathOf(contract, format)}">${name}</a>`).join(", ");
}

/** The path of the changelog of a contract, in JSON. */
export function changelogOf({ name }: Contract): string {
  return `/openapi/${name}/changelog.json`;
}

/** The path of a released version of a contract, in OpenAPI 3.1. */
export function releaseOf({ name }: Contract, version: string): string {
  return `/openapi/${name}/${version}.json`;
}

/** The file of a contract's changelog. */
export function changelogFile({ name }: Contract): string {
  return `${RELEASES}${name}/changelog.json`;
}

/**
 * A contract's YAML file, the JSON files that are generated from it for tools, OpenAPI 3.1, 3.2 and 3.0, Markdown for
 * agents, each of its released versions, and its changelog. `baseUrl` is the server's public URL.
 */
export async function filesOf(contract: Contract, baseUrl: string): Promise<StaticText[]> {
  const policy = contentSecurityPolicy();
  const fileAs = (format: Format, type: string, text: StaticText["text"]) => ({
    path: pathOf(contract, format),
    type,
    text,
    policy,
  });
  return [
    fileAs("yaml", "application/yaml", () => readFile(`${GENERATED}${contract.name}.openapi.yaml`, "utf8")),
    fileAs("json", "application/json", () => readJson(contract, "3.1", baseUrl)),
    fileAs("3.2.json", "application/json", () => readJson(contract, "3.2", baseUrl)),
    fileAs("3.0.json", "application/json", () => readJson(contract, "3.0", baseUrl)),
    fileAs("md", MARKDOWN_TYPE, () => readForServer(pathToFileURL(`${GENERATED}${contract.name}.md`), baseUrl)),
    ...(await releasesOf(contract, baseUrl)),
  ];
}

async function releasesOf(contract: Contract, baseUrl: string): Promise<StaticText[]> {
  const policy = contentSecurityPolicy();
  const fileAt = (path: string, text: StaticText["text"]) => ({ path, type: "application/json", text, policy });
  const releases = (await versionsOf(contract)).map((version) => {
    const read = () => readFile(`${RELEASES}${contract.name}/${version}.json`, "utf8");
    return fileAt(releaseOf(contract, version), async () =>
      JSON.stringify(withServer<object>(JSON.parse(await read()), contract, baseUrl)),
    );
  });
  return [...releases, fileAt(changelogOf(contract), () => readFile(changelogFile(contract), "utf8"))];
}

/** The released versions of a contract; none of a contract that was not released yet. */
async function versionsOf({ name }: Contract): Promise<string[]> {
  const files = await readdir(RELEASES + name).catch(() => []);
  return files.filter((file) => file !== "changelog.json").map((file) => basename(file, ".json"));
}

function withServer<T extends object>(document: T, contract: Contract, baseUrl: string): T {
  const [server] = contract.document.servers ?? [];
  return { ...document, servers: [{ ...server, url: baseUrl + contract.basePath }] };
}

/**
 * Reads a generated JSON file with @fastify/swagger, and makes the URL under `servers` absolute: Bruno and Postman
 * cannot send requests to a relative one. The plugin has a Fastify instance of its own, because only the first request
 * loads it: loading it and the nine files takes 30 ms, which would slow down the start.
 */
async function readJson(contract: Contract, version: "3.2" | "3.1" | "3.0", baseUrl: string): Promise<string> {
  const { default: swagger } = await import("@fastify/swagger");
  const reader = Fastify();
  await reader.register(swagger, {
    mode: "static",
    specification: {
      path: `${GENERATED}${contract.name}.openapi-${version}.json`,
      baseDir: GENERATED,
      postProcessor(document) {
        const self = version === "3.2" ? { $self: baseUrl + pathOf(contract, "3.2.json") } : {};
        return withServer({ ...document, ...self }, contract, baseUrl);
      },
    },
  });
  return JSON.stringify(reader.swagger());
}
