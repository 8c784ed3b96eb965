/**
 * The accounts of one exchange that this process has, each by a lease. An account is brought from the store when it is
 * first used. Events are saved before they are answered or reported. Another process gets it within a second, and
 * after this one was killed when the lease has run out.
 */
import type { Log } from "../../../kit/log/log.ts";
import type { LeaseHold } from "../../../kit/sql/hold-lease.ts";
import { LeaseLost } from "../../../kit/sql/lease.ts";
import { isForContent } from "../../../kit/sql/query-error.ts";
import type { Clock } from "../../../kit/time/clock.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import { ExchangeFailure } from "../core/failure.ts";
import type { Fill } from "../port.ts";
import type { AccountChange, EngineAccountStore, StoredOrder } from "./account-store.ts";
import { SeatChange } from "./seat-change.ts";
import { leftFailure, type Seat, type SeatHands } from "./seat.ts";

const LOOK_MS = 1_000;
const ASK_MS = 100;
/** Longer than a lease. */
const COME_MS = 10_000;
const SAVE_MS = 5_000;
const RETRY_MS = 200;
/** An account without open orders that is not used for this long is given back. */
const IDLE_MS = 60_000;

export interface KeptSeatsOptions {
  readonly store: EngineAccountStore;
  readonly clock: Clock;
  readonly log: Log;
  /** Whether this process keeps accounts that no other one asks for; otherwise it gives them back soon. Always, unless told. */
  readonly keeps?: () => boolean;
}

export class KeptSeats {
  readonly store: EngineAccountStore;
  readonly clock: Clock;
  readonly #log: Log;
  readonly #keeps: () => boolean;
  readonly #seats = new Map<string, KeptSeat>();
  readonly #closing = new AbortController();
  #saving: Promise<void> | undefined;

