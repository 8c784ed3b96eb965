/** How a source does, for `system/status`, the metrics and operators. */
import { toMillis } from "../../kit/time/instant.ts";
import type { FeedState } from "./store.ts";

export interface FeedHealth {
  readonly name: string;
  /** `starting` before the first look. */
  readonly state: "starting" | "running" | "failing";
  readonly checkedMs: number;
  /** The problem, or the parts left out; empty where all is well. */
  readonly problem: string;
}

export function feedHealth({ name, checkedAt, problem, failures }: FeedState): FeedHealth {
  const checkedMs = checkedAt === undefined ? 0 : toMillis(checkedAt);
  if (checkedAt === undefined) return { name, state: "starting", checkedMs, problem: "" };
  const state = failures === 0 ? "running" : "failing";
  const times = failures > 1 ? ` (${failures} times in a row)` : "";
  return { name, state, checkedMs, problem: problem === undefined ? "" : `${problem}${times}` };
}
