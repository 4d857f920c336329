import { setImmediate } from "node:timers/promises";
import type { Contract, Operation } from "#contract/contract";
import * as paths from "../design/paths.ts";
import { rowAnchor } from "./docs-page.ts";
import { placedFieldsIn } from "./fields.ts";
import * as groups from "./groups.ts";
import { anchorOf, titleOf } from "./operation-list.ts";
import { partAnchor } from "./operation-section.ts";

type Kind = "operations" | "fields" | "errors";

/** Where requests and responses have a field. */
export type Place = "parameter" | "body" | "response";

/** Something that a search can find. All texts are in English, as those of the contracts. */
export interface Entry {
  readonly kind: Kind;
  readonly path: string;
  /** The method of an operation, or the status of an error. */
  readonly badge: string;
  /** What the entry is called; for fields and operations a name of the contract. */
  readonly name: string;
  readonly detail: string;
  readonly place?: Place;
  /** How many other operations of the group have the field too. */
  readonly others?: number;
}

interface Indexed {
  readonly entry: Entry;
  /** In lower case; words must be in `text`, and those in `names` count more. */
  readonly names: readonly string[];
  readonly text: string;
}

/** What can be found in the reference. */
export type SearchIndex = readonly Indexed[];

/** What a search has found. */
export interface Found {
  /** The kinds with entries, the one with the best match first; at most `MAX_SHOWN` of each. */
  readonly kinds: readonly { readonly kind: Kind; readonly entries: readonly Entry[] }[];
  /** How many there are in all. */
  readonly total: number;
}

/** Entries of each kind that a search returns. */
export const MAX_SHOWN = 12;

/** Words of a search that count. */
const MAX_WORDS = 8;

/** Makes the index of the contracts and of docs/errors.md. Yields to the event loop after each operation. */
export async function indexOf(contracts: readonly Contract[], errors: string): Promise<SearchIndex> {
  const described = contracts.flatMap((contract) => groups.groupsOf(contract).map((group) => ({ contract, group })));
  // Of equally good matches, the first ones come first.
  const index = described.flatMap(({ contract, group }) => operationsIn(contract, group));
  for (const { contract, group } of described) index.push(...(await fieldsOfGroup(contract, group)));
  return [...index, ...errorsIn(errors)];
}

function operationsIn(contract: Contract, group: groups.Group): Indexed[] {
  const page = groups.pathOf(contract, group);
  return [...group.operations, ...group.webhooks].map((operation) => {
    const title = titleOf(operation);
    const [badge, name, path] =
      "id" in operation
        ? [operation.method, operation.id, contract.basePath + operation.path]
        : ["event", operation.name, ""];
    const { description = "", tags = [] } = operation.source;
    return {
      entry: { kind: "operations", path: `${page}#${anchorOf(operation)}`, badge, name: title, detail: path || name },
      names: [name, title, path].map(lower),
      text: lower([badge, name, title, path, ...tags, description].join(" ")),
    };
  });
}

/** A field in one place of a group; the first operation that has it. */
interface FieldUse {
  readonly path: string;
  readonly place: Place;
  readonly operation: Operation;
  readonly anchor: string;
  readonly description: string;
}

/** The fields of a group, each once. Where it is sent comes before where it is received. */
async function fieldsOfGroup(contract: Contract, group: groups.Group): Promise<Indexed[]> {
  const uses = new Map<string, { readonly first: FieldUse; readonly operations: Set<string> }>();
  for (const read of [sentFields, receivedFields])
    for (const operation of group.operations) {
      await setImmediate();
      for (const use of read(operation)) {
        const known = uses.get(use.path);
        if (known === undefined) uses.set(use.path, { first: use, operations: new Set([operation.id]) });
        else known.operations.add(operation.id);
      }
    }
  const page = groups.pathOf(contract, group);
  return [...uses.values()].map(({ first, operations }) => ({
    entry: {
      kind: "fields",
      path: `${page}#${first.anchor}`,
      badge: "",
      name: first.path,
      detail: titleOf(first.operation),
      place: first.place,
      others: operations.size - 1,
    },
    names: [first.path, first.path.split(".").at(-1) ?? ""].map(lower),
    text: lower(`${first.path} ${first.description}`),
  }));
}

