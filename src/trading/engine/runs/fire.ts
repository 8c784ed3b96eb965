/** Hands orders of a run to the journal: one commit, and the senders send them. */
import { wasRefused } from "../../../kit/sql/query-error.ts";
import type { Fired, Firing, NewRunOrder, RunWorker } from "../store-runs.ts";
import type { OwnSenders, RunDeskDeps } from "./deps.ts";
import type { RunContext } from "./run-context.ts";
import { closeForRisk } from "./slice-risk.ts";

type FireTerms = Pick<Firing, "slice" | "during" | "isAllowed" | "stamp" | "refusedBy">;

/**
 * Stores the orders and takes them into memory. The stops that released them are used up with the commit; where nothing is
 * stored, they stay where they were.
 *
 * @param how the slice is undefined for what one leg owes another
 * @returns whether they are stored
 */
export async function fire(
  context: RunContext,
  orders: readonly NewRunOrder[],
  { slice, during, isAllowed, stamp, refusedBy }: FireTerms,
): Promise<boolean> {
  const { memory, shared, log } = context;
  const { deps, worker, balances, figures } = shared;
  const { kept } = memory;
  const nowMs = context.nowMs();
  const first = orders.filter(({ kind }) => kind === "slice" || kind === "hedge");
  const sent = new Set(first.map(({ row }) => row));
  const fired = await stored(deps, worker, {
    runId: kept.id,
    strategyId: kept.strategyId,
    ownerUid: kept.ownerUid,
    uid: kept.uid,
    orders,
    during,
    slice,
    starts: context.startsToKeep(),
    triggers: context.triggersToKeep(sent),
    nowMs,
    senders: sendersOf(deps.senders, orders),
    stamp,
    ...(isAllowed && { isAllowed }),
    ...(refusedBy && { refusedBy }),
  });
  switch (fired.kind) {
    case "fired":
      deps.senders.send(fired.orders);
      // The database answers them in no certain order, and memory takes an earlier one for one that it has forgotten.
      for (const order of fired.orders.toSorted((one, other) => one.terms.id - other.terms.id)) memory.put(order);
      for (const row of sent) context.triggers.delete(row);
      if (slice !== undefined) memory.kept = { ...memory.kept, slices: slice, lastSliceMs: nowMs };
      figures.slices++;
      log.open();
      log.note(nowMs, "info", `${slice === undefined ? "hedge" : `slice ${slice}`}: ${orders.length} orders`);
      deps.asked(orders.map(({ keyId }) => keyId));
      return true;
    case "short":
      for (const { keyId } of orders) balances.lacks(keyId);
      log.closed(
        nowMs,
        "rows",
        `not enough ${fired.currency} is free`,
        orders
          .filter(({ needCurrency }) => needCurrency === fired.currency)
          .map(({ row }) => ({
            row,
            why: `balance: ${fired.currency}`,
          })),
      );
      return false;
    case "refused":
      closeForRisk(context, fired.by);
      return false;
    case "key_gone":
      await context.move("breaker", `the exchange key ${fired.keyId} can no longer be used`, {
        pause: { reason: "lost_key", isExternal: false },
      });
      return false;
    case "appeared":
      await context.pauseFor(fired.orderId);
      return false;
    case "stopped":
    case "not_allowed":
      return false;
  }
}

/**
 * Stores them. Where it is not known whether they are stored, those that are were claimed by senders which do not know them:
 * another sender of the key waits for the commit, finds them, and looks them up.
 */
async function stored({ runs, senders }: RunDeskDeps, worker: RunWorker, firing: Firing): Promise<Fired> {
  try {
    return await runs.fire(worker, firing);
  } catch (error) {
    if (!wasRefused(error)) senders.abandon([...firing.senders.keys()]);
    throw error;
  }
}

function sendersOf(senders: OwnSenders, orders: readonly NewRunOrder[]): ReadonlyMap<number, number> {
  const keys = new Set(orders.map(({ keyId }) => keyId));
  return new Map(
    [...keys].flatMap((keyId): [number, number][] => {
      const fence = senders.fenceOf(keyId);
      return fence === undefined ? [] : [[keyId, fence]];
    }),
  );
}
