/** The results of counted trades. */
import type { Queryable } from "../../../kit/sql/database.ts";
import type { Page } from "../../page.ts";
import type { DaySums, ExchangeSums, HeldSum, StrategySums, TradeSums, TradeView, Unvalued } from "../store.ts";

const SUMS = `coalesce(sum(d.trades), 0)::integer as trades, coalesce(sum(d.wins), 0)::integer as wins,
  coalesce(sum(d.losses), 0)::integer as losses, coalesce(sum(d.gained), 0) as gained, coalesce(sum(d.lost), 0) as lost,
  coalesce(sum(d.realized), 0) as realized, coalesce(sum(d.fees), 0) as fees, coalesce(sum(d.volume), 0) as volume`;

const MOST_EXCHANGES = 1_000;
/** More markets than the exchanges have. */
const MOST_MARKETS = 100_000;

/** Money that strategies are charged is real. */
const CHARGED = "coalesce(sum(amount), 0) / 100000000";

/** Whether an account has traded with real money, and with made-up money. */
export async function kindsOf(q: Queryable, ownerUid: number): Promise<{ real: boolean; simulated: boolean }> {
  const [row] = await q.query<{ real: boolean; simulated: boolean }>({
    name: "trading.tradeKinds",
    text: `select exists (select from trading.trades where owner_uid = $1 and is_real) as real,
      exists (select from trading.trades where owner_uid = $1 and not is_real) as simulated`,
    values: [ownerUid],
  });
  return row ?? { real: false, simulated: false };
}

/** All days of an account. */
export async function readSums(q: Queryable, { ownerUid, isReal }: TradeView): Promise<TradeSums> {
  const [row] = await q.query<TradeSums>({
    name: "trading.sumTrades",
    text: `select ${SUMS} from trading.trade_days d where d.owner_uid = $1 and d.is_real = $2`,
    values: [ownerUid, isReal],
  });
  return row ?? NOTHING;
}

const NOTHING: TradeSums = {
  trades: 0,
  wins: 0,
  losses: 0,
  gained: "0",
  lost: "0",
  realized: "0",
  fees: "0",
  volume: "0",
};

/** An account's charges for its orders, paid or due. */
export async function readCommissions(q: Queryable, { ownerUid, isReal }: TradeView): Promise<string> {
  if (!isReal) return "0";
  const [row] = await q.query<{ amount: string }>({
    name: "trading.sumCharges",
    text: `select ${CHARGED} as amount from trading.dues where owner_uid = $1`,
    values: [ownerUid],
  });
  return row?.amount ?? "0";
}

/** The last days on which something was traded or charged, oldest first. */
export async function listDays(q: Queryable, { ownerUid, isReal }: TradeView, limit: number): Promise<DaySums[]> {
  return q.query<DaySums>({
    name: "trading.listTradeDays",
    text: `with traded as (
        select d.day, ${SUMS} from trading.trade_days d where d.owner_uid = $1 and d.is_real = $2
        group by d.day order by d.day desc limit $3),
      charged as (
        select (to_timestamp(at_ms / 1000) at time zone 'UTC')::date as day, ${CHARGED} as amount
        from trading.dues where owner_uid = $1 and $2 group by 1 order by 1 desc limit $3)
      select coalesce(t.day, c.day)::text as date, coalesce(t.trades, 0) as trades, coalesce(t.wins, 0) as wins,
        coalesce(t.losses, 0) as losses, coalesce(t.gained, 0) as gained, coalesce(t.lost, 0) as lost,
        coalesce(t.realized, 0) as realized, coalesce(t.fees, 0) as fees, coalesce(t.volume, 0) as volume,
        coalesce(c.amount, 0) as commissions
      from traded t full join charged c on c.day = t.day order by 1`,
    values: [ownerUid, isReal, limit],
  });
}

/** Exchange by exchange. */
export async function listExchanges(q: Queryable, { ownerUid, isReal }: TradeView): Promise<ExchangeSums[]> {
  return q.query<ExchangeSums>({
    name: "trading.listTradeExchanges",
    text: `with charged as (
        select exchange, ${CHARGED} as amount from trading.dues where owner_uid = $1 and $2 group by exchange),
      traded as (
        select d.exchange, ${SUMS} from trading.trade_days d where d.owner_uid = $1 and d.is_real = $2 group by d.exchange)
      select coalesce(t.exchange, c.exchange) as exchange, coalesce(t.trades, 0) as trades, coalesce(t.wins, 0) as wins,
        coalesce(t.losses, 0) as losses, coalesce(t.gained, 0) as gained, coalesce(t.lost, 0) as lost,
        coalesce(t.realized, 0) as realized, coalesce(t.fees, 0) as fees, coalesce(t.volume, 0) as volume,
        coalesce(c.amount, 0) as commissions
      from traded t full join charged c on c.exchange = t.exchange order by 1 limit ${MOST_EXCHANGES}`,
    values: [ownerUid, isReal],
  });
}

