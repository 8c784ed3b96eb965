/** When an article was published, and from when on its effect on prices counts. */
import { DAY_MS } from "../../../kit/time/spans.ts";

export interface ArticleTimes {
  /** As the source says; never after it was first seen. */
  readonly publishedMs: number;
  /** From when on prices are compared; undefined for an article that was old when it was first seen. */
  readonly impactMs: number | undefined;
}

const MAX_DATE_CHARACTERS = 64;
/** Feeds name dates of before there were feeds; no article of interest is older. */
const EARLIEST_MS = Date.UTC(1995, 0, 1);

/** @param stated the time in the source; undefined where it has none that can be read */
export function articleTimes(stated: number | undefined, firstSeenMs: number): ArticleTimes {
  const isPlausible = stated !== undefined && stated <= firstSeenMs && stated >= EARLIEST_MS;
  const publishedMs = isPlausible ? stated : firstSeenMs;
  return { publishedMs, impactMs: firstSeenMs - publishedMs <= DAY_MS ? publishedMs : undefined };
}

/**
 * A date as feeds write it: RFC 822, RFC 3339, and their relatives. A text without a zone is in UTC, wherever this process
 * runs. Undefined for what is not a date.
 */
export function parseFeedDate(text: string | undefined): number | undefined {
  const given = text?.trim() ?? "";
  if (given === "" || given.length > MAX_DATE_CHARACTERS) return undefined;
  const hasZone = /(?:z|[+-]\d\d:?\d\d|\b[a-z]{2,4})$/i.test(given) || /^\d{4}-\d\d-\d\d$/.test(given);
  const isIso = /^\d{4}-\d\d-\d\d[t ]\d\d:\d\d/i.test(given);
  const zoned = hasZone ? given : `${given}${isIso ? "Z" : " UTC"}`;
  const at = Date.parse(isIso ? zoned.replace(" ", "T") : zoned);
  return Number.isNaN(at) ? undefined : Math.floor(at);
}
