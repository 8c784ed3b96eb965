/** Reading profiles and strategies, as far as a view reaches and in its order of display. */
import type { Queryable } from "../../../kit/sql/database.ts";
import type { Page } from "../../page.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import type { AlgorithmOutline } from "../../algorithms/index.ts";
import { ACTIVE_STATES } from "../../engine/index.ts";
import type { StrategyState } from "../core/strategy-states.ts";
import { MAX_STRATEGIES, type Settings, type StoredProfile, type StoredStrategy, type StrategyView } from "../store.ts";

export interface ProfileRow {
  readonly id: number;
  readonly uid: number;
  readonly tab_id: number | null;
  readonly name: string;
  readonly description: string;
  readonly algorithm: string | null;
  readonly settings: string;
  readonly template_id: number | null;
  readonly revision: number;
  readonly created_at: Instant;
  readonly updated_at: Instant;
}

interface StrategyRow {
  readonly id: number;
  readonly profile_id: number;
  readonly name: string;
  readonly state: StrategyState;
  readonly run_id: number | null;
  readonly server_id: number | null;
  readonly started_at: Instant | null;
  readonly stops_at: Instant | null;
  readonly successful: number;
  readonly canceled: number;
  readonly failed: number;
  readonly slices_done: number;
  readonly slices_total: number | null;
  readonly open_orders: number;
  readonly is_behind: boolean;
  readonly last_event: string | null;
  readonly unhedged: string | null;
  readonly qty_done: string;
  readonly realized_pnl: string;
  readonly fees: string;
  readonly pnl_currency: string;
  readonly tab_id: number | null;
  readonly algorithm_id: number | null;
  readonly settings: string;
}

/** $1 the account, $2 the user whose own alone are seen, or null. */
export const IN_VIEW = "owner_uid = $1 and ($2::bigint is null or uid = $2)";

/** What shows a strategy beside its profile: the other values may be many, and a list holds a thousand strategies. */
const SHOWN_SETTINGS = `jsonb_strip_nulls(jsonb_build_object('parent', p.settings -> 'parent', 'executable_codes',
    p.settings -> 'executable_codes', 'executable_parents', p.settings -> 'executable_parents' -> 0))`;

const PROFILE_COLUMNS = `id, uid, tab_id, name, description, algorithm, settings, template_id, revision, created_at,
  updated_at`;

/** Of a step on the way to the end of a run: why it ends, which an earlier transition says. Null for others. */
const CAUSE = `case when t.event in ('duties_done', 'nothing_open') then (
  select c.why from trading.run_transitions c where c.run_id = t.run_id and c.version < t.version
    and c.event not in ('duties_done', 'nothing_open', 'owner_lost', 'reconvened', 'reconvene_failed', 'cause_over')
  order by c.version desc limit 1) end`;

const STRATEGIES = `select s.id, s.profile_id, coalesce(s.name, p.name) as name, s.state, s.run_id, s.server_id,
    s.started_at, s.stops_at, s.successful, s.canceled, s.failed, s.slices_done, s.slices_total,
    case when s.run_id is null then s.open_orders else (
      select count(*)::integer from trading.orders o where o.strategy_id = s.id and not o.is_settled
        and o.state not in ('rejected', 'not_sent', 'missing')
    ) end as open_orders,
    s.state = 'force_stopped' and exists (select from trading.orders o
      where o.run_id = s.run_id and (o.filled > 0 or o.ended_ms > 0) and o.updated_ms > (
        select t.at_ms from trading.run_transitions t where t.run_id = s.run_id order by t.version desc limit 1)
    ) as is_behind,
    (select jsonb_build_object('ms', t.at_ms, 'type', t.event, 'message',
        concat_ws(': ', t.from_state || ' -> ' || t.to_state,
          nullif(concat_ws('; ', nullif(${CAUSE}, ''), nullif(t.why, '')), '')))
      from trading.run_transitions t where t.run_id = s.run_id order by t.version desc limit 1) as last_event,
    (select r.unhedged from trading.runs r where r.id = s.run_id) as unhedged,
    s.qty_done, s.realized_pnl, s.fees, s.pnl_currency, p.tab_id, p.algorithm_id, ${SHOWN_SETTINGS} as settings
  from trading.strategies as s join trading.profiles as p on p.id = s.profile_id
  where s.owner_uid = $1 and ($2::bigint is null or s.uid = $2)`;

/** One profile of the view, by its own id or by that of a strategy in it. */
export async function findProfile(q: Queryable, view: StrategyView, id: number): Promise<StoredProfile | undefined> {
  const [row] = await q.query<ProfileRow>({
    name: "trading.findProfile",
    text: `select ${PROFILE_COLUMNS} from trading.profiles where ${IN_VIEW}
        and id in (select $3::bigint union all select profile_id from trading.strategies where id = $3)`,
    values: [...viewValues(view), id],
  });
  if (!row) return undefined;
  const strategies = await q.query<StrategyRow>({
    name: "trading.listStrategiesOfProfile",
    text: `${STRATEGIES} and p.id = $3 order by s.id limit ${MAX_STRATEGIES}`,
    values: [...viewValues(view), row.id],
  });
  const order = displayOf(await listPlaces(q, view));
  return profileOf(row, { strategies: strategies.map(strategyOf), order, isCut: false });
}

