/** Metrics of the lookup, beside those of the game servers (`sources/cluster-metrics.ts`). */
import type { Metrics } from "../kit/metrics/metrics.ts";
import { addDeliveryMetrics, type WatchedWebhooks } from "../kit/webhooks/metrics.ts";
import type { DirectoryModel } from "./directory/index.ts";
import { playersWebhooks } from "./webhooks/index.ts";

export interface WatchedPlayers extends WatchedWebhooks {
  readonly model: Pick<DirectoryModel, "directory">;
}

export function addPlayersMetrics(metrics: Metrics, watched: WatchedPlayers): void {
  metrics.gauge({
    name: "tripod_players_directory",
    help: "Players and tribes in the directory that this process answers from, of all game servers.",
    labels: ["kind"],
    read(gauge) {
      const { players, tribes } = watched.model.directory;
      gauge.set({ kind: "players" }, players.size);
      gauge.set({ kind: "tribes" }, tribes.size);
    },
  });
  addDeliveryMetrics(metrics, playersWebhooks, watched);
}
