/** The trials of `tripod check` for the lookup: the cluster's file, plugins' databases over MySQL, and the Steam Web API. */
import { readEnvironment } from "../kit/config/environment.ts";
import { UserError } from "../kit/errors/user-error.ts";
import { outbound } from "../kit/outbound/outbound.ts";
import type { Trial, TrialPlatform } from "../kit/service.ts";
import { counted } from "../kit/text/counted.ts";
import type { PlayersConfig } from "./build.ts";
import { clusterOfFile } from "./build-cluster.ts";
import { readSecret, type Plugins } from "./cluster/index.ts";
import { openSteam, steamHosts } from "./platform/index.ts";
import { DEFAULT_CLUSTER_FILE, tryPlugins } from "./sources/index.ts";

/** The oldest account of Steam: it is there for every key. */
const ANY_ACCOUNT = "76561197960287930";

export function playersTrials(
  { clock, allowPrivateOutbound, proxyRules }: TrialPlatform,
  config: PlayersConfig,
): Trial[] {
  const trials = [{ what: "cluster", run: async () => tryCluster(config) }, ...pluginTrials(config)];
  if ((config.steamApiKey ?? "") === "") return trials;
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
  return [...trials, { what: "steam", run }];
}

/** Databases over the network, whose settings are easily wrong. A file with mistakes is the other trial's matter. */
function pluginTrials(config: PlayersConfig): Trial[] {
  const { permissions, arkShop } = readablePlugins(config);
  const plugins: Plugins = {
    permissions: permissions?.database.kind === "mysql" ? permissions : undefined,
    arkShop: arkShop?.database.kind === "mysql" ? arkShop : undefined,
  };
  if (!plugins.permissions && !plugins.arkShop) return [];
  const run = async (signal: AbortSignal): Promise<string> => {
    const environment = readEnvironment();
    const found = await tryPlugins(plugins, (secret, what) => readSecret(secret, environment, what), signal);
    if (!found.ok) throw new UserError(`${found.says} ${found.doThis}`);
    return found.says;
  };
  return [{ what: "plugins", run }];
}

function readablePlugins(config: PlayersConfig): Plugins {
  try {
    return clusterOfFile(config)?.plugins ?? { permissions: undefined, arkShop: undefined };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { permissions: undefined, arkShop: undefined };
  }
}

/** The file alone: what it names may be away, and a start does not wait for it. */
function tryCluster(config: PlayersConfig): string {
  try {
    const cluster = clusterOfFile(config);
    if (!cluster) return withoutFile(config.clusterFile);
    return `${counted(cluster.servers.length, "game server")} in ${config.clusterFile}; \`tripod players doctor\` tries them`;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new UserError(error.message.replaceAll(/\n\s*/g, " "), { cause: error });
  }
}

/** A file that is named was meant to be there. @throws UserError then */
function withoutFile(file: string): string {
  if (file === DEFAULT_CLUSTER_FILE) return `there is no file ${file}, so no game server is read`;
  throw new UserError(
    `TRIPOD_PLAYERS_CLUSTER_FILE names ${file}, which is not there, so no game server is read. ` +
      "Correct the name, or make the file with `tripod players add-server`.",
  );
}
