/** The clock on the wall of a place: its hours go ahead in spring and back in autumn. */
import type { Brand } from "../ids/brand.ts";
import { toMillis, type Instant } from "./instant.ts";
import { DAY_MICROS } from "./spans.ts";
import { isTimeZone } from "./time-zone.ts";

/** What a wall shows, as microseconds since 1970-01-01T00:00 on that wall. */
export type WallTime = Brand<number, "WallTime">;

/** Of one time zone. It remembers the days that it was asked about: make one for each request. */
export class WallClock {
  readonly #format: Intl.DateTimeFormat | undefined;
  /** By day in UTC: how far the wall is ahead all day, in microseconds; undefined where that changes within it. */
  readonly #days = new Map<number, number | undefined>();

  /** @param timeZone IANA name; one that this runtime does not know counts as UTC */
  constructor(timeZone: string) {
    if (timeZone === "UTC" || !isTimeZone(timeZone)) return;
    this.#format = new Intl.DateTimeFormat("en-US", {
      timeZone,
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
      hourCycle: "h23",
    });
  }

  wallOf(at: Instant): WallTime {
    return (at + this.#aheadAt(at)) as WallTime;
  }

  /**
   * When the wall shows this. Where it shows it twice, the first time. A time that it skips is that of a wall whose hour did not
   * change: at 02:30 of a night that goes from 02:00 to 03:00, it is 03:30.
   */
  instantOf(wall: WallTime): Instant {
    const before = (wall - this.#aheadAt((wall - DAY_MICROS) as Instant)) as Instant;
    if (this.wallOf(before) === wall) return before;
    const after = (wall - this.#aheadAt((wall + DAY_MICROS) as Instant)) as Instant;
    return this.wallOf(after) === wall ? after : before;
  }

  /** How far the wall is ahead of UTC, in microseconds. */
  #aheadAt(at: Instant): number {
    if (!this.#format) return 0;
    const day = Math.floor(at / DAY_MICROS);
    if (!this.#days.has(day)) {
      const [from, to] = [this.#read(day * DAY_MICROS), this.#read((day + 1) * DAY_MICROS)];
      this.#days.set(day, from === to ? from : undefined);
    }
    return this.#days.get(day) ?? this.#read(at);
  }

  #read(at: number): number {
    const seconds = Math.floor(toMillis(at as Instant) / 1000);
    const parts = new Map(this.#format?.formatToParts(seconds * 1000).map(({ type, value }) => [type, value]));
    const of = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.get(type));
    const wall = Date.UTC(of("year"), of("month") - 1, of("day"), of("hour"), of("minute"), of("second"));
    return (wall - seconds * 1000) * 1000;
  }
}
