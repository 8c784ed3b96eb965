/** The exchanges that can be traded at. Every page with money reads them, to say what kind of money it is. */
import { signal } from "@preact/signals";
import type { StrategiesListExchangesResult } from "../../../clients/typescript/src/trading.ts";
import { useAsked, type Asked } from "./asked.ts";
import { trading } from "./clients.ts";
import { exchangeOf, moneyKindOf, type MoneyKind } from "./money-kind.ts";

export type TradedExchange = StrategiesListExchangesResult[number];

/** What was read last, so that a page which opens later knows it at once. */
const known = signal<readonly TradedExchange[]>([]);

const EVERY_MS = 60_000;

/** Reads the exchanges while the page is open. */
export function useExchanges(): Asked<readonly TradedExchange[]> {
  return useAsked(
    async (ending) => {
      const found = await trading.strategies.listExchanges({}, { signal: ending });
      known.value = found;
      return found;
    },
    [],
    { everyMs: EVERY_MS },
  );
}

export function findTradedExchange(code: string): TradedExchange | undefined {
  return known.value.find((each) => each.code === code);
}

/** The name of an exchange; its code where it is not in the list. */
export function exchangeName(code: string): string {
  return findTradedExchange(code)?.name ?? code;
}

/** Of an exchange's code, or of a market's. */
export function moneyAt(code: string): MoneyKind {
  return moneyKindOf(findTradedExchange(exchangeOf(code)));
}
