/** Orders that wait for their time, and what requests ask of orders. */
import { BatchPace, type BatchTurn } from "./batch-pace.ts";
import type { Entry } from "./key-book.ts";
import { checkOrder, isCancellable, isUnwanted, placeOrder } from "./send-orders.ts";
import type { SendContext } from "./send-context.ts";
import { refusedWhy } from "./core/refusal-text.ts";
import type { CommandDone } from "./store.ts";

/** Orders are known to their sender this long before their time. */
export const HORIZON_MS = 5_000;
/** An order is claimed this long before its time, because the claim is durable before anything is sent. */
const CLAIM_LEAD_MS = 30;
const MOST_COMMANDS = 500;
/** An order may follow the one before by this much less than its interval, so that rounding does not add up. */
const ROUNDED_MS = 1;

/** An order and when it is to leave: its time, or later where it keeps the distance from one before. */
interface Planned {
  readonly entry: Entry;
  readonly atMs: number;
  /** Its place behind the others of its batch. */
  readonly turn: BatchTurn | undefined;
}

export class KeySchedule {
  readonly #context: SendContext;
  readonly #run: (work: Promise<unknown>) => void;
  /** Orders that are being claimed, sent or withheld. */
  readonly #begun = new Set<number>();
  /** When the last order of a batch left: late ones keep the distance, so that they do not leave in a burst. */
  readonly #lastOfBatch = new Map<number, { readonly atMs: number; readonly untilMs: number }>();
  readonly #pace = new BatchPace();
  /** What is being done for orders: it is asked for again every moment until it is stored as done. */
  readonly #obeying = new Map<number, CommandDone>();

  constructor(context: SendContext, run: (work: Promise<unknown>) => void) {
    this.#context = context;
    this.#run = run;
  }

  /** Reads what was asked of the key. */
  async takeCommands(): Promise<void> {
    const { book, journal, key, hold, nowMs, funds, left } = this.#context;
    const kept = await journal.listCommands(key.keyId, nowMs() + HORIZON_MS, MOST_COMMANDS);
    for (const each of kept) {
      const entry = book.load(each);
      const isInherited = each.claimedFence !== null && each.claimedFence !== hold.fence;
      // Another sender was allowed to send it, and had not stored it when this one began, or the database has lost that.
      const mayHaveLeft = isInherited || left.has(each.terms.id);
      if (mayHaveLeft && entry.order.state === "created") this.#run(book.note(entry, { kind: "restarted" }));
      if (!entry.isClaimed && entry.order.state === "created") this.#run(funds.prepare());
      const { checkAskedMs } = each.terms;
      const isAsked = isUnwanted(entry) || (checkAskedMs !== null && entry.isClaimed);
      // One that is not to be sent any more has no other command: what was left of it is done.
      if (isAsked || entry.order.state !== "created") this.#begin(entry);
    }
  }

  /** Sends what is due, without waiting for the answers. */
  sendDue(): void {
    const { nowMs, missedAfterMs } = this.#context;
    const now = nowMs();
    const due = this.#waiting().filter((entry) => this.#sendAtMs(entry) - CLAIM_LEAD_MS <= now);
    if (due.length === 0) return;
    // Intervals that delay no order any more.
    for (const [batchId, { untilMs }] of this.#lastOfBatch) if (untilMs < now) this.#lastOfBatch.delete(batchId);
    this.#pace.keep(new Set([...this.#lastOfBatch.keys(), ...this.#batches()]));
    const sent: Planned[] = [];
    for (const entry of due.toSorted((one, other) => one.terms.sendAtMs - other.terms.sendAtMs)) {
      const atMs = this.#sendAtMs(entry);
      if (atMs - CLAIM_LEAD_MS > now) continue;
      this.#begun.add(entry.terms.id);
      if (Math.max(now, atMs) > entry.terms.sendAtMs + missedAfterMs) this.#run(this.#withhold(entry, MISSED));
      else {
        const { batchId, intervalMs } = entry.terms;
        const leftMs = Math.max(now, atMs);
        if (batchId !== null) this.#lastOfBatch.set(batchId, { atMs: leftMs, untilMs: leftMs + intervalMs });
        sent.push({ entry, atMs, turn: batchId === null ? undefined : this.#pace.enter(batchId) });
      }
    }
    if (sent.length > 0) this.#run(this.#sendInTurn(sent));
  }

  /** Whatever happens to them, those behind them in their batches are held up no longer. */
  async #sendInTurn(planned: readonly Planned[]): Promise<void> {
    const placed = new Set<Planned>();
    try {
      await this.#send(planned, placed);
    } finally {
      for (const each of planned) if (!placed.has(each)) each.turn?.left(undefined);
    }
  }

  /** When the next order is to be claimed. */
  nextMs(): number {
    return Math.min(Infinity, ...this.#waiting().map((entry) => this.#sendAtMs(entry) - CLAIM_LEAD_MS));
  }

  /** Batches of orders that have not left. */
  #batches(): readonly number[] {
    const { book } = this.#context;
    return book.entries().flatMap(({ terms, handedMs }) => (handedMs === null ? (terms.batchId ?? []) : []));
  }

  #waiting(): Entry[] {
    return this.#context.book
      .changing()
      .filter(({ terms, order, isClaimed }) => !isClaimed && order.state === "created" && !this.#begun.has(terms.id));
  }

  #sendAtMs({ terms }: Entry): number {
    const last = terms.batchId === null ? undefined : this.#lastOfBatch.get(terms.batchId)?.atMs;
    return last === undefined ? terms.sendAtMs : Math.max(terms.sendAtMs, last + terms.intervalMs - ROUNDED_MS);
  }

  async #send(planned: readonly Planned[], placed: Set<Planned>): Promise<void> {
    const { journal, key, hold, wake, risk, funds } = this.#context;
    if (!(await journal.isKeyActive(key.keyId))) {
      await Promise.all(planned.map(({ entry }) => this.#withhold(entry, KEY_GONE)));
      return;
    }
    const funded = await this.#funded(await this.#permitted(planned));
    const orders = funded.map(({ entry }) => entry.terms);
    const { claimed, refused, states } = await journal.claim(key, hold.fence, orders, risk.judge);
    const allowed = new Set(claimed);
    for (const each of funded) {
      const { entry } = each;
      const { id } = entry.terms;
      const refusal = refused.get(id);
      if (refusal) this.#run(this.#withhold(entry, refusedWhy(refusal)));
      else if (allowed.has(id)) {
        entry.isClaimed = true;
        // It may have said that it waits.
        entry.why = "";
        entry.risk = states.get(id) ?? [];
        placed.add(each);
        this.#run(this.#place(each));
      } else {
        funds.forget(entry);
        this.#begun.delete(id);
      }
    }
    wake();
  }

  /** Those whose user may still trade with the key. The others are not sent. */
  async #permitted(planned: readonly Planned[]): Promise<readonly Planned[]> {
    const barred = await this.#context.risk.findBarred(planned.map(({ entry }) => entry.terms));
    return planned.filter(({ entry }) => {
      if (barred.has(entry.terms.id)) this.#run(this.#withhold(entry, BARRED));
      return !barred.has(entry.terms.id);
    });
  }

  /** Those that there is money for, which is set aside for them. The others are not sent. */
  async #funded(planned: readonly Planned[]): Promise<readonly Planned[]> {
    const funded: Planned[] = [];
    for (const each of planned) {
      const why = await this.#context.funds.reserve(each.entry);
      if (why === undefined) funded.push(each);
      else this.#run(this.#withhold(each.entry, why));
    }
    return funded;
  }

