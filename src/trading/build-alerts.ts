/** Makes what sends alerts. */
import type { Metrics } from "../kit/metrics/metrics.ts";
import { outbound } from "../kit/outbound/outbound.ts";
import type { Platform } from "../kit/platform.ts";
import { AlertDesk } from "./alerts/index.ts";
import { alertTrim } from "./alerts/sql/alert-list.ts";
import { alertOutbox } from "./alerts/sql/decide-alerts.ts";
import type { AlertOutbox } from "./alerts/store.ts";
import { messageQueue } from "./alerts/sql/telegram-messages.ts";
import type { TradingConfig } from "./build.ts";
import { unknownOrders } from "./engine/index.ts";
import { addMailMetrics } from "./mail/index.ts";
import { mailStore } from "./mail/sql/mail-store.ts";
import { readLanguages } from "./news/index.ts";
import { noticeOutbox } from "./news/sql/notify-users.ts";

export function buildAlerts({ db, clock, log, sealer, allowPrivateOutbound, traces }: Platform, config: TradingConfig) {
  // Users have chosen the addresses: public ones only, whatever other guards let out.
  const botHttp = outbound({ allowPrivate: allowPrivateOutbound, userAgent: "Tripod-trading/1.0", clock, traces });
  const { alertsPerDay, alertRetentionDays, newsNoticesPerDay } = config;
  const alerts = alertOutbox(db);
  const notices = noticeOutbox(db, readLanguages(config.newsLanguages));
  const decide: AlertOutbox["decide"] = async (now, perDay) => {
    const decided = await alerts.decide(now, perDay);
    if (decided > 0) return decided;
    // When no alert waits, and one step at a time: news keep no alert waiting, nor does their failure.
    await notices.decide(now, newsNoticesPerDay).catch((error: unknown) => {
      log.warn({ err: error }, "news could not be sent to followers of keywords; tried again");
    });
    return 0;
  };
  const desk = new AlertDesk({
    outbox: { decide },
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
