/** How much each address asked for, in Binance's weights, and when it has asked for too much. */
import { MINUTE_MS } from "../../../src/kit/time/spans.ts";
import { BinanceError } from "./binance-error.ts";

const TEN_SECONDS_MS = 10_000;
/** This many requests after a 429 and the address is banned. */
const PATIENCE = 20;
const BAN_MS = 120_000;

export interface RequestWeight {
  /** Counts a request. @throws BinanceError 429 or 418, both -1003 */
  spend(weight: number): void;
  /** Counts an order. @throws BinanceError -1015 */
  spendOrder(): void;
  /** Bans the address until then. */
  ban(untilMs: number): void;
  readonly used: number;
  readonly headers: Readonly<Record<string, string>>;
  /** For an answer 429 or 418. */
  retryAfterS(status: number): number;
}

export interface WeightLimits {
  /** Weight in a minute; 6000 at Binance. */
  readonly weight: number;
  /** Orders in ten seconds; 100 at Binance. */
  readonly orders: number;
}

export function createRequestWeight(limits: WeightLimits, nowMs: () => number): RequestWeight {
  let [minute, used] = [0, 0];
  let [tenSeconds, orders, ordersOfDay] = [0, 0, 0];
  let impatience = 0;
  let bannedUntilMs = 0;

  function turn(): void {
    const now = nowMs();
    if (Math.floor(now / MINUTE_MS) !== minute) [minute, used, impatience] = [Math.floor(now / MINUTE_MS), 0, 0];
    if (Math.floor(now / TEN_SECONDS_MS) !== tenSeconds) [tenSeconds, orders] = [Math.floor(now / TEN_SECONDS_MS), 0];
  }

  return {
    spend(weight) {
      turn();
      if (bannedUntilMs > nowMs()) throw banned(bannedUntilMs);
      used += weight;
      if (used <= limits.weight) return;
      impatience++;
      if (impatience > PATIENCE) {
        bannedUntilMs = nowMs() + BAN_MS;
        throw banned(bannedUntilMs);
      }
      const limit = `current limit is ${limits.weight} request weight per 1 MINUTE`;
      const advice = "Please use WebSocket Streams for live updates to avoid polling the API.";
      throw new BinanceError(429, -1003, `Too much request weight used; ${limit}. ${advice}`);
    },
    spendOrder() {
      turn();
      orders++;
      ordersOfDay++;
      if (orders > limits.orders) {
        throw new BinanceError(
          429,
          -1015,
          `Too many new orders; current limit is ${limits.orders} orders per 10 SECOND.`,
        );
      }
    },
    ban(untilMs) {
      bannedUntilMs = untilMs;
    },
    get used() {
      turn();
      return used;
    },
    get headers() {
      turn();
      return {
        "x-mbx-used-weight": String(used),
        "x-mbx-used-weight-1m": String(used),
        "x-mbx-order-count-10s": String(orders),
        "x-mbx-order-count-1d": String(ordersOfDay),
      };
    },
    retryAfterS(status) {
      const untilMs = status === 418 ? bannedUntilMs : (minute + 1) * MINUTE_MS;
      return Math.max(1, Math.ceil((untilMs - nowMs()) / 1000));
    },
  };
}

function banned(untilMs: number): BinanceError {
  const advice = "Please use WebSocket Streams for live updates to avoid bans.";
  return new BinanceError(418, -1003, `Way too much request weight used; IP banned until ${untilMs}. ${advice}`);
}
