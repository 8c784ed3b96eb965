/** Signals are added, changed, reset and deleted, each with its line in the trail. */
import { invariant } from "../../../kit/errors/invariant.ts";
import { formatAmount, parseAmount } from "../../../kit/money/amount.ts";
import type { Queryable, Transaction } from "../../../kit/sql/database.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import { recordDeed } from "../../audit/index.ts";
import { lockUser } from "../../users/index.ts";
import { signalErrors } from "../errors.ts";
import type { NewSignal, SignalDoer, SignalEdit } from "../store.ts";
import { ensureDeveloper } from "./developers.ts";
import { holdSignal } from "./hold-signal.ts";
import { endSubscriptions } from "./end-subscriptions.ts";

/** How many signals the users of an account have published. */
export async function countSignals(q: Queryable, ownerUid: number): Promise<number> {
  const [row] = await q.query<{ total: number }>({
    name: "trading.countSignals",
    text: "select count(*) as total from trading.signals where owner_uid = $1 and deleted_ms is null",
    values: [ownerUid],
  });
  return row?.total ?? 0;
}

/** A new signal; undefined when the account has as many as it may have. */
export async function addSignal(
  tx: Transaction,
  by: SignalDoer,
  signal: NewSignal,
  maximum: number,
): Promise<number | undefined> {
  await lockUser(tx, by.ownerUid);
  if ((await countSignals(tx, by.ownerUid)) >= maximum) return undefined;
  await ensureDeveloper(tx, by);
  const { terms, base, quote, feeRate } = signal;
  const [one, two, three, four] = terms.custom;
  const [row] = await tx.query<{ id: number }>({
    name: "trading.insertSignal",
    text: `insert into trading.signals (owner_uid, uid, name, description, code, base, quote, direction, fee_rate, price,
        subscribers_max, custom_1, custom_2, custom_3, custom_4, created_ms, edited_ms)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $16) returning id`,
    values: [
      by.ownerUid,
      by.uid,
      terms.name,
      terms.description,
      terms.code,
      base,
      quote,
      terms.direction ?? null,
      feeRate,
      String(parseAmount(terms.price)),
      terms.subscribersMax,
      one,
      two,
      three,
      four,
      msOf(by),
    ],
  });
  invariant(row, "an inserted signal is returned");
  const { name, code, price } = terms;
  await recordDeed(tx, by, "signal.add", row.id, { name, code, price: formatAmount(parseAmount(price)) });
  return row.id;
}

/** Another name, or other notes. Iterations already triggered stay unchanged. */
export async function editSignal(tx: Transaction, by: SignalDoer, id: number, edit: SignalEdit): Promise<void> {
  await holdSignal(tx, by, id);
  const [one, two, three, four] = edit.custom;
  await tx.execute({
    name: "trading.editSignal",
    text: `update trading.signals set name = coalesce($2, name), custom_1 = coalesce($3, custom_1),
        custom_2 = coalesce($4, custom_2), custom_3 = coalesce($5, custom_3), custom_4 = coalesce($6, custom_4), edited_ms = $7
      where id = $1`,
    values: [id, edit.name ?? null, one ?? null, two ?? null, three ?? null, four ?? null, msOf(by)],
  });
  const changed = [
    ...(edit.name === undefined ? [] : ["name"]),
    ...edit.custom.flatMap((value, at) => (value === undefined ? [] : [`custom_${at + 1}`])),
  ];
  await recordDeed(tx, by, "signal.edit", id, { changed });
}

/** From now on earlier iterations count for nothing. They stay, and are shown as what they are. */
export async function resetSignal(
  tx: Transaction,
  by: SignalDoer,
  id: number,
): Promise<{ readonly iterations: number }> {
  const held = await holdSignal(tx, by, id);
  if (held.open) throw signalErrors.open({ id });
  const [counted] = await tx.query<{ iterations: number }>({
    name: "trading.countIterationsOfEpoch",
    text: "select count(*) as iterations from trading.signal_iterations where signal_id = $1 and epoch = $2",
    values: [id, held.epoch],
  });
  await tx.execute({
    name: "trading.resetSignal",
    text: "update trading.signals set epoch = $2 where id = $1",
    values: [id, held.epoch + 1],
  });
  await tx.execute({
    name: "trading.recordSignalReset",
    text: "insert into trading.signal_resets (signal_id, epoch, at_ms) values ($1, $2, $3)",
    values: [id, held.epoch + 1, msOf(by)],
  });
  const iterations = counted?.iterations ?? 0;
  await recordDeed(tx, by, "signal.reset", id, { iterations });
  return { iterations };
}

/** Takes a signal off the market: its subscriptions and hooks end. Its history stays for the retention of signals. */
export async function deleteSignal(
  tx: Transaction,
  by: SignalDoer,
  id: number,
): Promise<{ readonly subscriptions: number }> {
  const held = await holdSignal(tx, by, id);
  if (held.open) throw signalErrors.open({ id });
  const subscriptions = await endSubscriptions(tx, by, held);
  await tx.execute({
    name: "trading.revokeHooksOfSignal",
    text: `update trading.signal_hooks set revoked_at = to_timestamp($2::double precision / 1000)
      where signal_id = $1 and revoked_at is null`,
    values: [id, msOf(by)],
  });
  await tx.execute({
    name: "trading.deleteSignal",
    text: "update trading.signals set deleted_ms = $2 where id = $1",
    values: [id, msOf(by)],
  });
  await recordDeed(tx, by, "signal.delete", id, { name: held.name, subscriptions });
  return { subscriptions };
}

function msOf({ at }: SignalDoer): number {
  return Math.floor(toMillis(at));
}
