/** Exchanges by code: their names, and whether they are live, on paper or simulated. */
import { useMemo } from "preact/hooks";
import { trading } from "../../../live/clients.ts";
import { useAsked, type Asked } from "../../../live/asked.ts";
import { useChannel } from "../../../live/push.ts";

/** The kind of each exchange by its code: `live`, `paper` or `simulated`. Empty until the platform has told. */
export function useExchangeKinds(): ReadonlyMap<string, string> {
  const { message } = useChannel("system/status");
  return useMemo(() => new Map(message?.data?.exchanges.map(({ code, kind }) => [code, kind])), [message]);
}

export function useExchangeNames(): Asked<ReadonlyMap<string, string>> {
  return useAsked(async (signal) => {
    const exchanges = await trading.market.listExchanges({}, { signal });
    return new Map(exchanges.map(({ code, name }) => [code, name]));
  }, []);
}