interface StrategyRow extends TradeSums {
  readonly strategy_id: number;
  readonly name: string | null;
  readonly algorithm_id: number | null;
  readonly commissions: string;
  readonly most_cost: string;
  readonly first_ms: number;
  readonly last_ms: number;
  readonly is_active: boolean;
}

/** A page of strategies that have traded, the best first. */
export async function listStrategies(
  q: Queryable,
  { ownerUid, isReal }: TradeView,
  { limit, offset }: Page,
): Promise<StrategySums[]> {
  const rows = await q.query<StrategyRow>({
    name: "trading.listTopStrategies",
    text: `with traded as (
        select d.strategy_id, ${SUMS} from trading.trade_days d
        where d.owner_uid = $1 and d.is_real = $2 and d.strategy_id <> 0 group by d.strategy_id),
      charged as (
        select strategy_id, ${CHARGED} as amount from trading.dues where owner_uid = $1 and $2 group by strategy_id),
      best as (
        select t.strategy_id, t.trades, t.wins, t.losses, t.gained, t.lost, t.realized, t.fees, t.volume,
          coalesce(c.amount, 0) as commissions
        from traded t left join charged c on c.strategy_id = t.strategy_id
        order by t.realized - t.fees - coalesce(c.amount, 0) desc, t.strategy_id limit $3 offset $4)
      select b.strategy_id, b.trades, b.wins, b.losses, b.gained, b.lost, b.realized, b.fees, b.volume, b.commissions,
        coalesce(s.name, p.name) as name, p.algorithm_id, times.first_ms, times.last_ms,
        coalesce(s.state not in ('draft', 'ready', 'stopped', 'force_stopped', 'completed', 'errored'), false) as is_active,
        (select coalesce(sum(h.most_cost), 0) from trading.positions h
          where h.owner_uid = $1 and h.is_real = $2 and h.strategy_id = b.strategy_id) as most_cost
      from best b left join trading.strategies s on s.id = b.strategy_id
        left join trading.profiles p on p.id = s.profile_id
        cross join lateral (
          select min(x.at_ms) as first_ms, max(x.at_ms) as last_ms from trading.trades x
          where x.owner_uid = $1 and x.is_real = $2 and x.strategy_id = b.strategy_id) times
      order by b.realized - b.fees - b.commissions desc, b.strategy_id`,
    values: [ownerUid, isReal, limit, offset],
  });
  return rows.map((row) => ({
    ...row,
    strategyId: row.strategy_id,
    name: row.name ?? undefined,
    algorithmId: row.algorithm_id,
    mostCost: row.most_cost,
    firstMs: row.first_ms,
    lastMs: row.last_ms,
    isActive: row.is_active,
  }));
}

/** How many strategies have traded. */
export async function countStrategies(q: Queryable, { ownerUid, isReal }: TradeView): Promise<number> {
  const [row] = await q.query<{ count: number }>({
    name: "trading.countTradingStrategies",
    text: `select count(distinct strategy_id) as count from trading.trade_days
      where owner_uid = $1 and is_real = $2 and strategy_id <> 0`,
    values: [ownerUid, isReal],
  });
  return row?.count ?? 0;
}

/** Positions by trades, long or short: those of all strategies that traded a currency last in the same market as one. */
export async function listHeld(q: Queryable, { ownerUid, isReal }: TradeView): Promise<HeldSum[]> {
  return q.query<HeldSum>({
    name: "trading.listHeld",
    text: `select base, sum(amount) as amount, sum(cost) as cost, code, quote from trading.positions
      where owner_uid = $1 and is_real = $2 and amount <> 0 group by base, code, quote order by base, code
      limit ${MOST_MARKETS}`,
    values: [ownerUid, isReal],
  });
}

/** The missing parts of the results, because their currency or market has no rate. */
export async function listUnvalued(q: Queryable, { ownerUid, isReal }: TradeView): Promise<Unvalued[]> {
  return q.query<Unvalued>({
    name: "trading.listUnvaluedTrades",
    text: `select case when base = '' then exchange || '-' || market_id when quote_usd is null then quote
          else fee_currency end as currency,
        case when base = '' then 'market' when quote_usd is null then 'trade' else 'fee' end as what,
        count(*)::integer as trades,
        case when bool_or(base = '') then null else
          sum(case when quote_usd is null then price * amount else fee_amount end) end as amount
      from trading.trades where owner_uid = $1 and is_real = $2 and lacks_rate
      group by 1, 2 order by 1, 2 limit 1000`,
    values: [ownerUid, isReal],
  });
}
