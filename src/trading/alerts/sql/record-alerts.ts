/** Alerts users, in the transaction of what they are alerted of. */
import type { Transaction } from "../../../kit/sql/database.ts";
import { tellWebhooks } from "../../webhooks/index.ts";
import type { Alert } from "../core/alert.ts";

/** @param make the alerts, asked only where somebody of these accounts wants them */
export async function recordAlerts(
  tx: Transaction,
  ownerUids: readonly number[],
  make: () => readonly Alert[] | Promise<readonly Alert[]>,
): Promise<void> {
  await tellWebhooks(tx, { ownerUids, events: ["risk.alert"] }, async () =>
    (await make()).map(({ kind, why, data, ...about }) => ({
      ...about,
      event: "risk.alert" as const,
      data: { alert: kind, reason: why === "" ? null : why, ...data },
    })),
  );
}