/** A page of the strategies of the view, newest first. */
export async function pageStrategies(
  q: Queryable,
  view: StrategyView,
  { limit, offset }: Page,
): Promise<StoredStrategy[]> {
  const rows = await q.query<StrategyRow>({
    name: "trading.pageStrategies",
    text: `${STRATEGIES} order by s.id desc limit $3 offset $4`,
    values: [...viewValues(view), limit, offset],
  });
  return rows.map(strategyOf);
}

/** The total beside a page. */
export async function countInView(q: Queryable, view: StrategyView): Promise<number> {
  const [row] = await q.query<{ total: number }>({
    name: "trading.countStrategiesInView",
    text: `select count(*) as total from trading.strategies where ${IN_VIEW}`,
    values: viewValues(view),
  });
  return row?.total ?? 0;
}

/** Strategies that run, begin to, or end, in no order of display: newest first. */
export async function listActive(q: Queryable, view: StrategyView): Promise<StoredStrategy[]> {
  const rows = await q.query<StrategyRow>({
    name: "trading.listActiveStrategies",
    text: `${STRATEGIES} and s.state = any ($3::text[]) order by s.id desc limit ${MAX_STRATEGIES}`,
    values: [...viewValues(view), ACTIVE_STATES],
  });
  return rows.map(strategyOf);
}

/** How many strategies users have, for the lists of sub-accounts. */
export async function countStrategies(q: Queryable, uids: readonly number[]): Promise<Map<number, number>> {
  const rows = await q.query<{ uid: number; strategies: number }>({
    name: "trading.countStrategiesOfUsers",
    text: `select uid, count(*) as strategies from trading.strategies where uid = any ($1::bigint[]) group by uid`,
    values: [uids],
  });
  return new Map(rows.map(({ uid, strategies }) => [uid, strategies]));
}

export interface Place {
  readonly id: number;
  readonly profile_id: number;
}

/** Ids of the strategies of the view in its order of display: what the user has ordered, then by age. */
export async function listPlaces(q: Queryable, view: StrategyView): Promise<readonly Place[]> {
  return q.query<Place>({
    name: "trading.listStrategyPlaces",
    text: `select strategy.id, strategy.profile_id from trading.strategies as strategy
      left join (select ordered.id, ordered.place from trading.strategy_orders,
          unnest(ids) with ordinality as ordered (id, place) where uid = $3) as display on display.id = strategy.id
      where ${IN_VIEW} order by display.place nulls last, strategy.id limit ${MAX_STRATEGIES}`,
    values: [...viewValues(view), view.uid],
  });
}

export function viewValues({ ownerUid, uid, seesAccount }: StrategyView): unknown[] {
  return [ownerUid, seesAccount ? null : uid];
}

/** Where strategies and profiles are in the order of display, from 0. */
export interface Display {
  readonly ofStrategy: ReadonlyMap<number, number>;
  readonly ofProfile: ReadonlyMap<number, number>;
}

/** @param places in the order of display */
export function displayOf(places: readonly Place[]): Display {
  const profileIds = [...new Set(places.map(({ profile_id: profileId }) => profileId))];
  return {
    ofStrategy: new Map(places.map(({ id }, at) => [id, at])),
    ofProfile: new Map(profileIds.map((id, at) => [id, at])),
  };
}

interface ProfileParts {
  /** Those of the profile. */
  readonly strategies: readonly StoredStrategy[];
  readonly order: Display;
  readonly isCut: boolean;
}

/** Undefined for a profile that was deleted while it was read. */
export function profileOf(row: ProfileRow, { strategies, order, isCut }: ProfileParts): StoredProfile | undefined {
  const placeOf = ({ id }: StoredStrategy): number => order.ofStrategy.get(id) ?? 0;
  const [first, ...rest] = strategies.toSorted((one, other) => placeOf(one) - placeOf(other));
  if (!first) return undefined;
  return {
    id: row.id,
    uid: row.uid,
    tabId: row.tab_id,
    name: row.name,
    description: row.description,
    algorithm: row.algorithm === null ? null : (JSON.parse(row.algorithm) as AlgorithmOutline),
    settings: JSON.parse(row.settings) as Settings,
    templateId: row.template_id,
    revision: row.revision,
    position: order.ofProfile.get(row.id) ?? 0,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    strategies: [first, ...rest],
    isCut,
  };
}

function strategyOf(row: StrategyRow): StoredStrategy {
  return {
    id: row.id,
    profileId: row.profile_id,
    name: row.name,
    state: row.state,
    runId: row.run_id,
    serverId: row.server_id,
    startedAt: row.started_at,
    stopsAt: row.stops_at,
    successful: row.successful,
    canceled: row.canceled,
    failed: row.failed,
    slicesDone: row.slices_done,
    slicesTotal: row.slices_total,
    openOrders: row.open_orders,
    isBehind: row.is_behind,
    unhedged: JSON.parse(row.unhedged ?? "{}") as StoredStrategy["unhedged"],
    lastEvent: row.last_event === null ? null : (JSON.parse(row.last_event) as StoredStrategy["lastEvent"]),
    qtyDone: row.qty_done,
    realizedPnl: row.realized_pnl,
    fees: row.fees,
    pnlCurrency: row.pnl_currency,
    tabId: row.tab_id,
    algorithmId: row.algorithm_id,
    settings: JSON.parse(row.settings) as Settings,
  };
}
