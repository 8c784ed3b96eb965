/** Reads and writes of the watch over limits, on PostgreSQL. */
import { formatFine } from "../../../kit/money/fine.ts";
import type { Database, Queryable, Transaction } from "../../../kit/sql/database.ts";
import { assertFence } from "../../../kit/sql/lease.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import type { Halt, LimitName } from "../core/risk.ts";
import type { RiskPlace } from "../core/risk-figures.ts";
import { RISK_LEASE, type NextMarks, type RiskWatchStore, type WatchedPlace } from "../risk-store.ts";
import { loadFacts } from "./risk-facts.ts";
import { deleteLimitHalt, raiseEpoch, recordHaltEvent, saveHalt } from "./risk-halts.ts";
import { limitsOf, type LimitsRow } from "./risk-limits.ts";
import { marksOf, type MarksRow } from "./risk-settings.ts";

export function riskWatchStore(db: Database): RiskWatchStore {
  const fenced = <Result>(fence: number, work: (tx: Transaction) => Promise<Result>): Promise<Result> =>
    db.transaction(async (tx) => {
      await assertFence(tx, RISK_LEASE, fence);
      return work(tx);
    });
  return {
    listWatched: (after, limit) => listWatched(db, after, limit),
    loadFacts: (ownerUids, range) => db.snapshot((tx) => loadFacts(tx, ownerUids, range)),
    saveMarks: (fence, marks) => fenced(fence, (tx) => saveMarks(tx, marks)),
    setHalt: (fence, watched, next, at) => fenced(fence, (tx) => setHalt(tx, watched, next, at)),
  };
}

interface WatchedRow extends LimitsRow, Pick<MarksRow, "is_real" | "day_result" | "highest"> {
  /** Null before the first look. */
  readonly day: string | null;
  readonly mode: Halt["mode"] | null;
  readonly limit_name: LimitName | null;
}

/** Places whose results or rejects are limited, and those that limits have halted. */
async function listWatched(db: Queryable, after: RiskPlace | undefined, limit: number): Promise<WatchedPlace[]> {
  const rows = await db.query<WatchedRow>({
    name: "trading.listWatchedLimits",
    text: `select l.scope, l.scope_id, l.owner_uid, l.maximum_open_orders, l.maximum_notional, l.maximum_position,
        l.maximum_loss_day, l.maximum_drawdown, l.maximum_rejects_minute, l.price_collar_percent,
        l.maximum_book_age_ms, l.resume, l.updated_at, m.day, m.is_real, m.day_result, m.highest, h.mode, h.limit_name
      from trading.risk_limits l
      left join trading.risk_marks m on m.scope = l.scope and m.scope_id = l.scope_id
      left join trading.risk_halts h on h.scope = l.scope and h.scope_id = l.scope_id and h.source = 'limit'
      where (l.scope, l.scope_id) > ($1::text, $2::bigint) and (l.maximum_loss_day is not null
        or l.maximum_drawdown is not null or l.maximum_rejects_minute is not null or h.mode is not null)
      order by l.scope, l.scope_id limit $3`,
    values: [after?.scope ?? "", after?.id ?? 0, limit],
  });
  return rows.map((row) => {
    const place: RiskPlace = { scope: row.scope, id: row.scope_id };
    const { day } = row;
    return {
      place,
      ownerUid: row.owner_uid,
      limits: limitsOf(row),
      marks: day === null ? undefined : marksOf(place, { ...row, day }).marks,
      halt: { scope: row.scope, mode: row.mode ?? "active", limit: row.limit_name ?? undefined },
    };
  });
}

/**
 * From what results are measured from now on. Marks that a user has done away with, or begun anew, at the same time do not come
 * back.
 */
async function saveMarks(tx: Transaction, marks: readonly NextMarks[]): Promise<void> {
  await tx.execute({
    name: "trading.saveRiskMarks",
    text: `with next as (
        select scope, scope_id, was_day, was_highest, day, is_real, day_result, highest from jsonb_to_recordset($1::jsonb)
          as m (scope text, scope_id bigint, was_day text, was_highest numeric, day text, is_real boolean, day_result numeric,
            highest numeric)
      ), added as (
        insert into trading.risk_marks (scope, scope_id, day, is_real, day_result, highest)
        select scope, scope_id, day, is_real, day_result, highest from next where was_day is null
        on conflict (scope, scope_id) do nothing
      )
      update trading.risk_marks m set day = next.day, is_real = next.is_real, day_result = next.day_result, highest = next.highest
      from next where m.scope = next.scope and m.scope_id = next.scope_id and m.day = next.was_day and m.highest = next.was_highest`,
    values: [
      JSON.stringify(
        marks.map(({ place, before, marks: { day, isReal, dayResult, highest } }) => ({
          scope: place.scope,
          scope_id: place.id,
          was_day: before?.day ?? null,
          was_highest: before ? formatFine(before.highest) : null,
          day,
          is_real: isReal,
          day_result: formatFine(dayResult),
          highest: formatFine(highest),
        })),
      ),
    ],
  });
}

/** Only where the limits, and the state that a limit has set on the place, are unchanged since they were read. */
async function setHalt(
  tx: Transaction,
  { place, ownerUid, limits, halt }: WatchedPlace,
  next: Halt,
  at: Instant,
): Promise<boolean> {
  await raiseEpoch(tx);
  const [now] = await findWatched(tx, place);
  if (!now || (now.mode ?? "active") !== halt.mode || !isSameLimit(now, limits)) return false;
  const event = { place, ownerUid, source: "limit", setBy: null, cancelled: 0, at } as const;
  if (next.mode === "active") {
    const limit = halt.limit ?? null;
    await deleteLimitHalt(tx, place);
    await recordHaltEvent(tx, "resume", { ...event, mode: null, limit, reason: "its cause is over" });
    return true;
  }
  const limit = next.limit ?? null;
  const reason = `the limit ${limit} was reached`;
  await saveHalt(tx, { ...event, mode: next.mode, maySoften: true, limit, reason });
  await recordHaltEvent(tx, "halt", { ...event, mode: next.mode, limit, reason });
  return true;
}

type NowRow = Pick<
  LimitsRow,
  "maximum_loss_day" | "maximum_drawdown" | "maximum_rejects_minute" | "resume" | "scope" | "scope_id"
> & { readonly mode: Halt["mode"] | null };

/** The limits that halt a place, and whether they have. */
async function findWatched(tx: Transaction, { scope, id }: RiskPlace): Promise<NowRow[]> {
  return tx.query<NowRow>({
    name: "trading.findWatchedLimits",
    text: `select l.scope, l.scope_id, l.maximum_loss_day, l.maximum_drawdown, l.maximum_rejects_minute, l.resume, h.mode
      from trading.risk_limits l
      left join trading.risk_halts h on h.scope = l.scope and h.scope_id = l.scope_id and h.source = 'limit'
      where l.scope = $1 and l.scope_id = $2 for share of l`,
    values: [scope, id],
  });
}

function isSameLimit(now: NowRow, { maximumLossDay, maximumDrawdown, ...limits }: WatchedPlace["limits"]): boolean {
  const text = (value: bigint | undefined): string | undefined => (value === undefined ? undefined : formatFine(value));
  return (
    (now.maximum_loss_day ?? undefined) === text(maximumLossDay) &&
    (now.maximum_drawdown ?? undefined) === text(maximumDrawdown) &&
    (now.maximum_rejects_minute ?? undefined) === limits.maximumRejectsMinute &&
    now.resume === limits.resume
  );
}
