/** Signals and their iterations as a viewer sees them: without triggers that are younger than its delay. */
import type { Queryable } from "../../../kit/sql/database.ts";
import type { Page } from "../../page.ts";
import type { ClosedIteration } from "../core/results.ts";
import type { Direction } from "../core/trigger.ts";
import type { FeedFilter, PriceState, SeenIteration, SeenSignal, Viewer } from "../store.ts";

/** Closed iterations that a track record is made of. */
const MAX_CLOSED = 10_000;

/** `$1` is the account of the viewer, `$2` now, `$3` now less its delay: until when triggers of a signal `s` are seen. */
const UNTIL = "case when s.owner_uid = $1 then $2::bigint else $3::bigint end";

/** The epoch that the viewer sees. */
const SEEN = `cross join lateral (select ${UNTIL} as until_ms) as seen
    cross join lateral (select count(*)::integer as epoch, max(r.at_ms) as reset_ms from trading.signal_resets r
      where r.signal_id = s.id and r.at_ms <= seen.until_ms) as reset`;

/** An iteration `i` whose closing is not seen yet is open. */
const ITERATION = `i.id, i.signal_id, i.number, i.direction, i.fee_rate, i.opened_ms, i.open_within_ms, i.open_amount::text as open_amount,
    i.open_state, i.open_price::text as open_price,
    case when i.closed_ms <= seen.until_ms then i.closed_ms end as closed_ms,
    case when i.closed_ms <= seen.until_ms then i.close_within_ms end as close_within_ms,
    case when i.closed_ms <= seen.until_ms then i.close_amount::text end as close_amount,
    case when i.closed_ms <= seen.until_ms then i.close_state else 'pending' end as close_state,
    case when i.closed_ms <= seen.until_ms then i.close_price::text end as close_price,
    case when i.closed_ms <= seen.until_ms then i.profit::text end as profit`;

/** Of a signal `s`: itself, its latest iteration as JSON, and what its closed ones come to. */
const SIGNAL = `select s.id, s.owner_uid, s.name, s.description, s.code, s.price, s.subscribers_max, s.custom_1, s.custom_2,
      s.custom_3, s.custom_4, s.created_ms, s.edited_ms, reset.reset_ms, latest.iteration,
      coalesce(sums.closed, 0) as closed, coalesce(sums.priced, 0) as priced, coalesce(sums.won, 0) as won,
      coalesce(sums.profit, 0) as profit, coalesce(sums.volume, 0) as volume, coalesce(sums.streak, 0) as streak,
      last.profit as last_profit, last.runtime_ms as last_runtime_ms,
      (select count(*) from trading.signal_subscriptions u where u.signal_id = s.id and u.state <> 'cancelled') as subscribers
    from trading.signals s ${SEEN}
    left join lateral (select to_jsonb(shown) as iteration from (select ${ITERATION} from trading.signal_iterations i
      where i.signal_id = s.id and i.epoch = reset.epoch and i.opened_ms <= seen.until_ms
      order by i.number desc limit 1) as shown) as latest on true
    left join lateral (select count(*) as closed, count(i.profit) as priced,
        count(*) filter (where i.profit > 0) as won, sum(i.profit) as profit,
        sum(i.open_amount * i.usd_rate) as volume,
        count(*) filter (where i.profit > 0 and i.number > coalesce((select max(l.number) from trading.signal_iterations l
          where l.signal_id = s.id and l.epoch = reset.epoch and l.closed_ms <= seen.until_ms and l.profit <= 0), 0)) as streak
      from trading.signal_iterations i
      where i.signal_id = s.id and i.epoch = reset.epoch and i.closed_ms <= seen.until_ms) as sums on true
    left join lateral (select i.profit, i.closed_ms - i.opened_ms as runtime_ms from trading.signal_iterations i
      where i.signal_id = s.id and i.epoch = reset.epoch and i.closed_ms <= seen.until_ms
      order by i.number desc limit 1) as last on true`;

/** A deleted signal is seen for as long as its last trigger is not; those of closed accounts are gone at once. */
const IS_THERE = `(s.deleted_ms is null or s.deleted_ms > seen.until_ms)
      and exists (select from trading.users author where author.id = s.owner_uid and author.closed_at is null)`;

/** `$4` to `$7`: id, code, account and number of iterations of a filter. */
const FILTER = `${IS_THERE} and ($4::bigint is null or s.id = $4) and ($5::text is null or s.code = $5)
      and ($6::bigint is null or s.owner_uid = $6)
      and ($7::integer = 0 or (select count(*) from trading.signal_iterations i where i.signal_id = s.id
        and i.epoch = reset.epoch and i.opened_ms <= seen.until_ms) >= $7)`;

