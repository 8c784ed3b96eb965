/** What requests do with runs: start, stop, and erase what they left. */
import { loadCaller, loadTrader } from "../../access/index.ts";
import { lockUser } from "../../users/index.ts";
import type { Queryable, Transaction } from "../../../kit/sql/database.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import {
  ACTIVE_STATES,
  applyRun,
  insertRun,
  isRefused,
  moveRun,
  newRun,
  readRun,
  type Run,
} from "../../engine/index.ts";
import { activeStrategy } from "../active-strategy.ts";
import { strategyErrors } from "../errors.ts";
import type { Beginning, OpenOrder, RunAnswer, RunWish } from "../run-store.ts";
import type { Doing, StoredProfile, StoredStrategy } from "../store.ts";
import { chooseStrategy } from "../choose-strategy.ts";
import { lockRows, note, readBack, readChangeable } from "./change-profiles.ts";
import { keptServer, requireServer, setServer } from "./hold-server.ts";
import { viewValues } from "./read-profiles.ts";

const OF_OLD_RUN =
  "it was stopped by force, and would go on with its old run. Start it yourself and let it end, or reset it (strategy/hard-reset)";

/** Starts a strategy, or goes on with its run after a forced stop. One that runs goes on as it is. */
export async function startRun(tx: Transaction, by: Doing, id: number, begin: Beginning): Promise<RunAnswer> {
  await lockUser(tx, by.view.ownerUid);
  const mostOfUser = await requireStarter(tx, by, id, begin.isClosing ?? false);
  const { profile, strategy } = await hold(tx, by, id);
  const kept = strategy.runId === null ? undefined : await readRun(tx, strategy.runId);
  const run: Run = { ...(kept?.run ?? newRun(strategy.state !== "draft")), state: strategy.state };
  const change = applyRun(run, "start");
  if (change.outcome === "refused") {
    if (strategy.state === "draft") throw strategyErrors.notReady({ id: strategy.id, reason: "values are missing" });
    throw strategyErrors.stopping({ id: strategy.id, state: strategy.state });
  }
  if (change.outcome === "nothing") return answer(tx, strategy.id, strategy.runId, strategy.state, true);
  const goesOn = !change.actions.includes("new_run");
  // The values of this run would count for nothing, and what the old one holds would seem to be its own.
  if (goesOn && begin.settings !== undefined) throw strategyErrors.notReady({ id: strategy.id, reason: OF_OLD_RUN });
  const nowMs = toMillis(by.at);
  await requireKeys(tx, strategy, begin);
  // What is paused counts already. After a forced stop others may have taken its place.
  if (!ACTIVE_STATES.includes(strategy.state)) await requireRoom(tx, by, profile, { ...begin, mostOfUser });
  const { ownerUid } = by.view;
  const chosen = begin.serverId === undefined ? null : await requireServer(tx, ownerUid, begin.serverId);
  if (goesOn && kept) {
    const { kept: moved } = await moveRun(tx, kept, { event: "start", why: "", nowMs }, by.view.uid);
    const serverId = chosen ?? (await keptServer(tx, ownerUid, strategy.serverId));
    await setServer(tx, strategy.id, moved.id, serverId);
    return answer(tx, strategy.id, moved.id, moved.run.state, false);
  }
  if (profile.revision !== begin.revision || !profile.algorithm) {
    throw strategyErrors.changedMeanwhile({ id: profile.id });
  }
  const made = await insertRun(tx, {
    strategyId: strategy.id,
    ownerUid,
    uid: profile.uid,
    algorithmId: profile.algorithm.id,
    algorithmVersion: profile.algorithm.version,
    settings: begin.settings ?? profile.settings,
    startedMs: nowMs,
    maximumMs: begin.maximumMs,
    next: change.run,
    from: run,
    by: by.view.uid,
  });
  await setServer(tx, strategy.id, made.id, chosen);
  return answer(tx, strategy.id, made.id, made.run.state, false);
}

/** Stops a strategy in one of three ways. One that does not run stays as it is. */
export async function stopRun(tx: Transaction, by: Doing, id: number, wish: RunWish): Promise<RunAnswer> {
  const { strategy } = await hold(tx, by, id);
  const kept = strategy.runId === null ? undefined : await readRun(tx, strategy.runId);
  if (!kept) return answer(tx, strategy.id, strategy.runId, strategy.state, true);
  const deed = { event: wish, why: "", nowMs: toMillis(by.at) };
  const { kept: moved, change } = await moveRun(tx, kept, deed, by.view.uid);
  return answer(tx, strategy.id, moved.id, moved.run.state, change.outcome === "nothing");
}

