import type { Document, OperationObject, ResponseObject, Webhook } from "./contract.ts";

/** Lists the events of a document whose references are resolved. */
export function listWebhooks({ webhooks = {} }: Document): Webhook[] {
  return Object.entries(webhooks).map(([name, { post }]) => ({ name, sent: sentOf(post), source: post }));
}

/** The request of an event, described like a response: the server sends both. */
function sentOf({ description, parameters = [], requestBody }: OperationObject): ResponseObject {
  const headers = parameters.filter((parameter) => parameter.in === "header");
  return {
    ...(description !== undefined && { description }),
    headers: Object.fromEntries(headers.map((header) => [header.name, header])),
    ...(requestBody !== undefined && { content: requestBody.content }),
  };
}
