/** The engine without its storage, from one moment on: orders are decided and sent, and nothing is written or read for them. */
import { createdOrder } from "../../test/support/journal-events.ts";
import { clientIdOf } from "../../src/trading/engine/core/client-ids.ts";
import { parseFine } from "../../src/kit/money/fine.ts";
import type { OrderJournal } from "../../src/trading/engine/store.ts";
import type { RunUser } from "../../src/trading/engine/runs/deps.ts";
import type { Firing, KeptRunOrder, NewRunOrder, RunJournal } from "../../src/trading/engine/store-runs.ts";
import type { Around } from "./engine-process.ts";

/** Above every number that the journal gives. */
const FIRST_ID = 9_000_000_000_000_000;
const PREFIX = "zz";

export class Unjournaled implements Around {
  /** Made-up orders, until the run has seen their end. */
  readonly #made = new Map<number, KeptRunOrder>();
  readonly #users = new Map<number, RunUser | undefined>();
  #next = FIRST_ID;
  isOn = false;

  readonly runs = (journal: RunJournal): RunJournal => ({
    ...journal,
    fire: async (worker, firing) =>
      this.isOn
        ? { kind: "fired", orders: firing.orders.flatMap((order) => this.#make(firing, order)) }
        : journal.fire(worker, firing),
    readChanged: async (known) => {
      if (!this.isOn) return journal.readChanged(known);
      const ended = [...known.keys()].flatMap((id) => this.#made.get(id) ?? []).map(endedOf);
      for (const { terms } of ended) this.#made.delete(terms.id);
      return ended;
    },
  });

  readonly orders = (journal: OrderJournal): OrderJournal => ({
    ...journal,
    write: (keyId, fence, changes) => (this.isOn ? Promise.resolve() : journal.write(keyId, fence, changes)),
  });

  readonly userOf: Around["userOf"] = (ask) => async (uid, q) => {
    if (!this.isOn || !this.#users.has(uid)) this.#users.set(uid, await ask(uid, q));
    return this.#users.get(uid);
  };

  #make({ ownerUid, uid, strategyId, senders, nowMs }: Firing, order: NewRunOrder): KeptRunOrder[] {
    const claimedFence = senders.get(order.keyId);
    const id = this.#next++;
    const clientOrderId = clientIdOf(PREFIX, id);
    if (claimedFence === undefined || clientOrderId === undefined) return [];
    const { row, slice, attempt, kind, keyId, exchange, priceEntry } = order;
    const { marketId, side, type, price = null, amount, timeInForce = null, postOnly = false } = order.order;
    const made: KeptRunOrder = {
      terms: {
        id,
        batchId: null,
        ownerUid,
        uid,
        keyId,
        strategyId,
        exchange,
        marketId,
        side,
        type,
        price,
        amount,
        stopPrice: null,
        createdMs: Math.floor(nowMs),
        sendAtMs: order.sendAtMs,
        intervalMs: 0,
        expireAfterMs: 0,
        cancelAskedMs: null,
        checkAskedMs: null,
        withheldAskedMs: null,
        timeInForce,
        postOnly,
      },
      order: createdOrder(clientOrderId, parseFine(amount) ?? 0n),
      version: 1,
      claimedFence,
      handedMs: null,
      checkedMs: null,
      cost: "0",
      worth: 0n,
      why: "",
      isDeferred: false,
      updatedMs: nowMs,
      row,
      slice,
      attempt,
      kind,
      priceEntry,
      fees: [],
    };
    this.#made.set(id, made);
    return [made];
  }
}

function endedOf(kept: KeptRunOrder): KeptRunOrder {
  return { ...kept, version: 2, order: { ...kept.order, state: "expired", endedMs: kept.terms.createdMs } };
}
