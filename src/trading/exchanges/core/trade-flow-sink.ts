/** What an adapter tells of whether the trades of a market come without a break. */
export interface TradeFlowSink {
  /**
   * Trades of the market may be missing: those from `sinceMs` (ours) on, until `tradesResumed`. It was the last moment at
   * which their stream was known to be whole.
   */
  tradesBroke?(marketId: string, sinceMs: number): void;
  /** From now on each trade is told. Also the first word about the trades of a market, before any of them. */
  tradesResumed?(marketId: string): void;
}
