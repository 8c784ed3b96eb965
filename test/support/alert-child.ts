/** Commits alerts, and sends them, until it is killed. */
import { sealer } from "../../src/kit/auth/seal.ts";
import { silentLog } from "../../src/kit/log/log.ts";
import { outbound } from "../../src/kit/outbound/outbound.ts";
import type { Connection } from "../../src/kit/sql/connection.ts";
import { openDatabase } from "../../src/kit/sql/pool.ts";
import { systemClock } from "../../src/kit/time/clock.ts";
import { AlertDesk, recordAlerts } from "../../src/trading/alerts/index.ts";
import { alertOutbox } from "../../src/trading/alerts/sql/decide-alerts.ts";
import { messageQueue } from "../../src/trading/alerts/sql/telegram-messages.ts";

const [connectionText = "", masterKey = "", owner = "", count = "1"] = process.argv.slice(2);
const connection = JSON.parse(connectionText) as Connection;
const db = openDatabase({ connection, applicationName: `child ${process.pid}` });
const clock = systemClock();
const ownerUid = Number(owner);
new AlertDesk({
  outbox: alertOutbox(db),
  queue: messageQueue(db),
  botHttp: outbound({ allowPrivate: ["127.0.0.1"], userAgent: "child", clock }),
  sealer: sealer([{ id: "test", key: Buffer.from(masterKey, "hex") }]),
  clock,
  log: silentLog(),
  alertsPerDay: 1_000,
}).start();
for (let number = 1; number <= Number(count); number++) {
  await db.transaction((tx) =>
    recordAlerts(tx, [ownerUid], () => [
      { kind: "halted", ownerUid, uid: null, at: clock.now(), why: `halt ${number}`, data: { scope: "account" } },
    ]),
  );
  process.stdout.write(`${JSON.stringify({ event: "committed", number })}\n`);
}
