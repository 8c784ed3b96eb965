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

/** Names of zones that feeds write and JavaScript does not read. Those that mean several zones (IST) are left out. */
const ZONES: Readonly<Record<string, string>> = {
  WET: "+0000",
  CET: "+0100",
  MEZ: "+0100",
  WEST: "+0100",
  BST: "+0100",
  CEST: "+0200",
  MESZ: "+0200",
  EET: "+0200",
  SAST: "+0200",
  EEST: "+0300",
  MSK: "+0300",
  PKT: "+0500",
  HKT: "+0800",
  SGT: "+0800",
  AWST: "+0800",
  JST: "+0900",
  KST: "+0900",
  AEST: "+1000",
  AEDT: "+1100",
  NZST: "+1200",
  NZDT: "+1300",
  AKDT: "-0800",
  AKST: "-0900",
  HST: "-1000",
};

/**
 * A date as feeds write it: RFC 822, RFC 3339, and their relatives. A text without a zone is in UTC, wherever this process
 * runs. Undefined for what is not a date, and for zones that are not known.
 */
export function parseFeedDate(text: string | undefined): number | undefined {
  const trimmed = text?.trim() ?? "";
  if (trimmed === "" || trimmed.length > MAX_DATE_CHARACTERS) return undefined;
  const given = trimmed.replace(/ ([a-z]{3,4})$/i, (named, zone: string) => ZONES[zone.toUpperCase()] ?? named);
  const hasZone = /(?:z|[+-]\d\d:?\d\d|\b[a-z]{2,4})$/i.test(given) || /^\d{4}-\d\d-\d\d$/.test(given);
  const isIso = /^\d{4}-\d\d-\d\d[t ]\d\d:\d\d/i.test(given);
  const zoned = hasZone ? given : `${given}${isIso ? "Z" : " UTC"}`;
  // With the T of RFC 3339, JavaScript wants the zone as RFC 3339 writes it; with a blank it reads any.
  const isStrict = /^.{10}[t ][\d:.,]+(?:z|[+-]\d\d:\d\d)$/i.test(zoned);
  const at = Date.parse(isIso ? `${zoned.slice(0, 10)}${isStrict ? "T" : " "}${zoned.slice(11)}` : zoned);
  return Number.isNaN(at) ? undefined : Math.floor(at);
}
