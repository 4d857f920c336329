import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { StaticText } from "#contract/response/static-text";
import { contentSecurityPolicy } from "../design/security.ts";

const GENERATED = new URL("../../../generated/", import.meta.url);

/** The names of the workflow files. */
const NAMES = readdirSync(GENERATED).flatMap((file) => /^(.+)\.arazzo\.json$/.exec(file)?.[1] ?? []);

/** A file with workflows (Arazzo 1.0). */
export interface WorkflowFile {
  readonly name: string;
  readonly info: { readonly title: string; readonly summary: string };
  readonly sourceDescriptions: readonly { readonly url: string }[];
}

/** The path of a file with workflows. */
export function pathOf({ name }: Pick<WorkflowFile, "name">, format: "yaml" | "json"): string {
  return `/openapi/workflows/${name}.arazzo.${format}`;
}

/** Reads all files with workflows, which `npm run generate` makes from those in openapi/workflows/. */
export async function readAll(): Promise<WorkflowFile[]> {
  return Promise.all(
    NAMES.map(async (name) => ({
      ...(JSON.parse(await readText(`${name}.arazzo.json`)) as Omit<WorkflowFile, "name">),
      name,
    })),
  );
}

/** The files with workflows: as YAML, which refers to contracts by relative URLs, and as JSON with absolute ones. */
export function filesFor(baseUrl: string): StaticText[] {
  const policy = contentSecurityPolicy();
  return NAMES.flatMap((name) => {
    const [yaml, json] = [pathOf({ name }, "yaml"), pathOf({ name }, "json")];
    const text = () => readText(`${name}.arazzo.yaml`);
    const absolute = async () => withAbsoluteUrls(await readText(`${name}.arazzo.json`), new URL(json, baseUrl));
    return [
      { path: yaml, type: "application/yaml", text, policy },
      { path: json, type: "application/json", text: absolute, policy },
    ];
  });
}

/** Replaces the URLs of the contracts in a file at `address`. */
function withAbsoluteUrls(text: string, address: URL): string {
  const file: WorkflowFile = JSON.parse(text);
  const sourceDescriptions = file.sourceDescriptions.map((source) => ({
    ...source,
    url: new URL(source.url.replace(/\.yaml$/, ".json"), address).href,
  }));
  return JSON.stringify({ ...file, sourceDescriptions }, null, 2);
}

function readText(file: string): Promise<string> {
  return readFile(new URL(file, GENERATED), "utf8");
}
