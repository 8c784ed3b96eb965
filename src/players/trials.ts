/** The trials of `tripod check` for the lookup: the Steam Web API. */
import { UserError } from "../kit/errors/user-error.ts";
import { outbound } from "../kit/outbound/outbound.ts";
import type { Trial, TrialPlatform } from "../kit/service.ts";
import type { PlayersConfig } from "./build.ts";
import { openSteam, steamHosts } from "./platform/index.ts";

/** The oldest account of Steam: it is there for every key. */
const ANY_ACCOUNT = "76561197960287930";

export function playersTrials(
  { clock, allowPrivateOutbound, proxyRules }: TrialPlatform,
  config: PlayersConfig,
): Trial[] {
  if ((config.steamApiKey ?? "") === "") return [];
  const run = async (signal: AbortSignal): Promise<string> => {
    const allowPrivate = [...allowPrivateOutbound, ...steamHosts(config)];
    const proxied = { rules: proxyRules, urls: [config.steamApiUrl] };
    const http = outbound({ allowPrivate, userAgent: "Tripod-players/1.0", clock, proxied });
    try {
      const result = await openSteam(config, { outbound: http, clock })?.summaries([ANY_ACCOUNT], signal);
      if (result?.kind === "problem") throw new UserError(result.problem.says);
      return `${new URL(config.steamApiUrl).host} answers to the key`;
    } finally {
      await http.close();
    }
  };
  return [{ what: "steam", run }];
}
