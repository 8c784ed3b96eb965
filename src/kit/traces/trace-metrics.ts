/** Metrics of traces. */
import type { Metrics } from "../metrics/metrics.ts";
import type { SpanSender } from "./span-sender.ts";

export function addTraceMetrics(metrics: Metrics, sender: Pick<SpanSender, "counts">): void {
  metrics.gauge({
    name: "tripod_trace_spans",
    help: "Spans of this process since its start that the collector took (`sent`), or that were lost (`dropped`).",
    labels: ["outcome"],
    read(gauge) {
      const { sent, dropped } = sender.counts;
      gauge.set({ outcome: "sent" }, sent);
      gauge.set({ outcome: "dropped" }, dropped);
    },
  });
}
