/** The registry's three guards of outbound requests: who chose the address decides what it may reach. */
import type { SectionConfig } from "../kit/config/setting.ts";
import { outbound, type Outbound } from "../kit/outbound/outbound.ts";
import type { Platform } from "../kit/platform.ts";
import type { registrySettings } from "./config.ts";
import { packageUrls, trustedHosts } from "./publishing/index.ts";
import { operatorHost } from "./sync/index.ts";

export interface Outside {
  /** For addresses that callers or webhooks' receivers name: public ones only. */
  readonly publicHttp: Outbound;
  /** For hosts that the operator names, which may be in a private network: login issuers, an upstream. */
  readonly operatorHttp: Outbound;
  /** For package registries and the operator's mirrors of them. */
  readonly packageHttp: Outbound;
  close(): Promise<void>;
}

export function openOutside(
  {
    allowPrivateOutbound,
    clock,
    traces,
    proxyRules: rules,
  }: Pick<Platform, "allowPrivateOutbound" | "clock" | "proxyRules" | "traces">,
  config: SectionConfig<typeof registrySettings>,
): Outside {
  const userAgent = "Tripod-Registry/1.0";
  const publicHttp = outbound({ allowPrivate: allowPrivateOutbound, userAgent, clock, traces });
  const operatorHttp = outbound({
    allowPrivate: [...allowPrivateOutbound, ...operatorUrls(config).flatMap(operatorHost)],
    userAgent,
    clock,
    traces,
    proxied: { rules, urls: operatorUrls(config) },
  });
  const packageHttp = outbound({
    allowPrivate: [...allowPrivateOutbound, ...trustedHosts(config)],
    userAgent: "Tripod-Registry-Validator/1.0",
    clock,
    traces,
    proxied: { rules, urls: packageUrls(config) },
  });
  return {
    publicHttp,
    operatorHttp,
    packageHttp,
    async close() {
      await Promise.all([publicHttp.close(), operatorHttp.close(), packageHttp.close()]);
    },
  };
}

function operatorUrls(config: SectionConfig<typeof registrySettings>): string[] {
  const urls = [config.githubApiUrl, config.githubUrl, config.githubOidcIssuer, config.oidcIssuer];
  return [...urls, config.syncUrl, config.syncOidcIssuer];
}
