/** Metrics of orders on their way. */
import type { Metrics } from "../../kit/metrics/metrics.ts";
import type { Clock } from "../../kit/time/clock.ts";
import { toMillis } from "../../kit/time/instant.ts";
import { remembered } from "../../kit/time/remembered.ts";
import { SECOND_MS } from "../../kit/time/spans.ts";
import { JOURNAL_STATES } from "./core/journal-order.ts";
import { RISK_SCOPES, type HaltScope } from "./core/risk.ts";
import type { HaltView } from "./halt-view.ts";
import type { KeyBook } from "./key-book.ts";
import type { SenderFigures } from "./send-context.ts";
import type { UnknownOrders } from "./sql/unknown-orders.ts";

/** @param books of the keys that this process sends for */
export function addSenderMetrics(
  metrics: Metrics,
  figures: SenderFigures,
  books: () => readonly Pick<KeyBook, "entries" | "lagMs">[],
): void {
  metrics.gauge({
    name: "tripod_trading_orders",
    help: "Orders that the senders of this process look after, by state of the journal.",
    labels: ["state"],
    read: (gauge) => {
      for (const state of JOURNAL_STATES) gauge.set({ state }, 0);
      for (const book of books()) for (const { order } of book.entries()) gauge.inc({ state: order.state });
    },
  });
  metrics.gauge({
    name: "tripod_trading_senders",
    help: "Exchange keys that this process sends the orders of.",
    read: (gauge) => gauge.set(books().length),
  });
  metrics.gauge({
    name: "tripod_trading_journal_lag_seconds",
    help: "How long the changes of the last commit of the order journal waited for it, the longest of all keys.",
    read: (gauge) => gauge.set(Math.max(0, ...books().map(({ lagMs }) => lagMs)) / SECOND_MS),
  });
  const counted = { sent: "Orders handed to exchanges", lookups: "Lookups of orders", alerts: "Alerts about orders" };
  for (const name of ["sent", "lookups", "alerts"] as const) {
    metrics.gauge({
      name: `tripod_trading_order_${name}`,
      help: `${counted[name]} by this process since its start.`,
      read: (gauge) => gauge.set(figures[name]),
    });
  }
}

export interface WatchedDoubts {
  readonly unknownOrders: Pick<UnknownOrders, "readDoubt">;
  readonly halts: Pick<HaltView, "isKnown" | "all">;
  readonly clock: Pick<Clock, "now">;
}

const ASKED_FOR_MS = 10 * SECOND_MS;
const HALT_SCOPES: readonly HaltScope[] = ["platform", ...RISK_SCOPES];

/** Orders whose fate is unknown, whichever process has them, and what may not be sent. */
export function addDoubtMetrics(metrics: Metrics, { unknownOrders, halts, clock }: WatchedDoubts): void {
  const doubt = remembered(clock, ASKED_FOR_MS, () => unknownOrders.readDoubt());
  metrics.gauge({
    name: "tripod_trading_unknown_orders",
    help: "Orders of all processes of which it is not known what became of them at their exchange.",
    read: async (gauge) => gauge.set((await doubt()).orders),
  });
  metrics.gauge({
    name: "tripod_trading_unknown_order_age_seconds",
    help: "How long the order that has been unknown for longest has been so, of all processes; 0 where none is.",
    async read(gauge) {
      const { oldestMs } = await doubt();
      gauge.set(oldestMs === null ? 0 : Math.max(0, toMillis(clock.now()) - oldestMs) / SECOND_MS);
    },
  });
  metrics.gauge({
    name: "tripod_trading_halts",
    help: "Halts that this process obeys, by what is halted. No value in a process that sends no orders.",
    labels: ["scope"],
    read(gauge) {
      gauge.reset();
      if (!halts.isKnown) return;
      for (const scope of HALT_SCOPES) gauge.set({ scope }, 0);
      for (const { scope } of halts.all()) gauge.inc({ scope });
    },
  });
}
