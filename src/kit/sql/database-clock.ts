/**
 * How far the database's clock is ahead of this machine's. Machines whose clocks differ tell each other times by the
 * database's clock, which is the one that they share.
 */
import type { Log } from "../log/log.ts";
import type { Clock } from "../time/clock.ts";
import type { Instant } from "../time/instant.ts";
import type { Queryable } from "./database.ts";

/** Clocks that differ by more are reported to the operator, in milliseconds. */
export const MAX_CLOCK_DIFFERENCE_MS = 1_000;

export interface DatabaseClock {
  /** How many milliseconds the database's clock is ahead of ours; 0 before the first measurement. */
  readonly aheadMs: number;
}

/** For a process that has no clocks to compare. */
export const SAME_CLOCK: DatabaseClock = { aheadMs: 0 };

export interface MeasuredClock extends DatabaseClock {
  /** The newest measurement is wrong by this at the most, in milliseconds; undefined before the first. */
  readonly withinMs: number | undefined;
  /** Measures now. A database that does not answer, or not soon, changes nothing. */
  measure(): Promise<void>;
  /** Measures from time to time, until the signal is aborted. */
  start(signal: AbortSignal): void;
}

const MEASURE_EVERY_MS = 60_000;
/** The fastest of this many answers says most. */
const QUESTIONS = 3;
/** A measurement that may be wrong by more says less than the one before, or than none. */
const MAX_DOUBT_MS = 250;

export function databaseClock(options: {
  readonly db: Queryable;
  readonly clock: Clock;
  readonly log: Pick<Log, "info" | "warn">;
}): MeasuredClock {
  const { db, clock, log } = options;
  let newest: Measurement | undefined;
  let isFar = false;

  function tell(aheadMs: number): void {
    const wasFar = isFar;
    isFar = Math.abs(aheadMs) > MAX_CLOCK_DIFFERENCE_MS;
    if (isFar && !wasFar) {
      log.warn({ aheadMs }, "the database's clock differs from this machine's: set both by a time server, such as NTP");
    }
    if (!isFar && wasFar) log.info({ aheadMs }, "the database's clock agrees with this machine's again");
  }

  async function measure(): Promise<void> {
    try {
      let best: Measurement | undefined;
      for (let question = 0; question < QUESTIONS; question++) {
        const measured = await measureOnce(db, clock);
        if (!best || measured.withinMs < best.withinMs) best = measured;
      }
      if (!best || best.withinMs > MAX_DOUBT_MS) return;
      newest = best;
      tell(Math.round(best.aheadMs));
    } catch {
      // Another part reports the outage; what was measured before still holds, as clocks go.
    }
  }

  return {
    get aheadMs() {
      return newest?.aheadMs ?? 0;
    },
    get withinMs() {
      return newest?.withinMs;
    },
    measure,
    start: (signal) => clock.every(MEASURE_EVERY_MS, measure, signal),
  };
}

interface Measurement {
  readonly aheadMs: number;
  readonly withinMs: number;
}

/** Asks the database for its time. It was read at some moment between the question and the answer. */
async function measureOnce(db: Queryable, clock: Clock): Promise<Measurement> {
  const before = clock.now();
  const [row] = await db.query<{ at: Instant }>({ name: "kit.databaseTime", text: "select clock_timestamp() as at" });
  const after = clock.now();
  if (!row) throw new Error("a select without a filter answers a row");
  return { aheadMs: (row.at - (before + after) / 2) / 1_000, withinMs: (after - before) / 2_000 };
}
