/** What is fixed about a market: its pair, its steps and its fees. */
import { trading } from "../../../live/clients.ts";
import { useAsked, type Asked } from "../../../live/asked.ts";

export interface MarketFacts {
  readonly code: string;
  /** Code of the exchange. */
  readonly exchange: string;
  readonly exchangeName: string;
  /** BASE/QUOTE. */
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  readonly pricePlaces: number;
  readonly tickSize: string;
  readonly stepSize: string;
  readonly minNotional: string;
  /** Fractions of the value. */
  readonly makerFee: number;
  readonly takerFee: number;
}

/** Null for a market that the exchange does not trade now. */
export function useMarketFacts(code: string): Asked<MarketFacts | null> {
  return useAsked(
    async (signal) => {
      const exchange = code.slice(0, code.indexOf("-"));
      const [symbols, exchanges] = await Promise.all([
        trading.market.listSymbols({ exchange }, { signal }),
        trading.market.listExchanges({}, { signal }),
      ]);
      const found = symbols[exchange]?.find(({ id }) => `${exchange}-${id}` === code);
      if (!found) return null;
      return {
        code,
        exchange,
        exchangeName: exchanges.find((each) => each.code === exchange)?.name ?? exchange,
        symbol: found.symbol,
        base: found.base,
        quote: found.quote,
        pricePlaces: found.pp,
        tickSize: found.tick_size,
        stepSize: found.step_size,
        minNotional: found.min_notional,
        makerFee: found.maker_fee,
        takerFee: found.taker_fee,
      };
    },
    [code],
  );
}
