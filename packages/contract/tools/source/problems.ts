import { isRecord } from "../../src/record.ts";

/** Keys of a path item that are operations. */
const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

type Part = Readonly<Record<string, unknown>>;

/**
 * Why types and documents can't be generated from an OpenAPI document whose references are resolved, and how to mend
 * it: one sentence or two for each problem, with its place. Whatever else is wrong, `contract lint` reports.
 */
export function problemsIn(document: Part): string[] {
  const version = String(document.openapi);
  if (document.openapi === undefined) return ['"openapi" is missing, so this is no OpenAPI document.'];
  if (!/^3\.1\.\d+$/.test(version)) {
    return [`"openapi" is ${version}. Write the contract in OpenAPI 3.1: openapi: 3.1.0.`];
  }
  return [...infoProblems(document), ...serverProblems(document), ...pathProblems(document)];
}

function infoProblems({ info }: Part): string[] {
  const missing = ["title", "version"].filter((field) => !isRecord(info) || info[field] === undefined);
  return missing.map((field) => `"info.${field}" is missing.`);
}

function serverProblems({ servers }: Part): string[] {
  if (servers === undefined || (Array.isArray(servers) && servers.length === 0)) return [];
  const [server] = Array.isArray(servers) ? servers : [];
  const url = isRecord(server) ? server.url : undefined;
  if (typeof url !== "string") {
    return ['"servers" has no "url". Write the path below which the operations are: servers: [{ url: /pets }].'];
  }
  const isAddress = url.startsWith("/") || URL.canParse(url);
  return isAddress && !url.includes("{")
    ? []
    : [`The first of "servers" is ${url}. Write a path, such as /pets, or an address, without variables.`];
}

function pathProblems({ paths }: Part): string[] {
  if (!isRecord(paths)) return ['"paths" is missing.'];
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(isRecord(item) ? item : {})
      .filter(([method]) => METHODS.includes(method))
      .map(([method, operation]) => ({ place: `${method.toUpperCase()} ${path}`, operation })),
  );
  const ids = new Map<unknown, string>();
  return operations.flatMap(({ place, operation }) => {
    if (!isRecord(operation)) return [`${place}: The operation is empty.`];
    const { operationId } = operation;
    const other = ids.get(operationId);
    ids.set(operationId, place);
    const twice = operationId === undefined || other === undefined ? [] : [`${other} has the same operationId.`];
    return [...idProblems(operationId), ...twice, ...operationProblems(operation)].map((text) => `${place}: ${text}`);
  });
}

function idProblems(id: unknown): string[] {
  if (id === undefined) return ['"operationId" is missing. It is the name of the method that handles the operation.'];
  if (/^[A-Za-z_$][\w$]*$/.test(String(id))) return [];
  return [
    `The operationId ${JSON.stringify(id)} can't be the name of the method that handles the operation. Write it like ` +
      `${camelCase(String(id))}.`,
  ];
}

function operationProblems({ responses, requestBody, parameters }: Part): string[] {
  const statuses = isRecord(responses) ? Object.keys(responses) : [];
  const body = isRecord(requestBody) ? requestBody.content : {};
  return [
    ...(statuses.length === 0 ? ['"responses" is missing.'] : []),
    ...statuses.filter((status) => !/^[1-5]\d\d$|^x-/.test(status)).map(rangeProblem),
    ...(isRecord(body) ? [] : ['"requestBody" has no "content".']),
    ...(Array.isArray(parameters) ? parameters : []).filter((parameter) => !isParameter(parameter)).map(nameProblem),
  ];
}

function rangeProblem(status: string): string {
  return `The response "${status}" is no status. List each status that occurs, such as "404".`;
}

function isParameter(parameter: unknown): boolean {
  return isRecord(parameter) && typeof parameter.name === "string" && typeof parameter.in === "string";
}

function nameProblem(parameter: unknown): string {
  return `A parameter needs "name" and "in": ${JSON.stringify(parameter)}.`;
}

/** Such as `getStations` for `get-stations`. */
function camelCase(id: string): string {
  const words = id.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  const name = words.map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join("");
  return /^[A-Za-z]/.test(name) ? name : "getPet";
}
