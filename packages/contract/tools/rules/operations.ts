import { JSON_MEDIA_TYPE, PROBLEM_MEDIA_TYPE } from "../../src/media-types.ts";
import { isServed, type Mapping, mappingAt, type Options, on, toMapping, type Visit } from "./rule.ts";
import { causesOf } from "./statuses.ts";

/** The media types of failures that the server can send. */
const FAILURE_TYPES = [JSON_MEDIA_TYPE, PROBLEM_MEDIA_TYPE];

/** Rules for operations, so that the server can implement them. */
export const operationRules = {
  "plain-operation-id": on("Operation", ({ operationId }) => {
    const isPlain = /^[a-z][A-Za-z0-9]*$/.test(String(operationId)) && !(String(operationId) in Object.prototype);
    return isPlain
      ? undefined
      : `The operationId "${operationId}" becomes the name of a method; write one or more words in camelCase.`;
  }),
  "one-scheme": on("SecurityRequirement", (requirement) => {
    return Object.keys(requirement).length > 1
      ? "The server supports one scheme per security requirement; write alternatives instead."
      : undefined;
  }),
  "explicit-body": on("RequestBody", ({ required }) => {
    return required === undefined ? 'State whether the body is "required".' : undefined;
  }),
  "request-id": on("Response", (response, _visit, { header = "X-Request-Id" }) => {
    return String(header) in mappingAt(response, "headers")
      ? undefined
      : `The server sends ${header} with every response once one lists it; list it here too.`;
  }),
  "listed-statuses": listedStatuses,
  "failure-type": on("Operation", (operation, visit) => {
    const statuses = Object.entries(mappingAt(operation, "responses")).flatMap(([status, response]) => {
      const content = mappingAt(toMapping(response, visit), "content");
      return /^[45]/.test(status) && !FAILURE_TYPES.some((type) => type in content) ? [status] : [];
    });
    return statuses.length === 0
      ? undefined
      : `The server sends failures as ${FAILURE_TYPES.join(" or ")}; list one of the two as the content of ${statuses.join(", ")}.`;
  }),
  "streamed-form": on("Operation", (operation, visit) => {
    const { "x-stream": isStreamed } = operation;
    if (isStreamed === undefined) return undefined;
    const content = mappingAt(mappingAt(operation, "requestBody", visit), "content");
    return (isStreamed === true || isStreamed === "any-order") && "multipart/form-data" in content
      ? undefined
      : 'The file of a multipart form is streamed with "x-stream: true", or "any-order"; remove it from other operations.';
  }),
  tool: tools,
  "deprecation-dates": on("Operation", (operation, _visit, { since: start, until: end, required = false }) => {
    const names = { since: String(start ?? "x-deprecation"), until: String(end ?? "x-sunset") };
    const { deprecated = false, [names.since]: since, [names.until]: until } = operation;
    const invalid = [since, until].find((date) => date !== undefined && !isDate(date));
    if (invalid !== undefined) return `"${invalid}" is not a date; write it as 2026-11-21.`;
    const isUndated = deprecated && since === undefined && until === undefined;
    if (isUndated && required !== true) return undefined;
    if (deprecated !== (since !== undefined)) return `Write "deprecated: true" and "${names.since}" both, or neither.`;
    if (until === undefined) return undefined;
    if (since === undefined) return `An operation with "${names.until}" is deprecated; write "${names.since}" too.`;
    return String(until) > String(since)
      ? undefined
      : `The date of "${names.until}" must be after that of "${names.since}".`;
  }),
};

/** Whether a value is an existing date, such as 2026-11-21. */
function isDate(value: unknown): boolean {
  const day = new Date(String(value));
  return !Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10) === value;
}

/** The names of tools are as protocols for agents want them, each stands once, and no tool takes a form. */
function tools() {
  const names = new Set<unknown>();
  return {
    Operation(operation: Mapping, visit: Visit) {
      const { "x-tool": name } = operation;
      if (name === undefined || !isServed(visit)) return;
      const content = mappingAt(mappingAt(operation, "requestBody", visit), "content");
      if (typeof name !== "string" || !/^[a-z][a-z0-9_]{0,63}$/.test(name))
        visit.report({ message: '"x-tool" is a name of at most 64 characters in snake_case, such as find_pets.' });
      else if (names.has(name)) visit.report({ message: `Another operation has the tool "${name}" too.` });
      else if (Object.keys(content).some((type) => type !== JSON_MEDIA_TYPE))
        visit.report({ message: `A tool takes JSON only, not ${Object.keys(content).join(", ")}; remove "x-tool".` });
      names.add(name);
    },
  };
}

/** Each operation lists the statuses that the server itself sends for it. */
function listedStatuses(options: Options = {}) {
  let security: unknown;
  let parameters: unknown;
  return {
    Root(root: Mapping) {
      security = root.security;
    },
    PathItem(item: Mapping) {
      parameters = item.parameters;
    },
    Operation(operation: Mapping, visit: Visit & { readonly key: string | number }) {
      if (!isServed(visit)) return;
      const causes = causesOf(String(visit.key), operation, visit, { security, parameters }, options);
      const listed = mappingAt(operation, "responses");
      const missing = [...causes]
        .filter(([status]) => !(status in listed))
        .map(([status, why]) => `${status} (${why})`);
      if (missing.length === 0) return;
      visit.report({ message: `The server sends these statuses too; add them to "responses": ${missing.join(", ")}.` });
    },
  };
}
