/** The acts of subscribers' strategies for one side of an iteration: each act is a row, and is carried out once. */
import type { Queryable, Transaction } from "../../../kit/sql/database.ts";
import { fromMillis } from "../../../kit/time/instant.ts";
import { recordAudit } from "../../audit/index.ts";
import { planOf } from "../../billing/index.ts";
import { signalLimits } from "../core/signal-limits.ts";
import type { Direction, SignalAction } from "../core/trigger.ts";
import type { ActEnd, IterationRun, PendingAct } from "../act-store.ts";
import { tellNotClosed } from "./tell-not-closed.ts";

interface TriggeredIteration {
  readonly signalId: number;
  readonly iterationId: number;
  readonly action: SignalAction;
  readonly atMs: number;
  readonly executeWithinMs: number;
}

/**
 * Makes the acts of a trigger. A start is for active subscriptions. Started strategies are stopped and traded back
 * also where the subscription was paused since.
 *
 * @returns when they are due, each time once
 */
export async function insertActs(tx: Transaction, iteration: TriggeredIteration): Promise<readonly number[]> {
  const owners = await listOwners(tx, iteration);
  const delays = new Map<number, number>();
  for (const ownerUid of owners) delays.set(ownerUid, signalLimits((await planOf(tx, ownerUid)).id).delayMs);
  const values = [iteration.signalId, iteration.iterationId, iteration.atMs, [...delays.keys()], [...delays.values()]];
  if (iteration.action === "open") await insertStarts(tx, [...values, iteration.executeWithinMs]);
  else await insertEnds(tx, values);
  return [...new Set([...delays.values()].map((delayMs) => iteration.atMs + delayMs))];
}

/** Accounts whose strategies may have something to do. */
async function listOwners(tx: Transaction, { signalId }: TriggeredIteration): Promise<readonly number[]> {
  const rows = await tx.query<{ owner_uid: number }>({
    name: "trading.listOwnersOfSubscriptions",
    text: `select distinct owner_uid from trading.signal_subscriptions
      where signal_id = $1 and state <> 'cancelled' and (opening <> '{}' or closing <> '{}') order by owner_uid limit 10000`,
    values: [signalId],
  });
  return rows.map(({ owner_uid: uid }) => uid);
}

/** Strategies that begin when it opens: within the time that the trigger gives them, counted from when they learn of it. */
async function insertStarts(tx: Transaction, values: readonly unknown[]): Promise<void> {
  await tx.execute({
    name: "trading.insertSignalStarts",
    text: `insert into trading.signal_acts (subscription_id, iteration_id, kind, strategy_id, due_ms, next_ms, expires_ms)
      select u.id, $2, 'start', strategy, $3::bigint + d.delay_ms, $3::bigint + d.delay_ms,
        $3::bigint + d.delay_ms + $6::bigint
      from trading.signal_subscriptions u
        join unnest($4::bigint[], $5::bigint[]) as d (owner_uid, delay_ms) on d.owner_uid = u.owner_uid
        cross join unnest(u.opening) as strategy
      where u.signal_id = $1 and u.state = 'active'
      order by u.id, strategy
      on conflict (subscription_id, iteration_id, kind, strategy_id) do nothing`,
    values,
  });
}

/** Started strategies are stopped, and strategies that trade them back begin after that. */
async function insertEnds(tx: Transaction, values: readonly unknown[]): Promise<void> {
  await tx.execute({
    name: "trading.insertSignalEnds",
    text: `insert into trading.signal_acts (subscription_id, iteration_id, kind, strategy_id, due_ms, next_ms)
      select u.id, $2, ending.kind, ending.strategy, $3::bigint + d.delay_ms, $3::bigint + d.delay_ms
      from trading.signal_subscriptions u
        join unnest($4::bigint[], $5::bigint[]) as d (owner_uid, delay_ms) on d.owner_uid = u.owner_uid
        cross join lateral (
          select 'stop' as kind, a.strategy_id as strategy from trading.signal_acts a
            where a.subscription_id = u.id and a.iteration_id = $2 and a.kind = 'start'
          union all
          select 'unwind', strategy from unnest(u.closing) as strategy
            where exists (select from trading.signal_acts a
              where a.subscription_id = u.id and a.iteration_id = $2 and a.kind = 'start')) as ending
      where u.signal_id = $1 and u.state <> 'cancelled'
      order by u.id, ending.kind, ending.strategy
      on conflict (subscription_id, iteration_id, kind, strategy_id) do nothing`,
    values,
  });
}

