/** Makes the reader of Bitcoin's chain. */
import { outbound } from "../kit/outbound/outbound.ts";
import type { Platform } from "../kit/platform.ts";
import type { TradingConfig } from "./build.ts";
import { esplora, esploraHosts, type Esplora } from "./wallets/index.ts";

type ChainPlatform = Pick<Platform, "clock" | "allowPrivateOutbound" | "proxyRules" | "traces">;

/** The reader of Bitcoin's chain; undefined where the settings name none. */
export function openEsplora(
  { clock, allowPrivateOutbound, proxyRules, traces }: ChainPlatform,
  config: TradingConfig,
): Esplora | undefined {
  if (config.esploraUrl === "") return undefined;
  const allowPrivate = [...allowPrivateOutbound, ...esploraHosts(config)];
  const proxied = { rules: proxyRules, urls: [config.esploraUrl] };
  const http = outbound({ allowPrivate, userAgent: "Tripod-trading/1.0", clock, traces, proxied });
  return esplora(config.esploraUrl, http);
}
