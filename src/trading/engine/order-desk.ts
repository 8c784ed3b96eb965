/** Opens a sender for every key that has something to do, where no other process has one. */
import type { Log } from "../../kit/log/log.ts";
import { SparingLog } from "../../kit/log/sparing-log.ts";
import type { Metrics } from "../../kit/metrics/metrics.ts";
import type { Queryable } from "../../kit/sql/database.ts";
import { LeaseHolder } from "../../kit/sql/hold-lease.ts";
import type { Clock } from "../../kit/time/clock.ts";
import { toMillis } from "../../kit/time/instant.ts";
import { orAfter } from "../../kit/time/or-after.ts";
import type { Exchange, ExchangeKeyStore } from "../exchanges/index.ts";
import { endUnsent } from "./end-unsent.ts";
import { KeySender } from "./key-sender.ts";
import { HORIZON_MS } from "./schedule-orders.ts";
import type { SenderFigures } from "./send-context.ts";
import { addSenderMetrics } from "./sender-metrics.ts";
import type { DeskRisk } from "./sender-risk.ts";
import { MISSED_AFTER_MS } from "./send-orders.ts";
import { senderLease, type KeptOrder, type OrderJournal } from "./store.ts";
import type { WorkKey } from "./work-keys.ts";

export interface OrderDeskDeps {
  readonly db: Queryable;
  readonly journal: OrderJournal;
  readonly exchangeKeys: Pick<ExchangeKeyStore, "findCredentials">;
  readonly exchanges: readonly Exchange[];
  /** Limits, halts and prices, as far as this process knows them. */
  readonly risk: DeskRisk;
  readonly clock: Clock;
  readonly log: Log;
  /** Names this run of this process. */
  readonly owner: string;
  /** How long another process waits for a sender that died. */
  readonly leaseMs?: number;
  /** From `SendContext`; 5 seconds. */
  readonly missedAfterMs?: number;
}

const LEASE_MS = 3_000;
/** Less than elsewhere: an order that is on its way when the lease is lost has time to arrive before another sender begins. */
const RELIED_ON = 0.8;
/** How often to look for commands that no hint announced. */
const COMMANDS_MS = 80;
const ORDERS_MS = 1_000;
/** A key that another process has, or that could not be opened, is tried again after this long. */
const RETRY_MS = 250;
const MOST_KEYS = 1_000;
/**
 * Keys whose open orders are looked at though nothing is in progress, in each `ORDERS_MS`: the exchanges are not
 * flooded.
 */
const MOST_LOOKS = 5;

export class OrderDesk {
  readonly #deps: OrderDeskDeps;
  readonly #log: SparingLog;
  readonly #leases: LeaseHolder;
  readonly #senders = new Map<number, { readonly sender: KeySender; readonly ended: Promise<void> }>();
  readonly #retryMs = new Map<number, number>();
  readonly #opening = new Map<number, Promise<void>>();
  /** Keys whose last senders here had nothing left to look after. */
  readonly #whole = new Set<number>();
  /** By key: orders that its senders here handed to a socket before they were lost. */
  readonly #left = new Map<number, Set<number>>();
  /** Keys whose senders here were lost: the next one begins here, unless another process has it. */
  readonly #lost = new Map<number, WorkKey>();
  /** Keys whose senders could not be started. */
  readonly #failed = new Set<number>();
  #kept: ReadonlySet<number> = new Set();
  readonly #ended = new AbortController();
  readonly #figures: SenderFigures = { sent: 0, lookups: 0, alerts: 0 };
  #prefix: string | undefined;
  #nextOrdersMs = 0;
  #running: Promise<void> | undefined;
  #ending: Promise<void> | undefined;
  #wakeUp: () => void = () => undefined;

