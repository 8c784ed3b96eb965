/** An account as it is kept outside of an engine, so that another engine can go on with it. */
import type { EngineEvent, EngineOrder, Matching } from "./commands.ts";

export interface KeptAccount {
  readonly account: string;
  /** Units by currency, reservations for open orders included. */
  readonly balances: ReadonlyMap<string, bigint>;
  /** Open and final ones, in the order of their ids. */
  readonly orders: readonly EngineOrder[];
  /** Ids that were given out to it. New ones are above. */
  readonly lastOrderId: number;
  readonly lastTradeId: number;
}

/** An engine that accounts can be brought to and taken from. */
export interface RestoringMatching extends Matching {
  /**
   * Brings an account that is not there. Its open orders come to the book one after the other, and take what they meet
   * there. One whose market or money is gone is canceled.
   */
  restore(kept: KeptAccount, atMs: number): readonly EngineEvent[];
  /** Takes an account out with its orders, which are not canceled by it. */
  remove(account: string): readonly EngineEvent[];
  /** The last ids that were given out. */
  readonly lastIds: { readonly orderId: number; readonly tradeId: number };
}
