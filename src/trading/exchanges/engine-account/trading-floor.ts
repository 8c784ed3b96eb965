/**
 * What an account needs of the place where its orders are matched by our own engine: a simulated venue, or the engine
 * of a paper account. Both exchanges are this, and differ in where the other side comes from.
 */
import type { Command, EngineEvent, Matching } from "../../simulation/index.ts";
import type { Market, OrderType } from "../port.ts";

export interface TradingFloor {
  /** Before every id that it gives out, so that ids of two runs differ. */
  readonly idPrefix: string;
  readonly orderTypes: readonly OrderType[];
  findMarket(marketId: string): Market | undefined;
  /** Its time in milliseconds, which never goes back. */
  now(): number;
  apply(command: Command): readonly EngineEvent[];
  readonly matching: Omit<Matching, "apply">;
}

/**
 * Carries a request of an account to the floor: with the delays and failures of the line, which are an
 * `ExchangeFailure`. `marketId` is told where an order is placed or amended.
 */
export type Line = <T>(request: Request, run: () => T) => Promise<T>;

export interface Request {
  readonly kind: "place" | "amend" | "other";
  readonly marketId?: string;
}
