/** Exchanges by code: their names, and whether they are live, on paper or simulated. */
import { useMemo } from "preact/hooks";
import { trading } from "../../../live/clients.ts";
import { useAsked, type Asked } from "../../../live/asked.ts";
import { kindNamed, type MoneyKind } from "../../../live/money-kind.ts";
import { useChannel } from "../../../live/push.ts";

/** The kind of each exchange by its code. Empty until the platform has said it. */
export function useExchangeKinds(): ReadonlyMap<string, MoneyKind> {
  const { message } = useChannel("system/status");
  return useMemo(() => new Map(message?.data?.exchanges.map(({ code, kind }) => [code, kindNamed(kind)])), [message]);
}

export function useExchangeNames(): Asked<ReadonlyMap<string, string>> {
  return useAsked(async (signal) => {
    const exchanges = await trading.market.listExchanges({}, { signal });
    return new Map(exchanges.map(({ code, name }) => [code, name]));
  }, []);
}
