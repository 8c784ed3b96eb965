/** A signal is opened or closed: the iteration, the line in the trail, and what subscribers' strategies are to do about it. */
import { invariant } from "../../../kit/errors/invariant.ts";
import type { Transaction } from "../../../kit/sql/database.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import { DAY_MS } from "../../../kit/time/spans.ts";
import { recordDeed } from "../../audit/index.ts";
import { announceTrigger } from "../announce-trigger.ts";
import { decideTrigger, type Direction } from "../core/trigger.ts";
import { signalErrors } from "../errors.ts";
import type { AcceptedTrigger, NewTrigger, SignalDoer } from "../store.ts";
import { insertActs } from "./acts.ts";
import { holdSignal, type HeldSignal } from "./hold-signal.ts";

/** A signal opens once a minute over a day at most: what is asked of all its iterations is bounded by its age. */
export const MOST_OPENINGS = 1_440;

/** @throws signalErrors.notFound, notYours, wrongTrigger */
export async function triggerSignal(tx: Transaction, by: SignalDoer, trigger: NewTrigger): Promise<AcceptedTrigger> {
  const held = await holdSignal(tx, by, trigger.id);
  return applyTrigger(tx, by, held, trigger, by.uid);
}

/**
 * The same for a signal that is held.
 *
 * @param doer the user, as the trail and the iteration name it
 */
export async function applyTrigger(
  tx: Transaction,
  by: Pick<SignalDoer, "uid" | "ownerUid" | "at">,
  held: HeldSignal,
  trigger: NewTrigger,
  doer: number | `hook ${number}`,
): Promise<AcceptedTrigger> {
  const verdict = decideTrigger({ open: held.open?.direction, direction: held.direction }, trigger);
  if (verdict.kind === "refused") throw signalErrors.wrongTrigger({ id: held.id, reason: verdict.reason });
  // Each trigger is later than the one before, whichever process took it.
  const atMs = Math.max(Math.floor(toMillis(by.at)), held.triggeredMs + 1);
  const { action, side, executeWithinMs, maximumAmount } = trigger;
  if (action === "open" && (await hasOpenedOften(tx, held, atMs))) {
    const reason = `it has opened ${MOST_OPENINGS} times within 24 hours, as often as a signal may`;
    throw signalErrors.wrongTrigger({ id: held.id, reason });
  }
  const iteration = action === "open" ? held.iteration + 1 : held.iteration;
  const source = typeof doer === "number" ? `user ${doer}` : doer;
  const iterationId =
    action === "open"
      ? await openIteration(tx, held, trigger, { number: iteration, direction: verdict.direction, atMs, source })
      : await closeIteration(tx, held, trigger, { atMs, source });
  const details = {
    iteration,
    action,
    side,
    by: source,
    execute_within: executeWithinMs,
    maximum_amount: maximumAmount,
  };
  await recordDeed(tx, by, "signal.trigger", held.id, details);
  const accepted: AcceptedTrigger = {
    id: held.id,
    iteration,
    side,
    action,
    acceptedMs: atMs,
    executeBeforeMs: atMs + executeWithinMs,
    maximumAmount,
  };
  const dueMs = await insertActs(tx, { signalId: held.id, iterationId, action, atMs, executeWithinMs });
  await announceTrigger(tx, { ...accepted, ownerUid: held.ownerUid, uid: by.uid, source, iterationId, dueMs });
  return accepted;
}

/** Whether a signal has opened as often as it may within the day before a moment. */
async function hasOpenedOften(tx: Transaction, { id, iteration }: HeldSignal, atMs: number): Promise<boolean> {
  const rows = await tx.query({
    name: "trading.findEarlierOpening",
    text: "select from trading.signal_iterations where signal_id = $1 and number = $2 and opened_ms > $3",
    values: [id, iteration - MOST_OPENINGS + 1, atMs - DAY_MS],
  });
  return rows.length > 0;
}

interface Moment {
  readonly atMs: number;
  readonly source: string;
}

/** The next iteration, which is the signal's latest from now on. */
async function openIteration(
  tx: Transaction,
  held: HeldSignal,
  { executeWithinMs, maximumAmount, facts }: NewTrigger,
  { number, direction, atMs, source }: Moment & { readonly number: number; readonly direction: Direction },
): Promise<number> {
  const [row] = await tx.query<{ id: number }>({
    name: "trading.openIteration",
    text: `insert into trading.signal_iterations (signal_id, number, epoch, direction, fee_rate, usd_rate, opened_ms,
        open_within_ms, open_amount, open_by)
      values ($1, $2, $3, $4, $5, $6::numeric, $7, $8, $9::numeric, $10) returning id`,
    values: [
      held.id,
      number,
      held.epoch,
      direction,
      Math.max(held.feeRate, facts.feeRate),
      facts.usdRate ?? null,
      atMs,
      executeWithinMs,
      maximumAmount,
      source,
    ],
  });
  invariant(row, "an inserted iteration is returned");
  await tx.execute({
    name: "trading.setIterationOfSignal",
    text: "update trading.signals set iteration = $2 where id = $1",
    values: [held.id, number],
  });
  return row.id;
}

/** Closes the open iteration, once. */
async function closeIteration(
  tx: Transaction,
  held: HeldSignal,
  { executeWithinMs, maximumAmount }: NewTrigger,
  { atMs, source }: Moment,
): Promise<number> {
  const id = held.open?.id ?? 0;
  const closed = await tx.execute({
    name: "trading.closeIteration",
    text: `update trading.signal_iterations set closed_ms = $2, close_within_ms = $3, close_amount = $4::numeric, close_by = $5
      where id = $1 and closed_ms is null`,
    values: [id, atMs, executeWithinMs, maximumAmount, source],
  });
  invariant(closed === 1, "an open iteration of a held signal is closed once");
  return id;
}
