import { counted } from "../../../kit/text/counted.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../kit/time/spans.ts";

/** How long ago something was, for people: `5 minutes ago`. */
export function agoText(ms: number): string {
  if (ms < MINUTE_MS) return "just now";
  if (ms < HOUR_MS) return `${counted(Math.floor(ms / MINUTE_MS), "minute")} ago`;
  if (ms < DAY_MS) return `${counted(Math.floor(ms / HOUR_MS), "hour")} ago`;
  return `${counted(Math.floor(ms / DAY_MS), "day")} ago`;
}
