import { type HandlerResponse, isIterable } from "./serialized-response.ts";

/** Reads the first part of a streamed body, so that an error of its source is thrown now. */
export async function withStartedStream(response: HandlerResponse): Promise<HandlerResponse> {
  const { body } = response;
  if (!isIterable(body)) return response;
  const iterator: AsyncIterator<unknown> = body[Symbol.asyncIterator]();
  return { ...response, body: resumed(iterator, await iterator.next()) };
}

async function* resumed(iterator: AsyncIterator<unknown>, first: IteratorResult<unknown>) {
  try {
    for (let next = first; next.done !== true; next = await iterator.next()) yield next.value;
  } finally {
    await iterator.return?.();
  }
}
