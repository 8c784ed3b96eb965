/** Requests that may be sent again without being done again. */
export { idempotency, type Idempotency } from "./idempotency.ts";
