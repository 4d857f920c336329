// Responses to GET that are kept until the data that they depend on change.

export { fastPath } from "./cache/fast-path.ts";
export { ResponseCache } from "./cache/response-cache.ts";
