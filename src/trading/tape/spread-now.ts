/** The spread of two markets as it is at this moment, by their books. */
import { toMillis } from "../../kit/time/instant.ts";
import type { Clock } from "../../kit/time/clock.ts";
import type { MarketView } from "../market/index.ts";
import { MINUTE_MS } from "./core/days.ts";
import type { SpreadMinute } from "./core/spread-minutes.ts";

/** A minute that has only this moment in it; undefined unless both books are live and have the side that is asked for. */
export function spreadNow(
  market: MarketView,
  clock: Pick<Clock, "now">,
  askCode: string,
  bidCode: string,
): SpreadMinute | undefined {
  const [asking, bidding] = [market.listing(askCode), market.listing(bidCode)];
  if (!asking || !bidding) return undefined;
  const { state: askState, askPrice } = market.top(asking);
  const { state: bidState, bidPrice } = market.top(bidding);
  if (askState !== "live" || bidState !== "live" || askPrice <= 0 || bidPrice <= 0) return undefined;
  const nowMs = toMillis(clock.now());
  return {
    startMs: nowMs - (nowMs % MINUTE_MS),
    price: flat(askPrice - bidPrice),
    ratio: flat(askPrice / bidPrice),
  };
}

function flat(value: number): SpreadMinute["price"] {
  return { open: value, high: value, low: value, close: value };
}