interface SignalRow {
  readonly id: number;
  readonly owner_uid: number;
  readonly name: string;
  readonly description: string;
  readonly code: string;
  readonly price: number;
  readonly subscribers_max: number;
  readonly custom_1: string;
  readonly custom_2: string;
  readonly custom_3: string;
  readonly custom_4: string;
  readonly created_ms: number;
  readonly edited_ms: number;
  readonly reset_ms: number | null;
  /** JSON of an `IterationRow`. */
  readonly iteration: string | null;
  readonly closed: number;
  readonly priced: number;
  readonly won: number;
  readonly profit: string;
  readonly volume: string;
  readonly streak: number;
  readonly last_profit: string | null;
  readonly last_runtime_ms: number | null;
  readonly subscribers: number;
}

interface IterationRow {
  readonly id: number;
  readonly signal_id: number;
  readonly number: number;
  readonly direction: Direction;
  readonly fee_rate: number;
  readonly opened_ms: number;
  readonly open_within_ms: number;
  readonly open_amount: string;
  readonly open_state: PriceState;
  readonly open_price: string | null;
  readonly closed_ms: number | null;
  readonly close_within_ms: number | null;
  readonly close_amount: string | null;
  readonly close_state: PriceState;
  readonly close_price: string | null;
  readonly profit: string | null;
  readonly is_reset?: boolean;
}

/** A page of signals, newest first. */
export async function pageSignals(
  q: Queryable,
  viewer: Viewer,
  filter: FeedFilter,
  { limit, offset }: Page,
): Promise<{ readonly signals: readonly SeenSignal[]; readonly total: number }> {
  const values = [...viewerValues(viewer), ...filterValues(filter)];
  const rows = await q.query<SignalRow>({
    name: "trading.pageSignals",
    text: `${SIGNAL} where ${FILTER} order by s.id desc limit $8 offset $9`,
    values: [...values, limit, offset],
  });
  const [counted] = await q.query<{ total: number }>({
    name: "trading.countSignalsOfFeed",
    text: `select count(*) as total from trading.signals s ${SEEN} where ${FILTER}`,
    values,
  });
  return { signals: rows.map(signalOf), total: counted?.total ?? 0 };
}

/** One signal, where the viewer sees it. */
export async function findSignal(q: Queryable, viewer: Viewer, id: number): Promise<SeenSignal | undefined> {
  const [row] = await q.query<SignalRow>({
    name: "trading.findSignal",
    text: `${SIGNAL} where ${IS_THERE} and s.id = $4`,
    values: [...viewerValues(viewer), id],
  });
  return row && signalOf(row);
}

/** Those with the highest profit. */
export async function listBest(q: Queryable, viewer: Viewer, limit: number): Promise<readonly SeenSignal[]> {
  const rows = await q.query<SignalRow>({
    name: "trading.listBestSignals",
    text: `${SIGNAL} where ${IS_THERE} and sums.priced > 0 order by sums.profit desc, s.id desc limit $4`,
    values: [...viewerValues(viewer), limit],
  });
  return rows.map(signalOf);
}

/** A page of the iterations of each of these signals, newest first. */
export async function listIterations(
  q: Queryable,
  viewer: Viewer,
  signalIds: readonly number[],
  fromIteration: number,
  { limit, offset }: Page,
): Promise<readonly SeenIteration[]> {
  const rows = await q.query<IterationRow>({
    name: "trading.listSignalIterations",
    text: `select ${ITERATION}, i.epoch < reset.epoch as is_reset
      from trading.signals s ${SEEN}
      cross join lateral (select ${COLUMNS} from trading.signal_iterations j
        where j.signal_id = s.id and j.opened_ms <= seen.until_ms and j.number >= $5
        order by j.number desc limit $6 offset $7) as i
      where s.id = any ($4::bigint[]) order by i.signal_id desc, i.number desc`,
    values: [...viewerValues(viewer), signalIds, fromIteration, limit, offset],
  });
  return rows.map(iterationOf);
}

/** Of a table `j`, all that `ITERATION` reads. */
const COLUMNS = `j.id, j.signal_id, j.number, j.epoch, j.direction, j.fee_rate, j.opened_ms, j.open_within_ms, j.open_amount,
        j.open_state, j.open_price, j.closed_ms, j.close_within_ms, j.close_amount, j.close_state, j.close_price, j.profit`;

