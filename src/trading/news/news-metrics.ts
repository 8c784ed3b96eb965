/** Metrics of the news. */
import type { Metrics } from "../../kit/metrics/metrics.ts";
import type { FeedHealth } from "./feed-health.ts";
import type { SourceRunner } from "./sources/run-sources.ts";

/** @param runner of this process, where it follows sources */
export function newsMetrics(
  metrics: Metrics,
  health: () => Promise<readonly FeedHealth[]>,
  runner: () => SourceRunner | undefined,
): void {
  metrics.gauge({
    name: "tripod_news_sources",
    help: "Sources of news that are running, failing, or not asked yet (starting), whichever process asks them.",
    labels: ["state"],
    async read(gauge) {
      for (const state of ["running", "failing", "starting"]) gauge.set({ state }, 0);
      for (const { state } of await health()) gauge.inc({ state });
    },
  });
  metrics.gauge({
    name: "tripod_news_articles",
    help: "Articles that this process has stored since its start: new ones, echoes of known stories, and edits.",
    labels: ["kind"],
    read(gauge) {
      const { added = 0, echoes = 0, edited = 0 } = runner()?.counts ?? {};
      gauge.set({ kind: "new" }, added);
      gauge.set({ kind: "echo" }, echoes);
      gauge.set({ kind: "edit" }, edited);
    },
  });
  metrics.gauge({
    name: "tripod_news_looks",
    help: "Looks at sources since the start of this process, and how many of them failed.",
    labels: ["outcome"],
    read(gauge) {
      const { looks = 0, failures = 0 } = runner()?.counts ?? {};
      gauge.set({ outcome: "failed" }, failures);
      gauge.set({ outcome: "ok" }, looks - failures);
    },
  });
  metrics.gauge({
    name: "tripod_news_pages",
    help: "Pages of articles asked for a brief since the start of this process, by whether one was found.",
    labels: ["outcome"],
    read(gauge) {
      const { pages = 0, briefs = 0 } = runner()?.counts ?? {};
      gauge.set({ outcome: "failed" }, pages - briefs);
      gauge.set({ outcome: "ok" }, briefs);
    },
  });
}
