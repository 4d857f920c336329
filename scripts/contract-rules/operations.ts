import { mapping, on, type Part, type Visit } from "./rule.ts";

/** What an operation must say, so that the server can hold to it. */
export const operationRules = {
  "plain-operation-id": on("Operation", ({ operationId }) => {
    const isPlain = /^[a-z][A-Za-z0-9]*$/.test(String(operationId)) && !(String(operationId) in Object.prototype);
    return isPlain
      ? undefined
      : `The operationId "${operationId}" names a method of a class; write a word or a few in camelCase.`;
  }),
  "no-path-parameters": on("PathItem", ({ parameters }) => {
    return parameters === undefined
      ? undefined
      : "Parameters of a path are replaced by those of an operation, not merged; write them there.";
  }),
  "one-scheme": on("SecurityRequirement", (requirement) => {
    return Object.keys(requirement).length > 1
      ? "One scheme in each alternative; the server does not ask for two at once."
      : undefined;
  }),
  "explicit-body": on("RequestBody", ({ required }) => {
    return required === undefined ? 'Say whether the body is "required".' : undefined;
  }),
  "request-id": on("Response", ({ headers }) => {
    return Object.keys(Object(headers)).includes("X-Request-Id")
      ? undefined
      : "Every answer carries the header X-Request-Id.";
  }),
  "listed-statuses": on("Operation", (operation, visit) => {
    const missing = statusesOf(operation, visit).filter((status) => !(status in mapping(operation, "responses")));
    return missing.length === 0 ? undefined : `The statuses ${missing.join(", ")} can occur here and are not listed.`;
  }),
  "announced-end": on("Operation", ({ deprecated = false, "x-deprecation": since, "x-sunset": until }) => {
    const wrong = [since, until].find((date) => date !== undefined && !isDate(date));
    if (wrong !== undefined) return `"${wrong}" is no date; write it as 2026-11-21.`;
    if (deprecated !== (since !== undefined)) return 'Write "deprecated: true" and "x-deprecation" both, or neither.';
    if (until === undefined) return undefined;
    if (since === undefined) return 'What has an "x-sunset" is deprecated before; write "x-deprecation".';
    return String(until) > String(since) ? undefined : 'The date of "x-sunset" is later than that of "x-deprecation".';
  }),
};

/** Whether it is a day of the calendar, as 2026-11-21. */
function isDate(value: unknown): boolean {
  const day = new Date(String(value));
  return !Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10) === value;
}

/** The failures that an operation can always come to, by what it takes. */
function statusesOf(operation: Part, visit: Visit): string[] {
  const parameters: unknown[] = Array.isArray(operation.parameters) ? operation.parameters : [];
  const takesParameters = parameters.some((parameter) => mapping({ parameter }, "parameter", visit).in !== "header");
  const takesBody = operation.requestBody !== undefined;
  const takesJson = "application/json" in mapping(mapping(operation, "requestBody", visit), "content");
  const isSecured =
    Array.isArray(operation.security) && operation.security.some((names) => Object.keys(names).length > 0);
  return [
    "500",
    ...(takesParameters || takesBody ? ["400"] : []),
    ...(takesJson ? ["413", "415"] : []),
    ...(isSecured ? ["401"] : []),
  ];
}
