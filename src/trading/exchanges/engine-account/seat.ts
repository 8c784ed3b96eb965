/** An account's place in the engine of this process. */
import { formatAmount } from "../../../kit/money/amount.ts";
import { ExchangeFailure } from "../core/failure.ts";
import type { Fill } from "../port.ts";
import type { StoredAccount, StoredOrder } from "./account-store.ts";

/** What the exchange does with an account that comes or leaves. */
export interface SeatHands {
  /** Waits until markets are known: an order whose market is not there is canceled when it comes. */
  prepare(): Promise<void>;
  /** Brings the account into the engine; one that was never kept is new, and gets its first money. */
  bring(stored: StoredAccount | undefined): void;
  /** Takes it out. Its watches are notified that they may have missed something, unless the exchange closes. */
  leave(isClosing: boolean): void;
  /** Kept beside orders and fills. */
  sum(): Pick<StoredAccount, "balances" | "lastOrderId" | "lastTradeId">;
  /** It has open orders, or is watched. */
  isBusy(): boolean;
}

export interface Seat {
  /** Does something with the account in the engine. Answers when all that was done until then is kept. */
  use<T>(work: () => Promise<T>): Promise<T>;
  /** @throws ExchangeFailure when the account has left since the work began; nothing has happened then */
  check(): void;
  /** Something has happened, and is to be kept. */
  note(order: StoredOrder, fill?: Fill): void;
  /** Runs it when all that has happened is kept; never when that fails. */
  after(tell: () => void): void;
}

/** Of a process without a database: the account is gone with it. */
export class MemorySeat implements Seat {
  readonly #hands: SeatHands;
  #isBrought = false;

  constructor(hands: SeatHands) {
    this.#hands = hands;
  }

  use<T>(work: () => Promise<T>): Promise<T> {
    if (!this.#isBrought) this.#hands.bring(undefined);
    this.#isBrought = true;
    return work();
  }

  check(): void {}

  note(): void {}

  after(tell: () => void): void {
    tell();
  }
}

export function leftFailure(): ExchangeFailure {
  return new ExchangeFailure("unavailable", "maintenance", "another process has the account; ask again");
}

/** The total of an account, by currency. */
export function wholeBalances(
  balances: ReadonlyMap<string, { readonly free: bigint; readonly held: bigint }>,
): ReadonlyMap<string, bigint> {
  return new Map([...balances].map(([currency, { free, held }]) => [currency, free + held]));
}

/** For statements: amounts as text. */
export function orderBody(order: StoredOrder): string {
  return JSON.stringify(order, (_, value: unknown) => (typeof value === "bigint" ? formatAmount(value) : value));
}
