/** Opportunities of arbitrage as they come and go: how long each has lived, and which deserve an alert. */
import type { Arbitrage } from "../../../../../clients/typescript/src/trading.ts";

export interface Opportunity {
  /** Two service codes joined by +: buy at the first, sell at the second. */
  readonly code: string;
  readonly ask: number;
  readonly bid: number;
  /** Before fees; undefined while a currency has no rate. */
  readonly returnPercent: number | undefined;
  /** After fees; undefined while they are not known. */
  readonly netPercent: number | undefined;
  /** When it was first seen, in milliseconds since 1970, by the server's clock. */
  readonly sinceMs: number;
  /** It was there when the page began to look, so it has lived longer. */
  readonly isOlder: boolean;
}

export interface Ended extends Opportunity {
  readonly endedMs: number;
  /** The highest return after fees that was seen. */
  readonly bestNetPercent: number | undefined;
}

export interface Seen {
  /** The highest return first. */
  readonly open: readonly Opportunity[];
  /** The latest first. */
  readonly ended: readonly Ended[];
  /** Rows that the platform left out of its message: whether those have ended is not known. */
  readonly leftOut: number;
  readonly best: ReadonlyMap<string, number>;
}

/** Fees of a combination, in percent. */
export type Fees = ReadonlyMap<string, number>;

const ENDED_KEPT = 50;

/** @param before undefined at the first message, and at the first after a break: what is there then may be older */
export function seenNow(before: Seen | undefined, message: Arbitrage, fees: Fees, nowMs: number): Seen {
  const known = new Map(before?.open.map((each) => [each.code, each]));
  const open = message.s.map((row) => opportunityOf(row, fees, nowMs, known, before === undefined));
  const best = new Map<string, number>();
  for (const { code, netPercent } of open) {
    const most = Math.max(netPercent ?? -Infinity, before?.best.get(code) ?? -Infinity);
    if (Number.isFinite(most)) best.set(code, most);
  }
  const codes = new Set(open.map(({ code }) => code));
  const leftOut = message.more ?? 0;
  // A row that is not in a cut message may be behind its end.
  const gone = leftOut > 0 ? [] : [...known.values()].filter(({ code }) => !codes.has(code));
  const ended = gone.map((each) => ({ ...each, endedMs: nowMs, bestNetPercent: before?.best.get(each.code) }));
  return { open, ended: [...ended, ...(before?.ended ?? [])].slice(0, ENDED_KEPT), leftOut, best };
}

function opportunityOf(
  [code, , , brings, costs, bid, ask]: Arbitrage["s"][number],
  fees: Fees,
  nowMs: number,
  known: ReadonlyMap<string, Opportunity>,
  isFirst: boolean,
): Opportunity {
  const hasRates = typeof brings === "number" && typeof costs === "number" && costs > 0;
  const percent = hasRates ? ((brings - costs) / costs) * 100 : undefined;
  const fee = fees.get(code);
  const { sinceMs = nowMs, isOlder = isFirst } = known.get(code) ?? {};
  return {
    code,
    ask: ask ?? 0,
    bid: bid ?? 0,
    returnPercent: percent,
    netPercent: percent === undefined || fee === undefined ? undefined : percent - fee,
    sinceMs,
    isOlder,
  };
}

/** Opportunities that have risen to `leastPercent` after fees since the message before. */
export function risen(before: Seen | undefined, now: Seen, leastPercent: number): readonly Opportunity[] {
  const reached = new Set(before?.open.filter((each) => isAtLeast(each, leastPercent)).map(({ code }) => code));
  return now.open.filter((each) => isAtLeast(each, leastPercent) && !reached.has(each.code));
}

function isAtLeast({ netPercent }: Opportunity, leastPercent: number): boolean {
  return netPercent !== undefined && netPercent >= leastPercent;
}