/** Ids of active strategies that a user may stop, after an id: at most 1,000, the lowest first. */
export async function listStoppable(q: Queryable, by: Doing, afterId: number): Promise<readonly number[]> {
  const { ownerUid, uid } = by.view;
  const rows = await q.query<{ id: number }>({
    name: "trading.listStoppableStrategies",
    text: `select id from trading.strategies where owner_uid = $1 and ($2::bigint is null or uid = $2)
        and state = any ($3::text[]) and id > $4 order by id limit 1000`,
    values: [...viewValues({ ownerUid, uid, seesAccount: by.changesAccount }), ACTIVE_STATES, afterId],
  });
  return rows.map(({ id }) => id);
}

/** Erases runs and orders of a strategy. Its values stay. */
export async function resetStrategy(
  tx: Transaction,
  by: Doing,
  id: number,
): Promise<{ readonly profile: StoredProfile; readonly transactions: number; readonly responses: number }> {
  const { profile, strategy } = await hold(tx, by, id);
  if (isRefused(strategy, "hard_reset")) throw activeStrategy(strategy);
  // Before the orders, as their senders hold them.
  await tx.execute({
    name: "trading.deleteRunsOfStrategy",
    text: "delete from trading.runs where strategy_id = $1",
    values: [strategy.id],
  });
  await requireNoOrders(tx, strategy, toMillis(by.at));
  const { responses, transactions } = await deleteOrders(tx, strategy.id);
  await tx.execute({
    name: "trading.resetStrategy",
    text: `update trading.strategies set state = case when state = 'draft' then state else 'ready' end, run_id = null,
        server_id = null, started_at = null, stops_at = null, successful = 0, canceled = 0, failed = 0, slices_done = 0,
        slices_total = null, open_orders = 0, qty_done = 0, realized_pnl = 0, fees = 0 where id = $1`,
    values: [strategy.id],
  });
  await note(tx, by, "strategy.reset", strategy.id, { transactions, responses });
  return { profile: await readBack(tx, by, profile.id), transactions, responses };
}

/**
 * No order of it may be open, or may still appear at its exchange. Their sender changes none of them until the commit. Orders that
 * were left open with a key that was deleted since do not count: only the exchange knows what becomes of them.
 */
async function requireNoOrders(
  tx: Transaction,
  { id, state }: Pick<StoredStrategy, "id" | "state">,
  nowMs: number,
): Promise<void> {
  await tx.query({
    name: "trading.lockOrdersOfStrategy",
    text: `with held as (select id from trading.orders where strategy_id = $1 order by id for update)
      select count(*) from held`,
    values: [id],
  });
  const [order] = await tx.query<{ id: number; is_watched: boolean }>({
    name: "trading.findOpenOrderOfStrategy",
    text: `select id, state = 'missing' as is_watched from trading.orders
      where strategy_id = $1 and not is_settled and (state <> 'missing' or watched_until_ms > $2)
        and exists (select from trading.exchange_keys k where k.id = key_id)
      order by is_watched, id limit 1`,
    values: [id, Math.floor(nowMs)],
  });
  if (order?.is_watched) throw strategyErrors.watched({ id, order: order.id });
  if (order) throw activeStrategy({ id, state });
}

/** What was sent, what exchanges said of it, and what was traded. */
async function deleteOrders(
  tx: Transaction,
  strategyId: number,
): Promise<{ readonly transactions: number; readonly responses: number }> {
  const [told] = await tx.query<{ responses: number }>({
    name: "trading.deleteTransitionsOfStrategy",
    text: `with gone as (
        delete from trading.order_transitions t using trading.orders o
        where o.id = t.order_id and o.strategy_id = $1 returning t.event)
      select count(*) filter (where event in ('report', 'fill', 'refused', 'absent')) as responses from gone`,
    values: [strategyId],
  });
  await tx.execute({
    name: "trading.deleteFillsOfStrategy",
    text: "delete from trading.order_fills f using trading.orders o where o.id = f.order_id and o.strategy_id = $1",
    values: [strategyId],
  });
  const [gone] = await tx.query<{ transactions: number }>({
    name: "trading.deleteOrdersOfStrategy",
    text: `with gone as (delete from trading.orders where strategy_id = $1 returning key_id, owner_uid, exchange),
      noted as (
        insert into trading.erased_orders (key_id, owner_uid, exchange, erased_at)
        select key_id, owner_uid, exchange, clock_timestamp() from (select distinct key_id, owner_uid, exchange from gone) as keys
        order by key_id
        on conflict (key_id) do update set erased_at = excluded.erased_at, owner_uid = excluded.owner_uid,
          exchange = excluded.exchange)
      select count(*) as transactions from gone`,
    values: [strategyId],
  });
  return { transactions: gone?.transactions ?? 0, responses: told?.responses ?? 0 };
}