/** Acts whose time has come, the oldest first. */
export async function listDueActs(q: Queryable, nowMs: number, limit: number): Promise<readonly number[]> {
  const rows = await q.query<{ id: number }>({
    name: "trading.listDueSignalActs",
    text: `select id from trading.signal_acts where state = 'pending' and next_ms <= $1
      order by next_ms, id limit $2`,
    values: [Math.floor(nowMs), limit],
  });
  return rows.map(({ id }) => id);
}

/** When the next one is due; undefined where none is. */
export async function findNextDue(q: Queryable): Promise<number | undefined> {
  const [row] = await q.query<{ next_ms: number | null }>({
    name: "trading.findNextSignalAct",
    text: "select min(next_ms) as next_ms from trading.signal_acts where state = 'pending'",
  });
  return row?.next_ms ?? undefined;
}

interface ActRow {
  readonly id: number;
  readonly subscription_id: number;
  readonly iteration_id: number;
  readonly kind: PendingAct["kind"];
  readonly strategy_id: number;
  readonly due_ms: number;
  readonly expires_ms: number | null;
  readonly tries: number;
  readonly uid: number;
  readonly owner_uid: number;
  readonly subscription_state: PendingAct["subscriptionState"];
  readonly signal_id: number;
  readonly code: string;
  readonly base: string;
  readonly quote: string;
  readonly number: number;
  readonly direction: Direction;
  readonly open_amount: string;
  readonly opened_ms: number;
  readonly closed_ms: number | null;
}

/** Holds an act that is to be carried out; undefined where another process does it, or it is over. */
export async function lockAct(tx: Transaction, id: number): Promise<PendingAct | undefined> {
  const [row] = await tx.query<ActRow>({
    name: "trading.lockSignalAct",
    text: `select a.id, a.subscription_id, a.iteration_id, a.kind, a.strategy_id, a.due_ms, a.expires_ms, a.tries, u.uid,
        u.owner_uid, u.state as subscription_state, s.id as signal_id, s.code, s.base, s.quote, i.number, i.direction,
        i.open_amount, i.opened_ms, i.closed_ms
      from trading.signal_acts a
        join trading.signal_subscriptions u on u.id = a.subscription_id
        join trading.signal_iterations i on i.id = a.iteration_id
        join trading.signals s on s.id = u.signal_id
      where a.id = $1 and a.state = 'pending' for update of a skip locked`,
    values: [id],
  });
  return (
    row && {
      id: row.id,
      subscriptionId: row.subscription_id,
      iterationId: row.iteration_id,
      kind: row.kind,
      strategyId: row.strategy_id,
      dueMs: row.due_ms,
      expiresMs: row.expires_ms ?? undefined,
      tries: row.tries,
      uid: row.uid,
      ownerUid: row.owner_uid,
      subscriptionState: row.subscription_state,
      signalId: row.signal_id,
      code: row.code,
      base: row.base,
      quote: row.quote,
      iteration: row.number,
      direction: row.direction,
      openAmount: row.open_amount,
      openedMs: row.opened_ms,
      closedMs: row.closed_ms ?? undefined,
    }
  );
}

