/** The spread of two markets as it is at this moment, by their books. */
import { difference, significant } from "../../kit/money/decimals.ts";
import { toMillis } from "../../kit/time/instant.ts";
import type { Clock } from "../../kit/time/clock.ts";
import { MINUTE_MS } from "../../kit/time/spans.ts";
import type { MarketView } from "../market/index.ts";
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
    price: flat(difference(askPrice, bidPrice)),
    ratio: flat(significant(askPrice / bidPrice)),
  };
}

function flat(value: number): SpreadMinute["price"] {
  return { open: value, high: value, low: value, close: value };
}
