/** Users with orders at an exchange that has banned this platform's address. */
import type { Database, Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import { fromMillis, toSeconds } from "../../../kit/time/instant.ts";
import { HOUR_MS } from "../../../kit/time/spans.ts";
import { recordAlerts } from "../../alerts/index.ts";
import type { BannedOrders } from "../watch-bans.ts";

const AT_ONCE = 500;
/** A user gets at most one alert about an exchange in this time. */
const AGAIN_MS = HOUR_MS;

export function bannedOrders(db: Database): BannedOrders {
  return {
    alert: ({ exchange, untilMs, nowMs }) =>
      db.transaction(async (tx) => {
        await takeTurn(tx, exchange);
        const users = await listUntold(tx, exchange, nowMs - AGAIN_MS);
        const about = { at: fromMillis(nowMs), why: "The exchange has banned the address of this platform for a time" };
        await recordAlerts(tx, [...new Set(users.map(({ owner_uid: ownerUid }) => ownerUid))], () =>
          users.map(({ owner_uid: ownerUid, uid, orders }) => {
            const data = { exchange, banned_until: toSeconds(fromMillis(untilMs)), open_orders: orders };
            return { kind: "exchange_banned", ownerUid, uid, ...about, data };
          }),
        );
        return users.length;
      }),
  };
}

/** Several processes may notice a ban at the same time. */
async function takeTurn(tx: Transaction, exchange: string): Promise<void> {
  await tx.execute({
    name: "trading.lockBan",
    text: "select pg_advisory_xact_lock(hashtext('trading.exchange_banned'), hashtext($1))",
    values: [exchange],
  });
}

interface Row {
  readonly owner_uid: number;
  readonly uid: number;
  readonly orders: number;
}

/** The alert of the pause of a run names the ban already: orders of runs that go on count for nothing here. */
async function listUntold(tx: Transaction, exchange: string, sinceMs: number): Promise<Row[]> {
  return tx.query<Row>({
    name: "trading.listUntoldOfBan",
    text: `select o.owner_uid, o.uid, count(*)::integer as orders
      from trading.orders o left join trading.strategies s on s.id = o.strategy_id
      where not o.is_settled and o.exchange = $1
        and o.state in ('sent', 'open', 'partially_filled', 'cancel_pending', 'unknown')
        and coalesce(s.state not in ('starting', 'running', 'paused', 'reconvening'), true)
        and not exists (select from trading.alerts a where a.owner_uid = o.owner_uid and a.uid = o.uid
          and a.kind = 'exchange_banned' and a.data ->> 'exchange' = $1 and a.at > $2)
      group by o.owner_uid, o.uid order by o.owner_uid, o.uid limit ${AT_ONCE}`,
    values: [exchange, timestamp(fromMillis(sinceMs))],
  });
}
