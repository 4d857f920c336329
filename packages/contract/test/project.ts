import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Test } from "tap";
import { type Config, loadConfig } from "../tools/config.ts";

/** A contract with one operation, in which nothing is wrong. */
export const PETS = `openapi: 3.1.0
info: { title: Pets, version: 1.0.0 }
servers: [{ url: /pets }]
paths:
  /dogs:
    get:
      operationId: listDogs
      responses:
        "200":
          description: The dogs
          content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Dog" } } } }
components:
  schemas:
    Dog: { type: object, properties: { name: { type: string } } }
`;

/** A configuration of the contract `pets.yaml` alone. */
export const CONFIG = '{ "contracts": ["pets.yaml"] }';

/** Writes these files to a new folder until the test ends. Returns its path. */
export async function projectOf(t: Test, files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "contract-tools-"));
  t.teardown(() => rm(folder, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}

/** The configuration of a folder. Throws when it is invalid. */
export function configOf(folder: string): Config {
  return loadConfig(join(folder, "contract.config.json"));
}