  constructor({ store, clock, log, keeps = () => true }: KeptSeatsOptions) {
    this.store = store;
    this.clock = clock;
    this.#log = log;
    this.#keeps = keeps;
    clock.every(LOOK_MS, () => this.#look(), this.#closing.signal);
  }

  seat(name: string, hands: SeatHands): Seat {
    const seat = new KeptSeat(name, hands, this);
    this.#seats.set(name, seat);
    return seat;
  }

  get isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  nowMs(): number {
    return toMillis(this.clock.now());
  }

  /** Saves what has changed, soon: one saving at a time takes all that has changed until it begins. */
  save(): void {
    this.#saving ??= Promise.resolve()
      .then(() => this.#saveAll())
      .finally(() => {
        this.#saving = undefined;
      });
  }

  /** Saves all, and gives the accounts back. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#saving;
    await Promise.all([...this.#seats.values()].map((seat) => seat.giveBack()));
  }

  async #saveAll(): Promise<void> {
    for (let changed = this.#changed(); changed.length > 0; changed = this.#changed()) {
      const batch = changed.map((seat) => seat.take());
      try {
        await this.store.save(batch);
        for (const seat of changed) seat.saved();
      } catch (error) {
        this.#log.warn({ accounts: changed.length, error }, "simulated accounts could not be saved");
        if (error instanceof LeaseLost || isForContent(error) || this.isClosed) {
          // Memory is ahead of the store, or holds what that refuses each time: all of them are brought again.
          for (const seat of changed) await seat.lose();
        } else {
          for (const seat of changed) seat.putBack();
          await this.clock.sleep(RETRY_MS);
        }
      }
    }
  }

  #changed(): KeptSeat[] {
    return [...this.#seats.values()].filter((seat) => seat.isChanged);
  }

  async #look(): Promise<void> {
    const held = [...this.#seats.values()].filter((seat) => seat.isHeld);
    if (held.length === 0) return;
    try {
      const wanted = new Set(await this.store.listWanted(held.map((seat) => seat.name)));
      for (const seat of held) {
        const isLeaving = wanted.has(seat.name) || seat.isIdle || !this.#keeps();
        if (seat.isFree && isLeaving) await seat.giveBack();
      }
    } catch (error) {
      this.#log.warn({ error }, "simulated accounts could not be looked after");
    }
  }
}

class KeptSeat implements Seat {
  readonly name: string;
  readonly #hands: SeatHands;
  readonly #seats: KeptSeats;
  #hold: LeaseHold | undefined;
  #coming: Promise<void> | undefined;
  #users = 0;
  #usedMs = 0;
  /** Not yet given to the store, and given to it at this moment. */
  #changed = new SeatChange();
  #taken: SeatChange | undefined;

  constructor(name: string, hands: SeatHands, seats: KeptSeats) {
    this.name = name;
    this.#hands = hands;
    this.#seats = seats;
  }

  get isHeld(): boolean {
    return this.#hold !== undefined;
  }

  get isChanged(): boolean {
    return this.isHeld && this.#changed.isSome;
  }

  /** It can be given back: it is not in use, and all is saved. */
  get isFree(): boolean {
    return this.isHeld && this.#users === 0 && !this.#changed.isSome && !this.#taken;
  }

  get isIdle(): boolean {
    return !this.#hands.isBusy() && this.#seats.nowMs() - this.#usedMs > IDLE_MS;
  }

  async use<T>(work: () => Promise<T>): Promise<T> {
    this.#users++;
    try {
      if (!this.isHeld) await (this.#coming ??= this.#come().finally(() => (this.#coming = undefined)));
      const answer = await work();
      await this.#kept();
      return answer;
    } finally {
      this.#users--;
      this.#usedMs = this.#seats.nowMs();
    }
  }

  check(): void {
    if (!this.isHeld) throw leftFailure();
  }

  note(order: StoredOrder, fill?: Fill): void {
    this.#changed.orders.set(order.orderId, order);
    if (fill) this.#changed.fills.push(fill);
    this.#touch();
  }

  after(tell: () => void): void {
    if (this.#changed.isSome) this.#changed.waiting.push({ kept: tell, lost: () => {} });
    else if (this.#taken) this.#taken.waiting.push({ kept: tell, lost: () => {} });
    else tell();
  }

  take(): AccountChange {
    const taken = this.#changed;
    this.#taken = taken;
    this.#changed = new SeatChange();
    if (!this.#hold) throw leftFailure();
    const { orders, fills } = taken;
    return { account: this.name, lease: this.#hold.lease, ...this.#hands.sum(), orders: [...orders.values()], fills };
  }

  saved(): void {
    const taken = this.#taken;
    this.#taken = undefined;
    for (const each of taken?.waiting ?? []) each.kept();
  }

  putBack(): void {
    const taken = this.#taken;
    this.#taken = undefined;
    if (taken) this.#changed = taken.followedBy(this.#changed);
  }

  /** Forgets what is in memory, which may differ from what is kept. */
  async lose(): Promise<void> {
    const waiting = [...(this.#taken?.waiting ?? []), ...this.#changed.waiting];
    await this.giveBack();
    for (const each of waiting) each.lost();
  }

  async giveBack(): Promise<void> {
    const hold = this.#hold;
    if (!hold) return;
    this.#hold = undefined;
    this.#hands.leave(this.#seats.isClosed);
    this.#changed = new SeatChange();
    this.#taken = undefined;
    await hold.release();
  }

  #touch(): void {
    this.#changed.isSome = true;
    this.#seats.save();
  }

  async #come(): Promise<void> {
    const { store, clock } = this.#seats;
    try {
      for (const untilMs = this.#seats.nowMs() + COME_MS; ;) {
        if (this.#seats.isClosed) throw leftFailure();
        await this.#hands.prepare();
        const hold = await store.hold(this.name);
        if (hold) return await this.#bring(hold);
        if (this.#seats.nowMs() > untilMs) throw leftFailure();
        await store.want(this.name);
        await clock.sleep(ASK_MS);
      }
    } catch (error) {
      if (error instanceof ExchangeFailure) throw error;
      throw new ExchangeFailure("unavailable", "maintenance", "the account cannot be read now", { cause: error });
    }
  }

  /** Brings the account into the engine. If that fails half way, nothing of it stays there or is saved. */
  async #bring(hold: LeaseHold): Promise<void> {
    const { store } = this.#seats;
    try {
      const stored = await store.load(this.name);
      hold.signal.throwIfAborted();
      this.#hold = hold;
      hold.signal.addEventListener("abort", () => this.#lost(hold), { once: true });
      this.#hands.bring(stored);
      this.#touch();
    } catch (error) {
      if (this.isHeld) await this.lose();
      else await hold.release();
      throw error;
    }
  }

  /** One that was given back, or came again, in the meantime is not lost. */
  #lost(hold: LeaseHold): void {
    if (this.#hold === hold) void this.lose();
  }

  /** Waits until all that has happened is saved. */
  async #kept(): Promise<void> {
    const change = this.#changed.isSome ? this.#changed : this.#taken;
    if (!change) return;
    const saved = new Promise<void>((kept, failed) => {
      change.waiting.push({ kept, lost: () => failed(unsaved()) });
    });
    const done = new AbortController();
    const late = this.#seats.clock.sleep(SAVE_MS, done.signal).then(() => {
      throw unsaved();
    });
    late.catch(() => {});
    try {
      await Promise.race([saved, late]);
    } finally {
      done.abort();
    }
  }
}

function unsaved(): ExchangeFailure {
  return new ExchangeFailure("unknown", "timeout", "the account could not be saved in time");
}
