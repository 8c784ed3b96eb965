/** Takes from users who are gone every way in, and destroys what they had entrusted. */
import type { Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { ordersOpenOfUsers, strategiesAtKeysOf } from "../../engine/index.ts";
import { forgetAlerts } from "../../alerts/index.ts";
import { accountErrors } from "../errors.ts";
import { endSessions } from "./end-sessions.ts";
import { removeTwoFactor } from "./two-factor-store.ts";

/** Of the orders that may be open, and of strategies, this many are named. */
const NAMED = 20;

/**
 * For users whose account is being closed. Sessions end; API keys are revoked and their secrets destroyed; the second
 * factor and kept answers to repeated requests are forgotten. Their keys at exchanges, webhooks, bots and alerts are
 * deleted.
 *
 * @throws accountErrors.strategiesActive while strategies trade with these keys; ordersOpen while orders of them may be open: without
 *   its key, an order cannot be cancelled
 */
export async function endAccess(tx: Transaction, uids: readonly number[], at: Instant): Promise<void> {
  await requireNoUse(tx, uids);
  await endSessions(tx, uids);
  await destroyApiKeys(tx, uids, at);
  await deleteExchangeKeys(tx, uids);
  await forgetAnswers(tx, uids);
  await deleteWebhooks(tx, uids);
  await forgetAlerts(tx, uids);
  await removeTwoFactor(tx, uids);
}

/** No request is signed with these secrets again, and no backup made after this contains them. */
async function destroyApiKeys(tx: Transaction, uids: readonly number[], at: Instant): Promise<void> {
  await tx.execute({
    name: "trading.destroyKeysOfUsers",
    text: `update trading.api_keys set revoked_at = coalesce(revoked_at, $2), sealed_secret = '',
        secret_hash = decode(repeat('00', 32), 'hex')
      where user_id = any ($1::bigint[])`,
    values: [uids, timestamp(at)],
  });
}

/** Orders and starts that are being stored at the same time hold the rows of their keys, so they are waited for. */
async function requireNoUse(tx: Transaction, uids: readonly number[]): Promise<void> {
  await tx.query({
    name: "trading.lockExchangeKeysOfUsers",
    text: "select from trading.exchange_keys where uid = any ($1::bigint[]) order by id for update",
    values: [uids],
  });
  const active = await strategiesAtKeysOf(tx, uids, NAMED);
  if (active.length > 0) throw accountErrors.strategiesActive({ details: { active_strategies: active.map(String) } });
  const open = await ordersOpenOfUsers(tx, uids, NAMED);
  if (open.length > 0) throw accountErrors.ordersOpen({ details: { open_orders: open.map(String) } });
}

/** The only copies that the platform has of what opens accounts at exchanges. */
async function deleteExchangeKeys(tx: Transaction, uids: readonly number[]): Promise<void> {
  await tx.execute({
    name: "trading.deleteExchangeKeysOfUsers",
    text: "delete from trading.exchange_keys where uid = any ($1::bigint[])",
    values: [uids],
  });
}

/** An answer may hold the secret of a key that it has shown once. */
async function forgetAnswers(tx: Transaction, uids: readonly number[]): Promise<void> {
  await tx.execute({
    name: "trading.forgetAnswersToUsers",
    text: "delete from trading.idempotent_requests where user_id = any ($1::bigint[])",
    values: [uids],
  });
}

/** Their chosen addresses receive nothing more, and past messages are forgotten. */
async function deleteWebhooks(tx: Transaction, uids: readonly number[]): Promise<void> {
  await tx.execute({
    name: "trading.deleteWebhooksOfUsers",
    text: `with gone as (delete from trading.webhooks where uid = any ($1::bigint[]) returning id)
      delete from trading.webhook_deliveries d using gone where d.webhook_id = gone.id`,
    values: [uids],
  });
}
