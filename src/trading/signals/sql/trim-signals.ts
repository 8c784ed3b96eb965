/**
 * Takes away what signals keep of long ago, some at a time. The data of a result stay for as long as the signal
 * exists: iterations since the last reset.
 */
import type { Queryable } from "../../../kit/sql/database.ts";
import type { SignalTrim } from "../deps.ts";

const BATCH = 1_000;
/** Signals that are taken away at once, when nothing belongs to them any more but what ends with them. */
const SIGNALS_AT_ONCE = 100;

export function signalTrim(db: Queryable): SignalTrim {
  return {
    async trim(before) {
      // Referring rows go before the row that they refer to.
      let removed = 0;
      for (const step of [trimActs, trimActsOfDeleted, trimReset, trimDeleted, trimMessages, trimHooks, trimSignals])
        removed += await step(db, before);
      return removed;
    },
  };
}

/** Acts of iterations that were closed, once all of them have ended. The last one of a subscription is shown, and stays. */
function trimActs(db: Queryable, beforeMs: number): Promise<number> {
  return db.execute({
    name: "trading.trimSignalActs",
    text: `delete from trading.signal_acts where id in (
      select a.id from trading.signal_acts a join trading.signal_iterations i on i.id = a.iteration_id
      where a.state <> 'pending' and a.ended_ms < $1 and i.closed_ms < $1
        and not exists (select from trading.signal_acts p where p.subscription_id = a.subscription_id
          and p.iteration_id = a.iteration_id and p.state = 'pending')
        and exists (select from trading.signal_acts l where l.subscription_id = a.subscription_id
          and l.state <> 'pending' and (l.ended_ms, l.id) > (a.ended_ms, a.id))
      order by a.ended_ms, a.id limit ${BATCH})`,
    values: [beforeMs],
  });
}

/** Of a signal that was deleted long ago the last one goes too. */
function trimActsOfDeleted(db: Queryable, beforeMs: number): Promise<number> {
  return db.execute({
    name: "trading.trimActsOfDeletedSignals",
    text: `delete from trading.signal_acts where id in (
      select a.id from trading.signals s
        join trading.signal_iterations i on i.signal_id = s.id join trading.signal_acts a on a.iteration_id = i.id
      where s.deleted_ms < $1 limit ${BATCH})`,
    values: [beforeMs],
  });
}

/** Iterations that a reset of long ago took out of the results. */
function trimReset(db: Queryable, beforeMs: number): Promise<number> {
  return db.execute({
    name: "trading.trimResetIterations",
    text: `delete from trading.signal_iterations where id in (
      select i.id from trading.signal_resets r
        join trading.signal_iterations i on i.signal_id = r.signal_id and i.epoch = r.epoch - 1
      where r.at_ms < $1 and not exists (select from trading.signal_acts a where a.iteration_id = i.id)
      limit ${BATCH})`,
    values: [beforeMs],
  });
}

/** Iterations of signals that were deleted long ago: no operation shows them. */
function trimDeleted(db: Queryable, beforeMs: number): Promise<number> {
  return db.execute({
    name: "trading.trimIterationsOfDeletedSignals",
    text: `delete from trading.signal_iterations where id in (
      select i.id from trading.signals s join trading.signal_iterations i on i.signal_id = s.id
      where s.deleted_ms < $1 and not exists (select from trading.signal_acts a where a.iteration_id = i.id)
      limit ${BATCH})`,
    values: [beforeMs],
  });
}

/** Messages to addresses that are taken away next. */
function trimMessages(db: Queryable, beforeMs: number): Promise<number> {
  return db.execute({
    name: "trading.trimMessagesOfOldHooks",
    text: `delete from trading.signal_hook_messages where ctid = any (array(
      select m.ctid from trading.signal_hooks h join trading.signal_hook_messages m on m.hook_id = h.id
      where h.revoked_at < to_timestamp($1::bigint / 1000.0) limit ${BATCH}))`,
    values: [beforeMs],
  });
}

/** Addresses that were revoked long ago. */
function trimHooks(db: Queryable, beforeMs: number): Promise<number> {
  return db.execute({
    name: "trading.trimSignalHooks",
    text: `delete from trading.signal_hooks where id in (
      select h.id from trading.signal_hooks h where h.revoked_at < to_timestamp($1::bigint / 1000.0)
        and not exists (select from trading.signal_hook_messages m where m.hook_id = h.id)
      limit ${BATCH})`,
    values: [beforeMs],
  });
}

/** Signals that were deleted long ago, with their resets and with the subscriptions to them, which have ended. */
function trimSignals(db: Queryable, beforeMs: number): Promise<number> {
  return db.execute({
    name: "trading.trimDeletedSignals",
    text: `with gone as (
        select s.id from trading.signals s where s.deleted_ms < $1
          and not exists (select from trading.signal_iterations i where i.signal_id = s.id)
          and not exists (select from trading.signal_hooks h where h.signal_id = s.id)
        order by s.id limit ${SIGNALS_AT_ONCE}
      ), resets as (
        delete from trading.signal_resets where signal_id in (select id from gone)
      ), subscriptions as (
        delete from trading.signal_subscriptions where signal_id in (select id from gone)
      )
      delete from trading.signals where id in (select id from gone)`,
    values: [beforeMs],
  });
}
