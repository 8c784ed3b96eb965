/** The contract suite's view of an exchange: the adapter, and hands to move the exchange behind it. */
import type { ExchangeCredentials } from "../../../src/trading/exchanges/store.ts";
import type { Exchange, Side } from "../../../src/trading/exchanges/port.ts";

export interface ContractSubject {
  readonly exchange: Exchange;
  /** Of an account that has plenty of base and quote, and no orders. */
  readonly credentials: ExchangeCredentials;
  /** An unknown key, where the exchange refuses such keys. */
  readonly badCredentials?: ExchangeCredentials;
  /**
   * A spot market in which only this suite trades: within 100 ticks of `price` nothing is offered. Others have offers
   * farther out or none.
   */
  readonly marketId: string;
  /** A second market that can be watched. */
  readonly otherMarketId: string;
  /** A price on a tick. */
  readonly price: string;
  /** An amount on a step that is good for an order at `price`, as is half of it where it is on a step. */
  readonly amount: string;
  /**
   * Another account's limit order, which may trade at once. Buyer and seller differ, so that others trade with each
   * other too. Resolves when the exchange has done it.
   */
  othersPlace(order: { readonly side: Side; readonly price: string; readonly amount: string }): Promise<void>;
  /** Lets a little time pass: a step of a clock, or of the real one. */
  settle(): Promise<void>;
  readonly faults?: ContractFaults;
  close(): Promise<void>;
}

/** Each one is there where it can be brought about. */
export interface ContractFaults {
  /** The next order is answered by nothing, having come to the exchange or not. */
  readonly loseNextPlace?: (when: "before" | "after") => void;
  /** The next request of an account is refused for now: nothing happens. */
  readonly refuseNext?: () => void;
  /** All streams, of markets and of accounts, break now. */
  readonly dropStreams?: () => void | Promise<void>;
  /** The next change of a book is never sent, as the next one shows. */
  readonly skipBookChange?: () => void;
}

/** Looks again and again, with a little time between, until `check` does not throw. */
export async function eventually<T>(subject: ContractSubject, check: () => T | Promise<T>): Promise<T> {
  for (let look = 0; look < 300; look++) {
    try {
      return await check();
    } catch {
      await subject.settle();
    }
  }
  return check();
}