function sentFields(operation: Operation): FieldUse[] {
  const { id, parameters, source } = operation;
  const ofBody = Object.values(source.requestBody?.content ?? {}).flatMap(({ schema = {} }) => placedFieldsIn(schema));
  return [
    ...parameters.map(({ name, description = "" }) => ({
      path: name,
      place: "parameter" as const,
      operation,
      anchor: partAnchor(id, name),
      description,
    })),
    ...ofBody.map(({ path, anchor, schema }) => ({
      path,
      place: "body" as const,
      operation,
      anchor: partAnchor(id, `body.${anchor}`),
      description: String(schema.description ?? ""),
    })),
  ];
}

function receivedFields(operation: Operation): FieldUse[] {
  return Object.entries(operation.responses)
    .filter(([status]) => status.startsWith("2"))
    .flatMap(([status, { content = {} }]) =>
      Object.values(content).flatMap(({ schema = {} }) =>
        placedFieldsIn(schema).map(({ path, anchor, schema: field }) => ({
          path,
          place: "response" as const,
          operation,
          anchor: partAnchor(operation.id, `${status}.${anchor}`),
          description: String(field.description ?? ""),
        })),
      ),
    );
}

/** The rows of the tables of docs/errors.md, and the codes that have a section. */
function errorsIn(markdown: string): Indexed[] {
  const found: Indexed[] = [];
  let section = "";
  let row = 0;
  for (const line of markdown.split("\n")) {
    const [, heading] = /^##+ (.+)$/.exec(line) ?? [];
    if (heading !== undefined) section = heading;
    const [, code] = /^### ([a-z-]+)$/.exec(line) ?? [];
    if (code !== undefined) found.push(errorOf(`#${code}`, "", code, "", [code.replaceAll("-", "_")]));
    const [, status, cause, sentence] = /^\| (\d{3}) \| (.+?) \| (.+) \|$/.exec(line) ?? [];
    if (status === undefined || cause === undefined || sentence === undefined) continue;
    row += 1;
    found.push(errorOf(`#${rowAnchor(row)}`, status, cause, sentence, [status], section));
  }
  return found;
}

function errorOf(
  anchor: string,
  badge: string,
  name: string,
  sentence: string,
  others: readonly string[],
  section = "",
): Indexed {
  const detail = [sentence, section].filter((text) => text !== "").join(" · ");
  return {
    entry: { kind: "errors", path: paths.ERRORS + anchor, badge, name, detail },
    names: [name, ...others].map(lower),
    text: lower([badge, name, sentence, section, ...others].join(" ")),
  };
}

/** Finds the entries that have all words of a query, those first whose name is the query or begins with it. */
export function find(index: SearchIndex, query: string): Found {
  const sought = lower(query.trim());
  const words = sought.split(/\s+/).slice(0, MAX_WORDS);
  const matches = sought === "" ? [] : index.filter(({ text }) => words.every((word) => text.includes(word)));
  const ranked = matches
    .map((match) => ({ entry: match.entry, rank: rankOf(match.names, sought) }))
    .toSorted((one, other) => one.rank - other.rank);
  const byKind = Map.groupBy(
    ranked.map(({ entry }) => entry),
    ({ kind }) => kind,
  );
  return {
    kinds: [...byKind].map(([kind, entries]) => ({ kind, entries: entries.slice(0, MAX_SHOWN) })),
    total: ranked.length,
  };
}

function rankOf(names: readonly string[], sought: string): number {
  if (names.includes(sought)) return 0;
  if (names.some((name) => name.startsWith(sought))) return 1;
  return names.some((name) => name.includes(sought)) ? 2 : 3;
}

function lower(text: string): string {
  return text.toLowerCase();
}
