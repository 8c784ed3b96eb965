/** Commits changes for a webhook, and delivers them, until it is killed. */
import { sealer } from "../../src/kit/auth/seal.ts";
import { silentLog } from "../../src/kit/log/log.ts";
import { outbound } from "../../src/kit/outbound/outbound.ts";
import type { Connection } from "../../src/kit/sql/connection.ts";
import { openDatabase } from "../../src/kit/sql/pool.ts";
import { systemClock } from "../../src/kit/time/clock.ts";
import { GivenUpDeliveries } from "../../src/kit/webhooks/given-up.ts";
import { webhookStore } from "../../src/kit/webhooks/sql/webhook-store.ts";
import { DeliveryDesk, tellWebhooks, tradingWebhooks } from "../../src/trading/webhooks/index.ts";
import { deliveryQueue } from "../../src/trading/webhooks/sql/delivery-queue.ts";

const [connectionText = "", masterKey = "", owner = ""] = process.argv.slice(2);
const connection = JSON.parse(connectionText) as Connection;
const db = openDatabase({ connection, applicationName: `child ${process.pid}` });
const clock = systemClock();
const ownerUid = Number(owner);
await db.transaction((tx) =>
  tellWebhooks(tx, { ownerUids: [ownerUid], events: ["run.changed"] }, () =>
    Array.from({ length: 10 }, (_, at) => ({
      event: "run.changed" as const,
      ownerUid,
      uid: ownerUid,
      at: clock.now(),
      data: { number: at + 1 },
    })),
  ),
);
process.stdout.write(`${JSON.stringify({ event: "committed" })}\n`);
new DeliveryDesk({
  queue: deliveryQueue(db),
  webhooks: webhookStore(db, tradingWebhooks, async () => undefined),
  webhookHttp: outbound({ allowPrivate: ["127.0.0.1"], userAgent: "child", clock }),
  sealer: sealer([{ id: "test", key: Buffer.from(masterKey, "hex") }]),
  givenUp: new GivenUpDeliveries(),
  clock,
  log: silentLog(),
}).start();
