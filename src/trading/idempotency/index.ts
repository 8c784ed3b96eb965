/** Requests that may be sent again without being done again. */
export { idempotency, takesIdempotencyKey, type Idempotency } from "./idempotency.ts";