/** Those that were open at some time in a span, for charts. */
export async function listIterationsIn(
  q: Queryable,
  viewer: Viewer,
  signalId: number,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  limit: number,
): Promise<readonly SeenIteration[]> {
  const rows = await q.query<IterationRow>({
    name: "trading.listSignalIterationsIn",
    text: `select ${ITERATION}, i.epoch < reset.epoch as is_reset
      from trading.signals s ${SEEN} join trading.signal_iterations i on i.signal_id = s.id
      where s.id = $4 and i.opened_ms <= seen.until_ms and i.opened_ms < $6
        and (i.closed_ms is null or i.closed_ms > seen.until_ms or i.closed_ms >= $5)
      order by i.number desc limit $7`,
    values: [...viewerValues(viewer), signalId, fromMs, toMs, limit],
  });
  return rows.map(iterationOf).toReversed();
}

/** One iteration by its number. */
export async function findIteration(
  q: Queryable,
  viewer: Viewer,
  signalId: number,
  number: number,
): Promise<SeenIteration | undefined> {
  const [row] = await q.query<IterationRow>({
    name: "trading.findSignalIteration",
    text: `select ${ITERATION}, i.epoch < reset.epoch as is_reset
      from trading.signals s ${SEEN} join trading.signal_iterations i on i.signal_id = s.id
      where ${IS_THERE} and s.id = $4 and i.number = $5 and i.opened_ms <= seen.until_ms`,
    values: [...viewerValues(viewer), signalId, number],
  });
  return row && iterationOf(row);
}

/** The data of a track record. */
export async function listClosed(q: Queryable, viewer: Viewer, signalId: number): Promise<readonly ClosedIteration[]> {
  const rows = await q.query<{ closed_ms: number; profit: string }>({
    name: "trading.listClosedIterations",
    text: `select i.closed_ms, i.profit
      from trading.signals s ${SEEN} join trading.signal_iterations i on i.signal_id = s.id and i.epoch = reset.epoch
      where s.id = $4 and i.closed_ms <= seen.until_ms and i.profit is not null
      order by i.number desc limit ${MAX_CLOSED}`,
    values: [...viewerValues(viewer), signalId],
  });
  return rows.map(({ closed_ms: closedMs, profit }) => ({ closedMs, profit: Number(profit) })).toReversed();
}

function viewerValues({ ownerUid, nowMs, delayMs }: Viewer): (number | null)[] {
  return [ownerUid ?? null, Math.floor(nowMs), Math.floor(nowMs - delayMs)];
}

function filterValues({ id, code, ownerUid, minIterations }: FeedFilter): (number | string | null)[] {
  return [id ?? null, code ?? null, ownerUid ?? null, minIterations];
}

function signalOf(row: SignalRow): SeenSignal {
  const latest = row.iteration === null ? undefined : iterationOf(JSON.parse(row.iteration) as IterationRow);
  const seen = [row.created_ms, row.edited_ms, row.reset_ms ?? 0, latest?.openedMs ?? 0, latest?.closedMs ?? 0];
  return {
    id: row.id,
    ownerUid: row.owner_uid,
    name: row.name,
    description: row.description,
    code: row.code,
    price: BigInt(row.price),
    subscribers: row.subscribers,
    subscribersMax: row.subscribers_max,
    custom: [row.custom_1, row.custom_2, row.custom_3, row.custom_4],
    createdMs: row.created_ms,
    updatedMs: Math.max(...seen),
    latest,
    closed: row.closed,
    priced: row.priced,
    won: row.won,
    streak: row.streak,
    profit: row.profit,
    volumeUsd: row.volume,
    last: row.last_runtime_ms === null ? undefined : { profit: row.last_profit, runtimeMs: row.last_runtime_ms },
  };
}

function iterationOf(row: IterationRow): SeenIteration {
  return {
    id: row.id,
    signalId: row.signal_id,
    number: row.number,
    direction: row.direction,
    feeRate: row.fee_rate,
    openedMs: row.opened_ms,
    openWithinMs: row.open_within_ms,
    openAmount: row.open_amount,
    openState: row.open_state,
    openPrice: row.open_price,
    closedMs: row.closed_ms,
    closeWithinMs: row.close_within_ms,
    closeAmount: row.close_amount,
    closeState: row.close_state,
    closePrice: row.close_price,
    profit: row.profit,
    isReset: row.is_reset ?? false,
  };
}
