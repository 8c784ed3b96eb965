/** The one sender of an exchange key: sends what is due, looks up what is in doubt, and follows what is open. */
import { doubledMs, type BackOffRules } from "../../kit/time/back-off.ts";
import { toMillis } from "../../kit/time/instant.ts";
import { orAfter } from "../../kit/time/or-after.ts";
import { nextLookup } from "./core/journal.ts";
import { isSettled, isShort, type JournalEffect } from "./core/journal-order.ts";
import { KeyBook, type Entry } from "./key-book.ts";
import { KeyFunds } from "./key-funds.ts";
import { polled, KeyPoll } from "./poll-key.ts";
import { recoverKey } from "./recover-key.ts";
import { KeySchedule } from "./schedule-orders.ts";
import { cancelOrder, expiryOf, lookUpOrder, newsOfTime, placeOrder } from "./send-orders.ts";
import type { SendContext } from "./send-context.ts";
import { SenderRisk, type DeskRisk } from "./sender-risk.ts";
import type { KeptOrder } from "./store.ts";

type Given =
  | "account"
  | "clock"
  | "exchange"
  | "figures"
  | "hold"
  | "isKept"
  | "journal"
  | "key"
  | "left"
  | "log"
  | "missedAfterMs"
  | "prefix";

export interface KeySenderDeps extends Pick<SendContext, Given> {
  readonly risk: DeskRisk;
  /** The journal may lack orders that were sent: a sender of the key was lost, or none was here before. */
  readonly mayLack: boolean;
}

const OPEN_POLL_MS = 10_000;
const TRADES_POLL_MS = 60_000;
/** Where more is filled than booked, trades are asked for this often, and then ever less. */
const FILLS_WAIT_MS = 1_000;
/** An order that can no longer change stays in memory this long. */
const KEPT_SETTLED_MS = 60_000;
const FORGET_MS = 1_000;
/** A sender without anything to look after ends after this long. */
const IDLE_MS = 10_000;
const LONGEST_SLEEP_MS = 1_000;
/** Work in progress at an orderly end has this long. */
const STOP_WAIT_MS = 800;
const STREAM_BACK_OFF: BackOffRules = { firstMs: 500, maxMs: 60_000 };

export class KeySender {
  readonly #context: SendContext;
  readonly #poll: KeyPoll;
  readonly #schedule: KeySchedule;
  readonly #work = new Set<Promise<unknown>>();
  #wakeUp: () => void = () => undefined;
  #hasCommands = true;
  #isStopping = false;
  #nextOpenMs = 0;
  #nextTradesMs = 0;
  #nextForgetMs = 0;
  #tradesWaitMs = FILLS_WAIT_MS;
  #isReadingOpen = false;
  #hasLooked = false;
  #isReadingTrades = false;
  /** Orders of which more was filled than booked when trades were last asked for. */
  #short: ReadonlySet<number> = new Set();
  #busyMs: number;
  /** The orders that an earlier sender left are known. */
  #isReady = false;

  constructor({ key, hold, journal, log, clock, mayLack, risk: desk, ...rest }: KeySenderDeps) {
    const nowMs = (): number => toMillis(clock.now());
    const { worth } = desk.judge;
    this.#busyMs = nowMs();
    const book = new KeyBook({
      keyId: key.keyId,
      log,
      nowMs,
      write: (changes) => journal.write(key.keyId, hold.fence, changes),
      onBroken: (error) => {
        log.warn({ key: key.keyId, err: error }, "the journal of a key could not be written; its sender begins again");
        hold.abandon();
      },
      onEffects: (entry, effects) => this.#carryOut(entry, effects),
    });
    const wake = (): void => this.#wakeUp();
    const risk = new SenderRisk(desk, rest.exchange);
    const funds = new KeyFunds({
      account: rest.account,
      nowMs,
      currencies: (market) => worth.currencies(market),
      price: (order) => worth.order(order, { nowMs: nowMs(), clockDriftMs: 0 }).price,
    });
    const gridOf = (marketId: string) => worth.grid({ exchange: key.exchange, marketId });
    this.#context = { ...rest, key, hold, journal, log, clock, book, nowMs, wake, risk, funds, gridOf };
    this.#poll = new KeyPoll(this.#context, mayLack);
    this.#schedule = new KeySchedule(this.#context, (work) => this.#run(work));
  }

