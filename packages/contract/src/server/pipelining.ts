import type { IncomingMessage, ServerResponse } from "node:http";
import { nextTick } from "node:process";

/**
 * Maximum requests of a connection that wait for an earlier one. Node reads 64 KiB at a time and
 * parses all requests in them: there can be more than 2,000, and each takes several KiB of memory.
 */
const MAX_WAITING = 100;

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Handles pipelined requests one at a time (RFC 9112, section 9.3.2), so that only one response is in
 * memory for a client that does not read. Disconnects clients with too many waiting requests.
 */
export function handleInOrder(handle: Handle): Handle {
  const waiting = new WeakMap<IncomingMessage["socket"], number>();
  return (request, response) => {
    // Node assigns the connection to a response when all earlier ones are complete.
    if (response.socket !== null) {
      handle(request, response);
      return;
    }
    const { socket } = request;
    const count = (waiting.get(socket) ?? 0) + 1;
    waiting.set(socket, count);
    if (count > MAX_WAITING) {
      socket.destroy();
      return;
    }
    response.once("socket", () => {
      waiting.set(socket, (waiting.get(socket) ?? 1) - 1);
      // Node emits the event before the response is ready to be ended.
      nextTick(handle, request, response);
    });
  };
}
