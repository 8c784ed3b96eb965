/** Times: local, with the time in UTC when they are pointed at. */
import { texts } from "../say.ts";

const CLOCK = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", second: "2-digit" });
const FULL = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });
const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });

/** Time of day, local: `12:03:11`. */
export function clockText(ms: number): string {
  return CLOCK.format(ms);
}

interface TimeProps {
  /** Milliseconds since 1970, or ISO 8601. */
  readonly at: number | string | null | undefined;
  readonly form?: "full" | "day" | "clock";
}

export function Time({ at, form = "full" }: TimeProps) {
  const date = at === null || at === undefined ? undefined : new Date(at);
  if (!date || Number.isNaN(date.getTime())) return <span class="faint">{texts.states.never}</span>;
  const shown = { full: FULL, day: DAY, clock: CLOCK }[form].format(date);
  const utc = date.toISOString();
  return (
    <time dateTime={utc} title={utc.replace("T", " ").replace("Z", " UTC")}>
      {shown}
    </time>
  );
}

/** A time in seconds since 1970, as the trading platform has it. */
export function timeOfSeconds(seconds: number | null | undefined): number | undefined {
  return seconds === null || seconds === undefined || seconds === 0 ? undefined : seconds * 1_000;
}
