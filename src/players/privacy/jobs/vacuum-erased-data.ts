import { Type } from "typebox";
import { job } from "../../../kit/jobs/job.ts";
import { HOUR_MS } from "../../../kit/time/spans.ts";
import type { RetentionDeps } from "../forget-old.ts";

/** Frees the space of what was erased: a while after each erasure, and each night. */
export const vacuumErasedData = job({
  name: "players.vacuumErasedData",
  about: "Vacuums the tables that may hold erased rows, so that their space in the database's files may be used again.",
  input: Type.Object({}),
  retry: { maxAttempts: 5 },
  timeoutMs: HOUR_MS,

  run: ({ retention }: Pick<RetentionDeps, "retention">, _input, { signal }) => retention.vacuumErased(signal),
});
