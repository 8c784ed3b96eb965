/** Metrics of the registry. */
import type { Metrics } from "../kit/metrics/metrics.ts";
import { toMillis } from "../kit/time/instant.ts";
import { remembered } from "../kit/time/remembered.ts";
import { SECOND_MS } from "../kit/time/spans.ts";
import { addDeliveryMetrics, type WatchedWebhooks } from "../kit/webhooks/metrics.ts";
import type { ReadModel } from "./servers/index.ts";
import { FAILURE_REASONS, failureReasonOf, upstreamOf, type SyncRunDeps } from "./sync/index.ts";
import { registryWebhooks } from "./webhooks/index.ts";

export interface WatchedRegistry extends WatchedWebhooks {
  readonly model: Pick<ReadModel, "catalogue">;
  readonly sync: Pick<SyncRunDeps, "sync" | "config">;
}

const ASKED_FOR_MS = 15 * SECOND_MS;

export function addRegistryMetrics(metrics: Metrics, watched: WatchedRegistry): void {
  metrics.gauge({
    name: "tripod_registry_servers",
    help: "Servers in the catalogue that this process answers from, mirrored ones too.",
    read: (gauge) => gauge.set(watched.model.catalogue.serverCount),
  });
  metrics.gauge({
    name: "tripod_registry_versions",
    help: "Versions of servers in the catalogue that this process answers from, deleted ones too.",
    read: (gauge) => gauge.set(watched.model.catalogue.versionCount),
  });
  mirrorMetrics(metrics, watched);
  addDeliveryMetrics(metrics, registryWebhooks, watched);
}

/** Of the upstream that is followed now. Without one, and before the first run, it has no values. */
function mirrorMetrics(metrics: Metrics, watched: WatchedRegistry): void {
  const mirror = remembered(watched.clock, ASKED_FOR_MS, async () => {
    const { sync, config } = watched.sync;
    if (config.syncUrl === "") return undefined;
    const state = await sync.readState(upstreamOf(config.syncUrl));
    return state && { state, origin: config.syncOriginName };
  });
  metrics.gauge({
    name: "tripod_registry_mirror_age_seconds",
    help: "Seconds since the mirrored registry was last read to the end. No value before that has worked once.",
    labels: ["origin"],
    async read(gauge) {
      const known = await mirror();
      gauge.reset();
      if (!known?.state.lastSuccessAt) return;
      const ageMs = toMillis(watched.clock.now()) - toMillis(known.state.lastSuccessAt);
      gauge.set({ origin: known.origin }, ageMs / SECOND_MS);
    },
  });
  metrics.gauge({
    name: "tripod_registry_mirror_failures",
    help: "Runs of the mirror that failed in a row; 0 after one that worked.",
    labels: ["origin"],
    async read(gauge) {
      const known = await mirror();
      gauge.reset();
      if (known) gauge.set({ origin: known.origin }, known.state.failures);
    },
  });
  metrics.gauge({
    name: "tripod_registry_mirror_error",
    help: "1 for the reason why the mirror's last run failed, 0 for the other reasons; all 0 after one that worked.",
    labels: ["origin", "reason"],
    async read(gauge) {
      const known = await mirror();
      gauge.reset();
      if (!known) return;
      const { lastError } = known.state;
      const failed = lastError === null ? undefined : failureReasonOf(lastError);
      for (const reason of FAILURE_REASONS) gauge.set({ origin: known.origin, reason }, reason === failed ? 1 : 0);
    },
  });
}
