/**
 * How far an exchange's clock is from ours. Signed requests carry a time that the exchange compares with its own, and
 * refuses what is too old or from its future.
 */

/** One question for the time, by our clock in milliseconds but for `theirsMs`. */
export interface ClockSample {
  readonly sentMs: number;
  readonly receivedMs: number;
  readonly theirsMs: number;
}

export interface ClockReading {
  /** Add it to our time to get theirs. */
  readonly offsetMs: number;
  /** The truth is at most this far away. */
  readonly uncertaintyMs: number;
}

/** Above this much unexplained difference nothing is traded. */
const MAX_DRIFT_MS = 500;
/** How long a measurement holds. */
const VALID_MS = 5 * 60_000;

/**
 * The most exact of the samples, each less half of its round trip, as far as it is near their median. A sample is as exact as half
 * of its round trip, so one quick answer is enough on a busy line; one with a wrong time is far from the median.
 *
 * @returns undefined without samples
 */
export function readClock(samples: readonly ClockSample[]): ClockReading | undefined {
  const readings = samples
    .map(({ sentMs, receivedMs, theirsMs }) => ({
      offsetMs: theirsMs + (receivedMs - sentMs) / 2 - receivedMs,
      uncertaintyMs: (receivedMs - sentMs) / 2,
    }))
    .sort((a, b) => a.offsetMs - b.offsetMs);
  const median = readings[Math.floor((readings.length - 1) / 2)];
  if (!median) return undefined;
  const doubts = readings.map(({ offsetMs, uncertaintyMs }) => ({
    offsetMs,
    uncertaintyMs: uncertaintyMs + Math.abs(offsetMs - median.offsetMs),
  }));
  return doubts.reduce((best, each) => (each.uncertaintyMs < best.uncertaintyMs ? each : best));
}

/**
 * The known state of an exchange's clock. A new measurement that differs by more than 500 ms from the last one means
 * that one of the two clocks has jumped. The new one is used, but not trusted until the next agrees with it.
 */
export class ClockOffset {
  #reading: ClockReading | undefined;
  #measuredMs = Number.NEGATIVE_INFINITY;
  #jumpMs = 0;

  /** Takes note of a series of samples. Of an empty one nothing is noted. */
  measured(samples: readonly ClockSample[], nowMs: number): void {
    const reading = readClock(samples);
    if (!reading) return;
    const last = this.#reading;
    this.#jumpMs = last ? Math.abs(reading.offsetMs - last.offsetMs) : 0;
    this.#reading = reading;
    this.#measuredMs = nowMs;
  }

  /** Whole milliseconds to add to our time; rounded down, since a time that is too early is forgiven sooner. */
  get offsetMs(): number {
    return Math.floor(this.#reading?.offsetMs ?? 0);
  }

  /** Whether it was measured at all: nothing is signed for an exchange that nothing is sent to. */
  get isMeasured(): boolean {
    return this.#reading !== undefined;
  }

  /** True before the first measurement and five minutes after each. */
  isDue(nowMs: number): boolean {
    return nowMs - this.#measuredMs >= VALID_MS;
  }

  /** The unexplained part of the measured difference: how far it jumped last, or how little is known of it. */
  get driftMs(): number {
    return Math.max(this.#jumpMs, this.#reading?.uncertaintyMs ?? 0);
  }

  /** Why nothing may be traded by this clock; undefined when it may. Measuring again is what helps. */
  get problem(): string | undefined {
    if (!this.#reading) return "the exchange's clock has not been measured";
    if (this.#jumpMs > MAX_DRIFT_MS) {
      return `the clock moved by ${String(Math.round(this.#jumpMs))} ms against the exchange's`;
    }
    if (this.#reading.uncertaintyMs > MAX_DRIFT_MS) {
      return `the exchange's clock is only known to ${String(Math.round(this.#reading.uncertaintyMs))} ms`;
    }
    return undefined;
  }
}