/** What else trades for the same iteration and subscriber, with the present state of the strategies. */
export async function listIterationRuns(tx: Transaction, act: PendingAct): Promise<readonly IterationRun[]> {
  const rows = await tx.query<{
    kind: IterationRun["kind"];
    id: number;
    strategy_id: number;
    act_state: IterationRun["actState"];
    run_id: number | null;
    strategy_run_id: number | null;
    strategy_state: IterationRun["strategyState"] | null;
    stop_state: IterationRun["actState"] | null;
  }>({
    name: "trading.listRunsOfIteration",
    text: `select a.kind, a.id, a.strategy_id, a.state as act_state, a.run_id, y.run_id as strategy_run_id,
        y.state as strategy_state, stop.state as stop_state
      from trading.signal_acts a
        left join trading.strategies y on y.id = a.strategy_id
        left join trading.signal_acts stop on stop.subscription_id = a.subscription_id
          and stop.iteration_id = a.iteration_id and stop.kind = 'stop' and stop.strategy_id = a.strategy_id
      where a.subscription_id = $1 and a.iteration_id = $2 and a.kind in ('start', 'unwind') and a.id <> $3
      order by a.id`,
    values: [act.subscriptionId, act.iterationId, act.id],
  });
  return rows.map((row) => ({
    kind: row.kind,
    actId: row.id,
    strategyId: row.strategy_id,
    actState: row.act_state,
    runId: row.run_id ?? undefined,
    strategyRunId: row.strategy_run_id ?? undefined,
    strategyState: row.strategy_state ?? undefined,
    stopState: row.stop_state ?? undefined,
  }));
}

/**
 * The quantity of a currency that runs have bought less what they have sold, net of fees that were taken from it.
 * Decimal.
 */
export async function sumPosition(tx: Transaction, runIds: readonly number[], base: string): Promise<string> {
  const [row] = await tx.query<{ position: string }>({
    name: "trading.sumPositionOfRuns",
    text: `select coalesce(sum(case when o.side = 'buy' then f.amount else -f.amount end
          - case when f.fee_currency = $2 then coalesce(f.fee_amount, 0) else 0 end), 0) as position
      from trading.orders o join trading.order_fills f on f.order_id = o.id
        join trading.listings l on l.code = o.exchange || '-' || o.market_id and l.market ->> 'base' = $2
      where o.run_id = any ($1::bigint[])`,
    values: [runIds, base],
  });
  return row?.position ?? "0";
}

/** Ends an act, or looks at it again later. Its subscriber's trail has a line of each end. */
export async function endAct(tx: Transaction, act: PendingAct, end: ActEnd, nowMs: number): Promise<void> {
  if (end.kind === "later") {
    await tx.execute({
      name: "trading.delaySignalAct",
      text: "update trading.signal_acts set next_ms = $2, tries = tries + 1, why = $3 where id = $1",
      values: [act.id, Math.floor(end.nextMs), end.why],
    });
    return;
  }
  await tx.execute({
    name: "trading.endSignalAct",
    text: "update trading.signal_acts set state = $2, run_id = $3, why = $4, ended_ms = $5 where id = $1",
    values: [act.id, end.kind, end.runId ?? null, end.why, Math.floor(nowMs)],
  });
  if (act.kind === "unwind" && end.kind === "failed") await tellNotClosed(tx, act, end.why, nowMs);
  await recordAudit(tx, {
    ownerUid: act.ownerUid,
    uid: null,
    action: "signal.act",
    subject: String(act.signalId),
    details: {
      iteration: act.iteration,
      act: act.kind,
      strategy: act.strategyId,
      state: end.kind,
      run: end.runId ?? null,
      why: end.why,
    },
    at: fromMillis(nowMs),
  });
}

/** Messages of hooks that cannot come again. */
export async function forgetMessages(q: Queryable, beforeMs: number): Promise<number> {
  return q.execute({
    name: "trading.forgetHookMessages",
    text: `delete from trading.signal_hook_messages where ctid = any (array(
      select ctid from trading.signal_hook_messages where received_ms < $1 order by received_ms limit 1000))`,
    values: [Math.floor(beforeMs)],
  });
}
