/** Metrics of mail. */
import type { Metrics } from "../../kit/metrics/metrics.ts";
import type { Clock } from "../../kit/time/clock.ts";
import { remembered } from "../../kit/time/remembered.ts";
import { SECOND_MS } from "../../kit/time/spans.ts";
import type { MailStore } from "./store.ts";

const COUNTED_FOR_MS = 15 * SECOND_MS;

export function addMailMetrics(
  metrics: Metrics,
  { mails, clock }: { readonly mails: Pick<MailStore, "countQueued">; readonly clock: Pick<Clock, "now"> },
): void {
  const queued = remembered(clock, COUNTED_FOR_MS, () => mails.countQueued());
  metrics.gauge({
    name: "tripod_trading_mails_waiting",
    help: "Mails that wait to be sent, those to be tried again too; of all processes.",
    read: async (gauge) => gauge.set(await queued()),
  });
}