  async #place({ entry, atMs, turn }: Planned): Promise<void> {
    const { clock, nowMs, hold } = this.#context;
    try {
      const before = (await turn?.before) ?? 0;
      const dueMs = before === 0 ? atMs : Math.max(atMs, before + entry.terms.intervalMs - ROUNDED_MS);
      const earlyMs = dueMs - nowMs();
      if (earlyMs > 0) await clock.sleep(earlyMs, hold.signal).catch(() => undefined);
      await placeOrder(this.#context, entry, () => turn?.left(nowMs()));
    } finally {
      turn?.left(undefined);
      this.#begun.delete(entry.terms.id);
    }
  }

  /** Ends an order that was never sent. Its end is durable before its commands are done. */
  async #withhold(entry: Entry, why: string): Promise<void> {
    const { book, journal, key, hold, funds } = this.#context;
    this.#begun.add(entry.terms.id);
    funds.forget(entry);
    const facts = { why, isDeferred: why === MISSED };
    if (entry.order.state === "created") await book.note(entry, { kind: "withheld" }, facts);
    await journal.commandsDone(key.keyId, hold.fence, [doneOf(entry, null)]);
    this.#begun.delete(entry.terms.id);
  }

  /** Does what was asked of an order, once. What was asked since, such as a cancel during a long check, does not wait. */
  #begin(entry: Entry): void {
    const { id } = entry.terms;
    const asked = doneOf(entry, null);
    const earlier = this.#obeying.get(id);
    if (earlier && isSameCommand(earlier, asked)) return;
    this.#obeying.set(id, asked);
    const end = (): void => void (this.#obeying.get(id) === asked && this.#obeying.delete(id));
    this.#run(this.#obey(entry, asked).finally(end));
  }

  async #obey(entry: Entry, asked: CommandDone): Promise<void> {
    const { book, journal, key, hold, nowMs } = this.#context;
    const { id, cancelAskedMs, checkAskedMs } = entry.terms;
    if (!entry.isClaimed) {
      if (!this.#begun.has(id)) await this.#withhold(entry, CANCELLED);
      return;
    }
    // Wherever it waits, it leaves no more: whether it may is asked in the turn that writes it.
    if (isUnwanted(entry) && entry.order.state === "created")
      await book.note(entry, { kind: "withheld" }, { why: CANCELLED });
    if (cancelAskedMs !== null && isCancellable(entry)) await book.note(entry, { kind: "cancel_wanted" });
    const isChecked = checkAskedMs !== null && entry.isClaimed && (await checkOrder(this.#context, entry));
    await journal.commandsDone(key.keyId, hold.fence, [{ ...asked, checkedMs: isChecked ? nowMs() : null }]);
  }
}

export const MISSED = "It was missed: the platform could not send it within 5 seconds of its time";
export const KEY_GONE = "The exchange key can no longer be used";
const BARRED = "Its sub-account may not trade with the exchange key any more";
export const CANCELLED = "It was cancelled before it was sent";

function isSameCommand(one: CommandDone, other: CommandDone): boolean {
  return (
    one.cancelAskedMs === other.cancelAskedMs &&
    one.checkAskedMs === other.checkAskedMs &&
    one.withheldAskedMs === other.withheldAskedMs
  );
}

function doneOf({ terms }: Entry, checkedMs: number | null): CommandDone {
  const { id, cancelAskedMs, checkAskedMs, withheldAskedMs } = terms;
  return { id, cancelAskedMs, checkAskedMs, withheldAskedMs, checkedMs };
}
