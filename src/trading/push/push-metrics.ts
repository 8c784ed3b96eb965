/** Push metrics of this process. */
import type { Metrics } from "../../kit/metrics/metrics.ts";
import type { Hub } from "./hub.ts";
import type { Places } from "./places.ts";

export function addPushMetrics(metrics: Metrics, places: Pick<Places, "taken">, hub: Pick<Hub, "counts">): void {
  metrics.gauge({
    name: "tripod_push_connections",
    help: "Sockets that are open.",
    read: (gauge) => gauge.set(places.taken),
  });
  metrics.gauge({
    name: "tripod_push_channels",
    help: "Channels with followers.",
    read: (gauge) => gauge.set(hub.counts.channels),
  });
  metrics.gauge({
    name: "tripod_push_skipped",
    help: "News that were overtaken by newer ones before their reader took them, since the start.",
    read: (gauge) => gauge.set(hub.counts.skipped),
  });
}