  constructor(deps: OrderDeskDeps) {
    this.#deps = deps;
    this.#log = new SparingLog(deps);
    const { db, clock, log, owner, leaseMs = LEASE_MS } = deps;
    this.#leases = new LeaseHolder({ db, clock, log, owner, ttlMs: leaseMs, reliedOn: RELIED_ON });
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /**
   * Something was asked of a key, here or elsewhere. A sender that is here looks at once where its key is named.
   *
   * @returns whether every named key has its sender here
   */
  wake(keyIds: readonly number[] = []): boolean {
    const senders = keyIds.map((keyId) => this.#senders.get(keyId)?.sender);
    for (const sender of senders) sender?.wake();
    const areHere = senders.length > 0 && !senders.includes(undefined);
    if (!areHere) this.#wakeUp();
    return areHere;
  }

  /** The fence of the sender of a key; undefined where it is not here, or not ready. */
  fenceOf(keyId: number): number | undefined {
    return this.#senders.get(keyId)?.sender.fence;
  }

  /** Sends orders that were stored as claimed by senders of this process. */
  send(orders: readonly KeptOrder[]): void {
    for (const order of orders) this.#senders.get(order.terms.keyId)?.sender.send(order);
  }

  /** Ends senders that may not know all orders which they have claimed: the next ones find them where they are stored. */
  abandon(keyIds: readonly number[]): void {
    for (const keyId of keyIds) this.#senders.get(keyId)?.sender.abandon();
  }

  /** Keys that runs of this process use: senders that are free are opened, and none of these ends while it is idle. */
  keep(keys: readonly Omit<WorkKey, "isActive">[]): void {
    const before = this.#kept;
    this.#kept = new Set(keys.map(({ keyId }) => keyId));
    if (this.#ended.signal.aborted) return;
    // Once: one that another process has is found by its orders, should that process end.
    for (const key of keys) if (!before.has(key.keyId)) this.#open({ ...key, isActive: true });
  }

  /** Ends every sender, so that another process can have its key at once. */
  async stop(): Promise<void> {
    this.#ended.abort();
    this.#wakeUp();
    await this.#running;
    await Promise.all([...this.#opening.values(), this.#ending]);
    for (const { sender } of this.#senders.values()) sender.stop();
    await Promise.all([...this.#senders.values()].map(({ ended }) => ended));
  }

  metrics(metrics: Metrics): void {
    addSenderMetrics(metrics, this.#figures, () => [...this.#senders.values()].map(({ sender }) => sender.book));
  }

  async #run(): Promise<void> {
    const { clock } = this.#deps;
    while (!this.#ended.signal.aborted) {
      const woken = new Promise<void>((resolve) => (this.#wakeUp = resolve));
      await this.#look().catch((error: unknown) =>
        this.#log.warn(error, "orders could not be looked for; tried again"),
      );
      if (!this.#ended.signal.aborted) await orAfter(woken, COMMANDS_MS, clock);
    }
  }

  async #look(): Promise<void> {
    const { journal, owner, risk } = this.#deps;
    const exchanges = this.#deps.exchanges.map(({ code }) => code);
    const range = { exchanges, owner, limit: MOST_KEYS };
    const now = this.#nowMs();
    const { keys, riskEpoch } = await journal.keysWithCommands(now + HORIZON_MS, range);
    await risk.halts.noticed(riskEpoch);
    for (const key of keys) {
      const running = this.#senders.get(key.keyId);
      if (running) running.sender.wake();
      else this.#open(key);
    }
    if (now < this.#nextOrdersMs) return;
    this.#nextOrdersMs = now + ORDERS_MS;
    // What a deleted key left open is no longer looked after: its secret is not used any more.
    const own = [...this.#senders.keys()];
    const gone = own.length === 0 ? [] : await journal.listGoneKeys(own);
    for (const keyId of gone) this.#senders.get(keyId)?.sender.stop();
    for (const key of await journal.keysWithOrders(range)) this.#open(key);
    for (const key of this.#lost.values()) this.#open(key);
    for (const key of await journal.takeKeysToLookAt({ exchanges, limit: MOST_LOOKS })) this.#openNext(key);
    this.#endUnsent(exchanges);
  }

  /** Does not hold up what can be sent. */
  #endUnsent(exchanges: readonly string[]): void {
    const { journal, clock, log } = this.#deps;
    this.#ending ??= endUnsent({ leases: this.#leases, journal, clock, log }, exchanges, this.#failed)
      .catch((error: unknown) => this.#log.warn(error, "late orders could not be looked for; tried again"))
      .finally(() => (this.#ending = undefined));
  }

  /** A sender that is about to end has given up its lease and looks no more: the next one opens after it. */
  #openNext(key: WorkKey): void {
    const ending = this.#senders.get(key.keyId)?.ended ?? Promise.resolve();
    void ending.then(() => {
      this.#retryMs.delete(key.keyId);
      if (!this.#ended.signal.aborted) this.#open(key);
    });
  }

  /** Does not wait: a slow key holds up no other. */
  #open(key: WorkKey): void {
    const { keyId } = key;
    if (this.#senders.has(keyId) || this.#opening.has(keyId)) return;
    if ((this.#retryMs.get(keyId) ?? 0) > this.#nowMs()) return;
    this.#retryMs.set(keyId, this.#nowMs() + RETRY_MS);
    const opening = this.#tryOpen(key)
      .then(() => void this.#lost.delete(keyId))
      .catch((error: unknown) => {
        this.#failed.add(keyId);
        this.#deps.log.warn({ key: keyId, err: error }, "a sender did not start; tried again");
      })
      .finally(() => this.#opening.delete(keyId));
    this.#opening.set(keyId, opening);
  }

  async #tryOpen(key: WorkKey): Promise<void> {
    const { journal, exchangeKeys, exchanges, clock, log, risk, missedAfterMs = MISSED_AFTER_MS } = this.#deps;
    const exchange = exchanges.find(({ code }) => code === key.exchange);
    const hold = exchange && (await this.#leases.hold(senderLease(key.keyId)));
    if (!hold) return;
    try {
      const credentials = await exchangeKeys.findCredentials(key.ownerUid, key.keyId);
      this.#prefix ??= await journal.prefix();
      if (!credentials) this.#failed.add(key.keyId);
      if (!credentials || this.#ended.signal.aborted) return await hold.release();
      this.#failed.delete(key.keyId);
      const account = exchange.account(credentials);
      const prefix = this.#prefix;
      const figures = this.#figures;
      const isKept = (): boolean => this.#kept.has(key.keyId);
      const mayLack = !this.#whole.delete(key.keyId);
      const left = this.#left.get(key.keyId) ?? new Set();
      const sender = new KeySender({
        key,
        exchange,
        account,
        hold,
        journal,
        prefix,
        clock,
        log,
        figures,
        risk,
        missedAfterMs,
        isKept,
        mayLack,
        left,
      });
      const ended = sender
        .run()
        .catch((error: unknown) => {
          log.warn({ key: key.keyId, err: error }, "the sender of a key ended; it begins again");
          return false;
        })
        .then((isWhole) => this.#noteEnd(key, sender, isWhole))
        .finally(() => this.#senders.delete(key.keyId));
      this.#senders.set(key.keyId, { sender, ended });
    } catch (error) {
      await hold.release();
      throw error;
    }
  }

  /** The next sender begins with what is stored. After a failover that lacks what this one knows. */
  #noteEnd(key: WorkKey, { book }: KeySender, isWhole: boolean): void {
    const { keyId } = key;
    if (isWhole) {
      this.#whole.add(keyId);
      this.#left.delete(keyId);
      return;
    }
    const left = this.#left.get(keyId) ?? new Set();
    for (const { terms, handedMs } of book.entries()) if (handedMs !== null) left.add(terms.id);
    this.#left.set(keyId, left);
    this.#lost.set(keyId, key);
  }

  #nowMs(): number {
    return toMillis(this.#deps.clock.now());
  }
}
