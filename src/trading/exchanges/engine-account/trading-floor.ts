/**
 * What an account needs of the place where our own engine matches its orders: a simulated venue, or the engine of a
 * paper account. Both exchanges are this, and differ in where the other side comes from.
 */
import type { Command, EngineEvent, KeptAccount, RestoringMatching } from "../../simulation/index.ts";
import type { Market, OrderType } from "../port.ts";

export interface TradingFloor {
  readonly orderTypes: readonly OrderType[];
  findMarket(marketId: string): Market | undefined;
  /** Its time in milliseconds, which never goes back. */
  now(): number;
  /** The platform's own time in milliseconds. */
  clockMs(): number;
  apply(command: Command): readonly EngineEvent[];
  readonly matching: Omit<RestoringMatching, "apply" | "restore" | "remove">;
  /** Waits until its markets are known. */
  prepare(): Promise<void>;
  /** Gives a new account what it begins with. */
  giveMoney(account: string): void;
  /** Brings an account that was kept, and takes one out. */
  restore(kept: KeptAccount): void;
  remove(account: string): void;
}

/**
 * Carries a request of an account to the floor: with the delays and failures of the line, which are an
 * `ExchangeFailure`. `marketId` is given where an order is placed or amended.
 */
export type Line = <T>(request: Request, run: () => T) => Promise<T>;

export interface Request {
  readonly kind: "place" | "amend" | "other";
  readonly marketId?: string;
}
