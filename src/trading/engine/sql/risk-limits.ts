/** Limits as they are stored. */
import { invariant } from "../../../kit/errors/invariant.ts";
import { formatFine, parseFine } from "../../../kit/money/fine.ts";
import type { Queryable, Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { recordAudit } from "../../audit/index.ts";
import { lockUser } from "../../users/index.ts";
import type { RiskScope, RiskLimits } from "../core/risk.ts";
import type { KeptLimits, LimitsChange } from "../risk-store.ts";
import { tellLimits } from "./tell-risk.ts";

export interface LimitsRow {
  readonly scope: RiskScope;
  readonly scope_id: number;
  readonly owner_uid: number;
  readonly maximum_open_orders: number | null;
  readonly maximum_notional: string | null;
  readonly maximum_position: string | null;
  readonly maximum_loss_day: string | null;
  readonly maximum_drawdown: string | null;
  readonly maximum_rejects_minute: number | null;
  readonly price_collar_percent: string | null;
  readonly maximum_book_age_ms: number | null;
  readonly resume: RiskLimits["resume"];
  readonly updated_at: Instant;
}

export const LIMIT_COLUMNS = `scope, scope_id, owner_uid, maximum_open_orders, maximum_notional, maximum_position,
  maximum_loss_day, maximum_drawdown, maximum_rejects_minute, price_collar_percent, maximum_book_age_ms, resume, updated_at`;

export function limitsOf(row: Omit<LimitsRow, "owner_uid" | "updated_at">): RiskLimits {
  const count = <Name extends string>(name: Name, value: number | null) => value !== null && { [name]: value };
  const money = <Name extends string>(name: Name, value: string | null) =>
    value !== null && { [name]: parseFine(value, "down") ?? 0n };
  return {
    ...count("maximumOpenOrders", row.maximum_open_orders),
    ...money("maximumNotional", row.maximum_notional),
    ...money("maximumPosition", row.maximum_position),
    ...money("maximumLossDay", row.maximum_loss_day),
    ...money("maximumDrawdown", row.maximum_drawdown),
    ...count("maximumRejectsMinute", row.maximum_rejects_minute),
    ...(row.price_collar_percent !== null && { priceCollarPercent: Number(row.price_collar_percent) }),
    ...count("maximumBookAgeMs", row.maximum_book_age_ms),
    resume: row.resume,
  };
}

function keptLimits(row: LimitsRow): KeptLimits {
  return {
    place: { scope: row.scope, id: row.scope_id },
    ownerUid: row.owner_uid,
    limits: limitsOf(row),
    updatedAt: row.updated_at,
  };
}

/** An account's limits, for itself and for its parts. */
export async function listLimits(db: Queryable, ownerUid: number): Promise<KeptLimits[]> {
  const rows = await db.query<LimitsRow>({
    name: "trading.listRiskLimits",
    text: `select ${LIMIT_COLUMNS} from trading.risk_limits where owner_uid = $1
      order by scope, scope_id limit 5000`,
    values: [ownerUid],
  });
  return rows.map(keptLimits);
}

/** The database's state of one place. */
async function findLimits(tx: Transaction, { place }: LimitsChange): Promise<LimitsRow | undefined> {
  const [row] = await tx.query<LimitsRow>({
    name: "trading.findRiskLimits",
    text: `select ${LIMIT_COLUMNS} from trading.risk_limits where scope = $1 and scope_id = $2`,
    values: [place.scope, place.id],
  });
  return row;
}

/** Changes some of the limits of a place. The trail has what they were before. */
export async function setLimits(tx: Transaction, change: LimitsChange): Promise<KeptLimits> {
  const { place, ownerUid, uid, reason, at } = change;
  await lockUser(tx, ownerUid);
  const before = await findLimits(tx, change);
  const limits = mergedLimits(before && limitsOf(before), change);
  const row = await saveLimits(tx, change, limits);
  await restartMarks(tx, change, {
    day: (before?.maximum_loss_day ?? null) === null && limits.maximumLossDay !== undefined,
    highest: (before?.maximum_drawdown ?? null) === null && limits.maximumDrawdown !== undefined,
  });
  const details = {
    scope: place.scope,
    before: before ? shown(limitsOf(before)) : null,
    after: shown(limits),
    ...(reason && { reason }),
  };
  await recordAudit(tx, { ownerUid, uid, action: "risk.limits", subject: String(place.id), details, at });
  await tellLimits(tx, { place, ownerUid, by: uid, limits: shown(limits), at });
  return keptLimits(row);
}

/** Below every result: the next look raises it to what the result is then. */
const LOWEST = "-1e29";

/**
 * A limit that was not set before is measured from now on: other limits of the place, and the same one before it was taken away, may
 * have left marks. What another limit is measured from stays.
 */
async function restartMarks(
  tx: Transaction,
  { place }: LimitsChange,
  restarts: { readonly day: boolean; readonly highest: boolean },
): Promise<void> {
  if (!restarts.day && !restarts.highest) return;
  await tx.execute({
    name: "trading.restartRiskMarks",
    text: `update trading.risk_marks set day = case when $3 then '' else day end,
        highest = case when $4 then ${LOWEST} else highest end where scope = $1 and scope_id = $2`,
    values: [place.scope, place.id, restarts.day, restarts.highest],
  });
}

/** Null takes a limit away, and what is not named stays. */
function mergedLimits(before: RiskLimits | undefined, { limits, resume }: LimitsChange): RiskLimits {
  const named = Object.entries(limits).filter(([, value]) => value !== undefined);
  const merged = Object.entries({ ...before, ...Object.fromEntries(named) }).filter(([, value]) => value !== null);
  return { ...(Object.fromEntries(merged) as Partial<RiskLimits>), resume: resume ?? before?.resume ?? "manual" };
}

/** The row of a place as it is from now on. */
async function saveLimits(
  tx: Transaction,
  { place, ownerUid, at }: LimitsChange,
  limits: RiskLimits,
): Promise<LimitsRow> {
  const money = (value: bigint | undefined): string | null => (value === undefined ? null : formatFine(value));
  const [row] = await tx.query<LimitsRow>({
    name: "trading.saveRiskLimits",
    text: `insert into trading.risk_limits (${LIMIT_COLUMNS})
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
      on conflict (scope, scope_id) do update set maximum_open_orders = excluded.maximum_open_orders,
        maximum_notional = excluded.maximum_notional, maximum_position = excluded.maximum_position,
        maximum_loss_day = excluded.maximum_loss_day, maximum_drawdown = excluded.maximum_drawdown,
        maximum_rejects_minute = excluded.maximum_rejects_minute,
        price_collar_percent = excluded.price_collar_percent, maximum_book_age_ms = excluded.maximum_book_age_ms,
        resume = excluded.resume, updated_at = excluded.updated_at
      returning ${LIMIT_COLUMNS}`,
    values: [
      place.scope,
      place.id,
      ownerUid,
      limits.maximumOpenOrders ?? null,
      money(limits.maximumNotional),
      money(limits.maximumPosition),
      money(limits.maximumLossDay),
      money(limits.maximumDrawdown),
      limits.maximumRejectsMinute ?? null,
      limits.priceCollarPercent ?? null,
      limits.maximumBookAgeMs ?? null,
      limits.resume,
      timestamp(at),
    ],
  });
  invariant(row, "an insert answers its row");
  return row;
}

function shown(limits: RiskLimits): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(limits).map(([name, value]) => [name, typeof value === "bigint" ? formatFine(value) : value]),
  );
}
