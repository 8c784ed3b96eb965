/** The jobs of signals, and when they are due. */
import type { Schedule } from "../../../kit/jobs/job.ts";
import { actOnSignals } from "./act-on-signals.ts";
import { forgetHookMessages } from "./forget-hook-messages.ts";
import { priceSignals } from "./price-signals.ts";
import { renewSignals } from "./renew-signals.ts";
import { trimSignals } from "./trim-signals.ts";

export const signalJobs = [actOnSignals, priceSignals, renewSignals, forgetHookMessages, trimSignals] as const;

export const signalSchedules: readonly Schedule[] = [
  // Triggers make it due themselves; this one finds what was lost on the way.
  { job: actOnSignals, pattern: "* * * * *", input: {} },
  { job: priceSignals, pattern: "* * * * *", input: {} },
  { job: renewSignals, pattern: "*/5 * * * *", input: {} },
  { job: forgetHookMessages, pattern: "41 3 * * *", input: {} },
  { job: trimSignals, pattern: "47 3 * * *", input: {} },
];
