import { Type } from "typebox";
import { job } from "../../../kit/jobs/job.ts";
import { HOUR_MS } from "../../../kit/time/spans.ts";
import { syncOnce, type SyncRunDeps } from "../sync-once.ts";

/** Asks the upstream for changes when that is due. A run that fails says itself when the next one is. */
export const followUpstream = job({
  name: "registry.sync",
  about: "Mirrors what has changed in the registry of `syncUrl`.",
  input: Type.Object({}),
  retry: { maxAttempts: 1 },
  // The first run reads everything.
  timeoutMs: HOUR_MS,

  async run(deps: SyncRunDeps, _input, { signal }) {
    await syncOnce(deps, signal);
  },
});
