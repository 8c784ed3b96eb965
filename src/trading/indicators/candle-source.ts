import type { Candles } from "./core/candles.ts";

/** Why candles are not there. */
export type GapReason =
  /** They were neither recorded nor imported, and no exchange can be asked. */
  | "not_recorded"
  /** The exchange was asked, and has none that far back. */
  | "exchange_has_none"
  /** The exchange did not answer. Asking again may help. */
  | "exchange_did_not_answer"
  /** More was missing than is asked of an exchange for one answer. Asking again goes on from there. */
  | "too_much_at_once";

/** A time of which it is not known what was traded: its first millisecond, and the first one after it. */
export interface Gap {
  readonly fromMs: number;
  readonly toMs: number;
  readonly reason: GapReason;
}

/** Candles, and the times that are missing among them. A candle in which a gap begins or ends is made of what is known. */
export interface CandleHistory extends Candles {
  /** Sorted, none beyond now. Where both a candle and a gap are missing, nothing was traded. */
  readonly gaps: readonly Gap[];
}

/** Where candles of the past come from. */
export interface CandleSource {
  /**
   * Candles of the market with service code `code` that begin at `fromMs` or later and before `toMs`, oldest first,
   * columns of one length. `interval` is one of `1m` to `4h`.
   *
   * @param isUrgent asked for before what others wait for: a strategy waits for it
   */
  candles(
    code: string,
    interval: CandleInterval,
    fromMs: number,
    toMs: number,
    isUrgent?: boolean,
  ): Promise<CandleHistory>;
}

export type CandleInterval = "1m" | "3m" | "5m" | "15m" | "30m" | "1h" | "2h" | "4h";