async function hold(
  tx: Transaction,
  by: Doing,
  id: number,
): Promise<{ readonly profile: StoredProfile; readonly strategy: StoredStrategy }> {
  await lockRows(tx, by, id);
  const profile = await readChangeable(tx, by, id);
  return { profile, strategy: chooseStrategy(profile, id) };
}

/**
 * Who starts it may still do so, and is not changed before the start is committed.
 *
 * @returns how many strategies a sub-account may run; undefined for a main account
 */
async function requireStarter(
  tx: Transaction,
  { view: { uid } }: Doing,
  id: number,
  isClosing: boolean,
): Promise<number | undefined> {
  await tx.query({
    name: "trading.holdStarter",
    text: "select from trading.users where id = $1 for share",
    values: [uid],
  });
  const caller = await (isClosing ? loadTrader : loadCaller)(tx, uid);
  if (!caller) throw strategyErrors.notReady({ id, reason: "the user who starts it was closed" });
  return caller.rights?.concurrentStrategiesMaximum;
}

/** Its keys are there and active, and are not deleted before the start is committed. */
async function requireKeys(tx: Transaction, { id }: StoredStrategy, { keyIds }: Beginning): Promise<void> {
  const rows = await tx.query<{ id: number }>({
    name: "trading.holdKeysOfStart",
    text: `select id from trading.exchange_keys where id = any ($1::bigint[]) and status = 'active' order by id
      for key share`,
    values: [keyIds],
  });
  const gone = keyIds.find((keyId) => !rows.some((row) => row.id === keyId));
  if (gone !== undefined) {
    throw strategyErrors.notReady({ id, reason: `the exchange key ${gone} was removed or is not active` });
  }
}

/** Limits of the plan for what runs at the same time, and those that a sub-account has. */
async function requireRoom(
  tx: Transaction,
  { view }: Doing,
  { uid }: Pick<StoredProfile, "uid">,
  { keyIds, most, mostKeys, mostOfUser }: Beginning & { readonly mostOfUser: number | undefined },
): Promise<void> {
  const rows = await tx.query<{ uid: number; keys: string }>({
    name: "trading.listKeysOfActiveStrategies",
    text: `select strategy.uid, coalesce(profile.settings -> 'executable_apikeys', '[]') as keys
      from trading.strategies as strategy join trading.profiles as profile on profile.id = strategy.profile_id
      where strategy.owner_uid = $1 and strategy.state = any ($2::text[]) order by strategy.id limit 100000`,
    values: [view.ownerUid, ACTIVE_STATES],
  });
  // No more than are stored, unless the plan was a larger one.
  if (rows.length >= most) throw strategyErrors.tooManyActive({ maximum: most });
  const keys = new Set(rows.flatMap((row) => [JSON.parse(row.keys) as string | string[]].flat().map(Number)));
  for (const keyId of keyIds) keys.add(keyId);
  if (keys.size > mostKeys) throw strategyErrors.tooManyKeys({ maximum: mostKeys });
  const own = rows.filter((row) => row.uid === uid).length;
  if (mostOfUser !== undefined && own >= mostOfUser) throw strategyErrors.tooManyRunning({ maximum: mostOfUser });
}

/** What stands at exchanges after it, as far as is known. */
async function answer(
  tx: Transaction,
  id: number,
  runId: number | null,
  state: RunAnswer["state"],
  already: boolean,
): Promise<RunAnswer> {
  const [orders, held] = await Promise.all([listOpenOrders(tx, id), listHeldOf(tx, id)]);
  return { id, runId, state, already, orders, held };
}

/** Orders of a strategy that a sender was allowed to send and that have not ended; at most 1,000. */
export async function listOpenOrders(q: Queryable, strategyId: number): Promise<readonly OpenOrder[]> {
  const orders = await q.query<{
    id: number;
    client_order_id: string;
    exchange: string;
    market_id: string;
    exchange_order_id: string;
  }>({
    name: "trading.listOpenOrdersOfStrategy",
    text: `select id, client_order_id, exchange, market_id, exchange_order_id from trading.orders
      where strategy_id = $1 and not is_settled and claimed_fence is not null
        and state not in ('rejected', 'filled', 'canceled', 'expired', 'not_sent', 'missing') order by id limit 1000`,
    values: [strategyId],
  });
  return orders.map((each) => ({
    id: each.id,
    clientOrderId: each.client_order_id,
    code: `${each.exchange}-${each.market_id}`,
    exchangeOrderId: each.exchange_order_id,
  }));
}

/** Those of them that have not left, as far as is stored. */
async function listHeldOf(tx: Transaction, strategyId: number): Promise<readonly number[]> {
  const rows = await tx.query<{ id: number }>({
    name: "trading.listHeldOrdersOfStrategy",
    text: `select id from trading.orders
      where strategy_id = $1 and not is_settled and claimed_fence is not null and state = 'created'`,
    values: [strategyId],
  });
  return rows.map(({ id }) => id);
}
