/** The trials of `tripod check` for the lookup: the cluster's file, and the Steam Web API. */
import { UserError } from "../kit/errors/user-error.ts";
import { outbound } from "../kit/outbound/outbound.ts";
import type { Trial, TrialPlatform } from "../kit/service.ts";
import { counted } from "../kit/text/counted.ts";
import type { PlayersConfig } from "./build.ts";
import { clusterOfFile } from "./build-cluster.ts";
import { openSteam, steamHosts } from "./platform/index.ts";

/** The oldest account of Steam: it is there for every key. */
const ANY_ACCOUNT = "76561197960287930";

export function playersTrials(
  { clock, allowPrivateOutbound, proxyRules }: TrialPlatform,
  config: PlayersConfig,
): Trial[] {
  const cluster = { what: "cluster", run: async () => tryCluster(config) };
  if ((config.steamApiKey ?? "") === "") return [cluster];
  const run = async (signal: AbortSignal): Promise<string> => {
    const allowPrivate = [...allowPrivateOutbound, ...steamHosts(config)];
    const proxied = { rules: proxyRules, urls: [config.steamApiUrl] };
    const http = outbound({ allowPrivate, userAgent: "Tripod-players/1.0", clock, proxied });
    try {
      const result = await openSteam(config, { outbound: http, clock })?.summaries([ANY_ACCOUNT], signal);
      if (result?.kind === "problem") throw new UserError(result.problem.says);
      return `${new URL(config.steamApiUrl).host} accepts the key`;
    } finally {
      await http.close();
    }
  };
  return [cluster, { what: "steam", run }];
}

/** The file alone: what it names may be away, and a start does not wait for it. */
function tryCluster(config: PlayersConfig): string {
  try {
    const cluster = clusterOfFile(config);
    if (!cluster) return `there is no file ${config.clusterFile}, so no game server is read`;
    return `${counted(cluster.servers.length, "game server")} in ${config.clusterFile}; \`tripod players doctor\` tries them`;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new UserError(error.message.replaceAll(/\n\s*/g, " "), { cause: error });
  }
}
