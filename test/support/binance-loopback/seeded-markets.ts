/** The markets that a loopback exchange is born with. */
import type { Market } from "../../../src/trading/exchanges/index.ts";

export interface SeededMarket extends Market {
  /** Where the house begins to quote, as decimal text. */
  readonly startPrice: string;
}

const SPOT = {
  type: "spot",
  isActive: true,
  makerFee: 0.001,
  takerFee: 0.001,
  contractSize: "1",
} as const;

export const SEEDED_MARKETS: readonly SeededMarket[] = [
  market("BTC", "USDT", { startPrice: "60000", tickSize: "0.01", stepSize: "0.00001", minNotional: "5" }),
  market("ETH", "USDT", { startPrice: "3000", tickSize: "0.01", stepSize: "0.0001", minNotional: "5" }),
  market("ETH", "BTC", { startPrice: "0.05", tickSize: "0.00001", stepSize: "0.0001", minNotional: "0.0001" }),
];

/** The seeded ones and as many made up ones (`S0001/USDT`, ...) as it takes to be `count`. */
export function manyMarkets(count: number): readonly SeededMarket[] {
  const madeUp = Array.from({ length: Math.max(0, count - SEEDED_MARKETS.length) }, (_, index) =>
    market(`S${String(index + 1).padStart(4, "0")}`, "USDT", {
      startPrice: String(1 + (index % 500)),
      tickSize: "0.0001",
      stepSize: "0.01",
      minNotional: "5",
    }),
  );
  return [...SEEDED_MARKETS, ...madeUp].slice(0, count);
}

function market(
  base: string,
  quote: string,
  rest: Pick<SeededMarket, "startPrice" | "tickSize" | "stepSize" | "minNotional">,
): SeededMarket {
  const id = `${base}${quote}`.toLowerCase();
  return { ...SPOT, id, symbol: `${base}/${quote}`, base, quote, minAmount: rest.stepSize, ...rest };
}
