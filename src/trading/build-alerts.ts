/** Makes what sends alerts. */
import type { Metrics } from "../kit/metrics/metrics.ts";
import { outbound } from "../kit/outbound/outbound.ts";
import type { Platform } from "../kit/platform.ts";
import { AlertDesk } from "./alerts/index.ts";
import { alertTrim } from "./alerts/sql/alert-list.ts";
import { alertOutbox } from "./alerts/sql/decide-alerts.ts";
import { messageQueue } from "./alerts/sql/telegram-messages.ts";
import type { TradingConfig } from "./build.ts";
import { unknownOrders } from "./engine/index.ts";
import { addMailMetrics } from "./mail/index.ts";
import { mailStore } from "./mail/sql/mail-store.ts";

export function buildAlerts({ db, clock, log, sealer, allowPrivateOutbound, traces }: Platform, config: TradingConfig) {
  // Users have chosen the addresses: public ones only, whatever other guards let out.
  const botHttp = outbound({ allowPrivate: allowPrivateOutbound, userAgent: "Tripod-trading/1.0", clock, traces });
  const { alertsPerDay, alertRetentionDays } = config;
  const desk = new AlertDesk({
    outbox: alertOutbox(db),
    queue: messageQueue(db),
    botHttp,
    sealer,
    clock,
    log,
    alertsPerDay,
  });
  return {
    work: { alertTrim: alertTrim(db), alertRetentionDays, unknownOrders: unknownOrders(db) },
    startWork: () => desk.start(),
    metrics(metrics: Metrics) {
      desk.metrics(metrics);
      addMailMetrics(metrics, { mails: mailStore(db, sealer), clock });
    },
    async stop() {
      await desk.stop();
      await botHttp.close();
    },
  };
}