  /** For metrics. */
  get book(): KeyBook {
    return this.#context.book;
  }

  /** Something was asked of this key. */
  wake(): void {
    this.#hasCommands = true;
    this.#wakeUp();
  }

  stop(): void {
    this.#isStopping = true;
    this.#wakeUp();
  }

  /** What it knows may differ from what is stored: the next sender begins from that. */
  abandon(): void {
    this.#context.hold.abandon();
  }

  /** Under which orders may be claimed for it; undefined before it is ready, and when it ends. */
  get fence(): number | undefined {
    const { hold } = this.#context;
    return this.#isReady && !this.#isStopping && hold.isHeld() ? hold.fence : undefined;
  }

  /** Sends an order that was stored as claimed by this sender, with its money set aside. */
  send(kept: KeptOrder): void {
    const { book, funds, hold } = this.#context;
    if (kept.claimedFence !== hold.fence) return;
    const entry = book.load(kept);
    if (entry.isPlacing || entry.order.state !== "created") return;
    funds.restore(entry);
    this.#run(placeOrder(this.#context, entry));
    this.#wakeUp();
  }

  /** Works until the lease is lost, it is stopped, or nothing is left to do. Answers whether nothing is left to do. */
  async run(): Promise<boolean> {
    const { hold, account, book, clock } = this.#context;
    let watching: Promise<{ stop(): Promise<void> } | undefined> | undefined;
    hold.signal.addEventListener("abort", () => this.#wakeUp(), { once: true });
    try {
      await recoverKey(this.#context);
      this.#isReady = true;
      // Orders do not wait for the stream: its connection may hang.
      watching = this.#watch();
      while (!this.#isStopping && hold.isHeld() && !this.#isIdle()) await this.#turn();
      return hold.isHeld() && this.#isIdle();
    } finally {
      this.#isReady = false;
      const ended = Promise.allSettled(this.#work).then(() => book.close());
      await orAfter(ended, STOP_WAIT_MS, clock);
      await hold.release();
      const closed = Promise.allSettled([watching?.then((watch) => watch?.stop()), account.close()]);
      await orAfter(closed, STOP_WAIT_MS, clock);
    }
  }

  /** The stream makes it quicker; without it the lists do. One that does not start is tried again. */
  async #watch(): Promise<{ stop(): Promise<void> } | undefined> {
    const { account, exchange, clock, hold, key, log } = this.#context;
    if (!exchange.has.orderStream) return undefined;
    const sink = this.#poll.sink((work) => this.#run(work));
    for (let failures = 1; !hold.signal.aborted; failures++) {
      try {
        return await account.watch(sink);
      } catch (error) {
        if (hold.signal.aborted) return undefined;
        const waitMs = doubledMs(failures, STREAM_BACK_OFF);
        log.warn({ key: key.keyId, err: error, waitMs }, "the order stream of a key did not start; tried again");
        await clock.sleep(waitMs, hold.signal).catch(() => undefined);
      }
    }
    return undefined;
  }

  async #turn(): Promise<void> {
    const woken = new Promise<void>((resolve) => (this.#wakeUp = resolve));
    if (this.#hasCommands) {
      this.#hasCommands = false;
      await this.#schedule.takeCommands();
    }
    this.#schedule.sendDue();
    this.#followUp();
    this.#pollDue();
    const { clock, hold, nowMs } = this.#context;
    if (hold.signal.aborted) return;
    await orAfter(woken, Math.min(LONGEST_SLEEP_MS, Math.max(0, this.#nextDueMs() - nowMs())), clock);
  }

  /** Lookups, ends of time, and what is forgotten. */
  #followUp(): void {
    const { book, nowMs } = this.#context;
    const now = nowMs();
    for (const entry of book.changing()) {
      const lookupMs = nextLookup(entry.order)?.atMs ?? Infinity;
      if (lookupMs <= now && !entry.isLooking) this.#run(lookUpOrder(this.#context, entry));
      for (const news of newsOfTime(this.#context, entry, now)) this.#run(book.note(entry, news));
    }
    if (now < this.#nextForgetMs) return;
    this.#nextForgetMs = now + FORGET_MS;
    book.forgetSettled(now - KEPT_SETTLED_MS);
  }

  #pollDue(): void {
    const { book, nowMs } = this.#context;
    const now = nowMs();
    const unsettled = book.changing().filter(({ order, isClaimed }) => isClaimed && !isSettled(order));
    const isUnderWay = unsettled.length > 0;
    // Once at the beginning: the exchange may have orders of ours that the journal does not know.
    if (!this.#isReadingOpen && (this.#poll.isOpenDue || (isUnderWay && now >= this.#nextOpenMs))) {
      this.#poll.isOpenDue = false;
      const isQuiet = unsettled.every(({ order }) => order.state === "missing");
      this.#run(this.#readOpen(isQuiet ? TRADES_POLL_MS : OPEN_POLL_MS));
    }
    const isReading = isUnderWay || this.#poll.isSeeking;
    if (isReading && !this.#isReadingTrades && (this.#poll.isTradesDue || now >= this.#nextTradesMs)) {
      this.#poll.isTradesDue = false;
      this.#short = new Set(unsettled.filter(({ order }) => isShort(order)).map(({ terms }) => terms.id));
      this.#tradesWaitMs = this.#short.size > 0 ? Math.min(TRADES_POLL_MS, this.#tradesWaitMs * 2) : FILLS_WAIT_MS;
      this.#run(this.#readTrades(this.#short.size > 0 ? this.#tradesWaitMs : TRADES_POLL_MS));
    }
  }

  /** One at a time: the next is due this long after the end of this one. */
  async #readOpen(waitMs: number): Promise<void> {
    this.#isReadingOpen = true;
    if ((await polled(this.#poll.openOrders())) && !this.#hasLooked) {
      this.#hasLooked = true;
      const { journal, key } = this.#context;
      await journal.noteLook(key.keyId);
    }
    this.#isReadingOpen = false;
    this.#nextOpenMs = this.#context.nowMs() + waitMs;
    this.#wakeUp();
  }

  /** As `#readOpen`. */
  async #readTrades(waitMs: number): Promise<void> {
    this.#isReadingTrades = true;
    await polled(this.#poll.trades());
    this.#isReadingTrades = false;
    this.#nextTradesMs = this.#context.nowMs() + (this.#poll.isSeeking ? Math.min(OPEN_POLL_MS, waitMs) : waitMs);
    this.#wakeUp();
  }

  /** The trades of an order that was not short before are asked for at once, however long others are waited for. */
  #fetchFills({ terms, order }: Entry): void {
    if (!isShort(order) || this.#short.has(terms.id)) return;
    this.#short = new Set(this.#short).add(terms.id);
    this.#tradesWaitMs = FILLS_WAIT_MS;
    this.#poll.isTradesDue = true;
  }

  #carryOut(entry: Entry, effects: readonly JournalEffect[]): void {
    const { log, figures, funds } = this.#context;
    funds.follow(entry, effects);
    for (const effect of effects) {
      if (effect === "send_cancel") this.#run(cancelOrder(this.#context, entry));
      if (effect === "fetch_fills") this.#fetchFills(entry);
      if (effect.startsWith("alert_")) {
        figures.alerts++;
        log.error({ order: entry.terms.id, state: entry.order.state, alert: effect }, "an order needs to be looked at");
      }
    }
    this.#wakeUp();
  }

  #nextDueMs(): number {
    let due = Math.min(this.#schedule.nextMs(), this.#context.nowMs() + LONGEST_SLEEP_MS);
    for (const entry of this.#context.book.changing()) {
      if (!entry.isLooking) due = Math.min(due, nextLookup(entry.order)?.atMs ?? due);
      due = Math.min(due, expiryOf(this.#context, entry) ?? due);
    }
    return due;
  }

  #isIdle(): boolean {
    const { book, nowMs, isKept } = this.#context;
    const isFollowing = isKept() || this.#poll.isSeeking || book.changing().some(({ order }) => !isSettled(order));
    if (isFollowing || this.#hasCommands || this.#work.size > 0) this.#busyMs = nowMs();
    return nowMs() - this.#busyMs > IDLE_MS;
  }

  /** Work beside the loop. When it fails for another reason than the exchange, the sender begins again. */
  #run(work: Promise<unknown>): void {
    const { hold, log, key } = this.#context;
    const guarded = work
      .catch((error: unknown) => {
        if (!hold.signal.aborted)
          log.error({ key: key.keyId, err: error }, "the sender of a key failed; it begins again");
        hold.abandon();
      })
      .finally(() => this.#work.delete(guarded));
    this.#work.add(guarded);
  }
}
