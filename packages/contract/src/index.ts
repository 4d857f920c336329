// What other projects import. `./server` has what a whole server needs, `./cache` the response cache.

export { type Binding, registerContract } from "./bind.ts";
export type { Contract, Document, JsonSchema, Operation } from "./contract.ts";
export { changed, type Detail, Failure, type FailureKind, type Problem, tooMany } from "./failure.ts";
export { FairSlots, type SlotOptions } from "./fair-slots.ts";
export type { Caller, Client, Handlers, Req, Res } from "./handler-types.ts";
export { readContract, toContract } from "./load.ts";
export type { Security, Verifier } from "./request/authentication.ts";
export { CallerLimit, type CallerLimitOptions } from "./request/caller-limit.ts";
export type { CallerCounter, CallerTally } from "./request/caller-tally.ts";
export { IdempotentRequests } from "./request/idempotency.ts";
export { inProgress, type KeyedRequest, type StoredResponse } from "./request/keyed-request.ts";
export { type Current, entityTagOf, type IfMatch, type RequiredIfMatch } from "./request/preconditions.ts";
export { limitRequests, type RateLimit } from "./request/rate-limit.ts";
export { RememberedResponses } from "./request/remembered-responses.ts";
export type { StreamedFile } from "./request/streamed-form.ts";
export { DEFAULT_PACE, type UploadPace } from "./request/upload-progress.ts";
export { type UploadOptions, Uploads } from "./request/uploads.ts";
export { checkerOf } from "./request/validation.ts";
export {
  type Conformance,
  checkEvent,
  type HandledRequest,
  type Proof,
  type SentEvent,
  type Violation,
} from "./response/conformance.ts";
export { type FailedRequest, statusOf } from "./response/failures.ts";
export type { Origins } from "./server/cors.ts";
export type { Call, Service } from "./service.ts";
