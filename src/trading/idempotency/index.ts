/** Requests that may be sent again without being done again. */
export { idempotency, isReadOfStaff, takesIdempotencyKey, type Idempotency } from "./idempotency.ts";
