/** Metrics of the market in this process. */
import type { Metrics } from "../../kit/metrics/metrics.ts";
import type { RunningMarket } from "./live-market.ts";
import type { BookState } from "./view.ts";

const STATES: readonly BookState[] = ["live", "stale", "crossed", "none"];

export function marketMetrics(metrics: Metrics, { view, owns }: Pick<RunningMarket, "view" | "owns">): void {
  metrics.gauge({
    name: "tripod_market_connected",
    help: "1 where this process is connected to the exchange itself, 0 where it follows another one or none.",
    labels: ["exchange"],
    read(gauge) {
      for (const { code } of view.exchanges()) gauge.set({ exchange: code }, owns(code) ? 1 : 0);
    },
  });
  metrics.gauge({
    name: "tripod_market_exchange_ok",
    help: "1 where the exchange is healthy, as far as this process knows.",
    labels: ["exchange"],
    read(gauge) {
      for (const { code, health } of view.exchanges()) gauge.set({ exchange: code }, health.state === "ok" ? 1 : 0);
    },
  });
  metrics.gauge({
    name: "tripod_market_books",
    help: "Pairs whose prices are live, stale, crossed, or not known (none).",
    labels: ["exchange", "state"],
    read(gauge) {
      for (const { code } of view.exchanges()) for (const state of STATES) gauge.set({ exchange: code, state }, 0);
      for (const listing of view.listings()) gauge.inc({ exchange: listing.exchange, state: view.top(listing).state });
    },
  });
  metrics.gauge({
    name: "tripod_market_skipped",
    help: "Changes of books that newer ones replaced before they were sent, since the start.",
    read: (gauge) => gauge.set(view.skipped),
  });
}
