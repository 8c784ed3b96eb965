/** Run time that accounts have paid in advance. */
import { invariant } from "../../../kit/errors/invariant.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Queryable, Transaction } from "../../../kit/sql/database.ts";
import { plusMillis, type Instant } from "../../../kit/time/instant.ts";
import { recordAlerts } from "../../alerts/index.ts";
import { recordAudit } from "../../audit/index.ts";
import {
  DRIVETIME_KEPT_MS,
  DRIVETIME_LOW_SECONDS,
  MAX_DRIVETIME_SECONDS,
  type DrivetimeOption,
} from "../core/drivetime.ts";
import { billingErrors } from "../errors.ts";
import type { Change, Drivetime } from "../store.ts";
import { postCharge } from "./charges.ts";

interface Row {
  readonly balance_seconds: number;
  readonly used_seconds: number;
  readonly purchases: number;
  readonly expires_at: Instant;
}

const COLUMNS = "balance_seconds, used_seconds, purchases, expires_at";

/** The drivetime of an account. */
export async function readDrivetime(q: Queryable, ownerUid: number, at: Instant): Promise<Drivetime> {
  const [row] = await q.query<Row>({
    name: "trading.readDrivetime",
    text: `select ${COLUMNS} from trading.drivetime where owner_id = $1`,
    values: [ownerUid],
  });
  if (row === undefined) return { balanceSeconds: 0, usedSeconds: 0, expiresAt: undefined };
  return drivetimeOf(row, at);
}

/** Adds to it, for money. Expired drivetime is not restored. */
export async function buyDrivetime(tx: Transaction, change: Change, option: DrivetimeOption): Promise<Drivetime> {
  const { ownerUid, uid, at } = change;
  const [row] = await tx.query<Row>({
    name: "trading.addDrivetime",
    text: `insert into trading.drivetime (owner_id, balance_seconds, purchases, expires_at) values ($1, $2, 1, $4)
      on conflict (owner_id) do update set purchases = drivetime.purchases + 1, expires_at = excluded.expires_at,
        balance_seconds = excluded.balance_seconds
          + case when drivetime.expires_at > $3 then drivetime.balance_seconds else 0 end
      returning ${COLUMNS}`,
    values: [ownerUid, option.seconds, timestamp(at), timestamp(plusMillis(at, DRIVETIME_KEPT_MS))],
  });
  invariant(row, "drivetime that was added is there");
  if (row.balance_seconds > MAX_DRIVETIME_SECONDS)
    throw billingErrors.tooMuchDrivetime({ maximum: MAX_DRIVETIME_SECONDS });
  await postCharge(tx, {
    ownerUid,
    reference: `drivetime:${ownerUid}:${row.purchases}`,
    type: "drivetime",
    description: `Drivetime, ${option.seconds} seconds`,
    amount: option.price,
    at,
  });
  await recordAudit(tx, {
    ownerUid,
    uid,
    action: "drivetime.add",
    subject: option.id,
    details: { seconds: option.seconds, price: String(option.price) },
    at,
  });
  return drivetimeOf(row, at);
}

/**
 * Takes run time for a strategy, as far as there is some, and alerts the account once it is nearly used up.
 *
 * @returns how many seconds were taken
 */
export async function useDrivetime(tx: Transaction, ownerUid: number, seconds: number, at: Instant): Promise<number> {
  const [row] = await tx.query<{ readonly taken: number; readonly left: number }>({
    name: "trading.useDrivetime",
    text: `with held as (
        select owner_id, least(balance_seconds, $2::bigint) as taken from trading.drivetime
        where owner_id = $1 and expires_at > $3 and balance_seconds > 0 for no key update)
      update trading.drivetime d set balance_seconds = d.balance_seconds - held.taken,
        used_seconds = d.used_seconds + held.taken
      from held where d.owner_id = held.owner_id returning held.taken, d.balance_seconds as left`,
    values: [ownerUid, seconds, timestamp(at)],
  });
  if (row === undefined) return 0;
  const { taken, left } = row;
  if (left < DRIVETIME_LOW_SECONDS && left + taken >= DRIVETIME_LOW_SECONDS) await alertLow(tx, ownerUid, left, at);
  return taken;
}

async function alertLow(tx: Transaction, ownerUid: number, left: number, at: Instant): Promise<void> {
  const why = `${left} seconds are left for all strategies that run longer than the plan's duration; they end when it is used up`;
  await recordAlerts(tx, [ownerUid], () => [
    { kind: "drivetime_low", ownerUid, uid: null, at, why, data: { balance_seconds: left } },
  ]);
}

function drivetimeOf(row: Row, at: Instant): Drivetime {
  const isOver = row.expires_at <= at;
  return {
    balanceSeconds: isOver ? 0 : row.balance_seconds,
    usedSeconds: row.used_seconds,
    expiresAt: isOver ? undefined : row.expires_at,
  };
}
