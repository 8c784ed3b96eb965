import { Type } from "typebox";
import { job } from "../../../kit/jobs/job.ts";
import { forgetOldRequests, type ForgetRequestsDeps } from "../idempotency.ts";

export const pruneRequests = job({
  name: "trading.pruneIdempotentRequests",
  about: "Forgets requests with an Idempotency-Key after a day.",
  input: Type.Object({}),
  retry: { maxAttempts: 3 },
  timeoutMs: 60_000,

  run: (deps: ForgetRequestsDeps) => forgetOldRequests(deps),
});
