/**
 * Orders of ours that the database has lost, and that have ended at their exchange. Trades of orders that are not known lead to
 * them. The list of ended orders shows most of these orders; those that it does not show are asked for one by one.
 */
import { DAY_MS, HOUR_MS } from "../../kit/time/spans.ts";
import type { ExchangeFailure, Fill, OrderReport } from "../exchanges/index.ts";
import { likelyNumber } from "./core/client-ids.ts";
import { eachMarket, readEnded } from "./read-lists.ts";
import { isAnswer, isFailure, type SendContext } from "./send-context.ts";

/**
 * Trades of unknown orders may be ours for this long after a failover that lost the orders; later nothing is asked. A question that
 * is not answered is given up after as long.
 */
const LOST_MS = DAY_MS;
/** Ended orders that are looked through. Some exchanges list far fewer at once, and not always the newest. */
const ENDED_LIMIT = 500;
/** Orders that no list shows are asked for one by one: this many with each poll. */
const MOST_ASKED = 10;
/** Someone else trades much with the key where there are more: then the oldest are given up. */
const MOST_UNKNOWN = 20_000;

/** An order that traded and is not known. */
interface Unknown {
  readonly marketId: string;
  readonly exchangeOrderId: string;
  /** Empty where its trades do not name it. */
  readonly clientOrderId: string;
  readonly atMs: number;
  readonly notedMs: number;
  /** The list of ended orders did not show it. */
  isUnlisted: boolean;
}

type Context = Pick<SendContext, "account" | "book" | "key" | "log" | "nowMs" | "prefix">;

export class LostOrders {
  readonly #context: Context;
  readonly #adopt: (report: OrderReport) => Promise<void>;
  /** By market and the exchange's id, the first noted first. */
  readonly #unknown = new Map<string, Unknown>();

  /** @param adopt notes the report of an order with an id of ours, and takes it into the journal if it lacks it and was not erased */
  constructor(context: Context, adopt: (report: OrderReport) => Promise<void>) {
    this.#context = context;
    this.#adopt = adopt;
  }

  /** Whether there are some that the exchange has not answered for. */
  get isSeeking(): boolean {
    return this.#unknown.size > 0;
  }

  /** A trade of an order that is not known. Exchanges that do not name our id with a trade name it with the order. */
  note(fill: Fill): void {
    const { nowMs, log, key } = this.#context;
    const { marketId, exchangeOrderId, clientOrderId, atMs } = fill;
    const isPossible = clientOrderId === "" || this.#isOurs(fill);
    const notedMs = nowMs();
    if (!isPossible || exchangeOrderId === "" || atMs < notedMs - LOST_MS) return;
    if (this.#unknown.has(nameOf(fill))) return;
    this.#unknown.set(nameOf(fill), { marketId, exchangeOrderId, clientOrderId, atMs, notedMs, isUnlisted: false });
    if (this.#unknown.size <= MOST_UNKNOWN) return;
    const [oldest] = this.#unknown.keys();
    if (oldest !== undefined) this.#unknown.delete(oldest);
    log.warn(
      { key: key.keyId },
      "more orders than can be asked for traded with a key: some are taken for foreign ones",
    );
  }

  /**
   * Looks for each of them, once in the list of its market and then by its id, until the exchange has answered. With the next poll
   * come the trades of those that were found.
   *
   * @throws ExchangeFailure the first one, when all lists were asked for
   */
  async find(): Promise<void> {
    const unlisted = await eachMarket(this.#toList(), (marketId, oldestMs) => this.#findListed(marketId, oldestMs));
    const unanswered = await this.#findByIds();
    const failure = unlisted ?? unanswered;
    if (failure) throw failure;
  }

  /** Markets whose lists were not looked through for all of theirs, each with the time of the oldest. */
  #toList(): ReadonlyMap<string, number> {
    const since = new Map<string, number>();
    for (const { marketId, atMs, isUnlisted } of this.#unknown.values()) {
      if (!isUnlisted) since.set(marketId, Math.min(since.get(marketId) ?? Infinity, atMs));
    }
    return since;
  }

  async #findListed(marketId: string, oldestMs: number): Promise<void> {
    const sought = [...this.#unknown.values()].filter((each) => each.marketId === marketId);
    const range = { sinceMs: oldestMs - HOUR_MS, limit: ENDED_LIMIT };
    try {
      for (const report of await readEnded(this.#context, marketId, range)) {
        await this.#adoptOurs(report);
        this.#unknown.delete(nameOf(report));
      }
    } finally {
      // Also where there was no list: it may be refused for ever.
      for (const each of sought) each.isUnlisted = true;
    }
  }

  /** Ends at the first question that is not answered: it may have taken long, and trades are read after it. */
  async #findByIds(): Promise<ExchangeFailure | undefined> {
    const { account, book } = this.#context;
    const sought = [...this.#unknown].filter(([, { isUnlisted }]) => isUnlisted).slice(0, MOST_ASKED);
    for (const [name, each] of sought) {
      this.#unknown.delete(name);
      if (book.find(each)) continue;
      try {
        const report = await account.find(each);
        if (report) await this.#adoptOurs(report);
      } catch (error) {
        if (!isFailure(error)) throw error;
        if (this.#isGivenUp(each, error)) continue;
        // It is asked for again, behind the others.
        this.#unknown.set(name, each);
        return error;
      }
    }
    return undefined;
  }

  #isGivenUp({ marketId, exchangeOrderId, notedMs }: Unknown, failure: ExchangeFailure): boolean {
    const { key, log, nowMs } = this.#context;
    if (!isAnswer(failure) && nowMs() - notedMs < LOST_MS) return false;
    const facts = { key: key.keyId, market: marketId, exchangeOrderId, err: failure };
    log.warn(facts, "an order that is not known traded with a key, and its exchange does not tell whose it is");
    return true;
  }

  async #adoptOurs(report: OrderReport): Promise<void> {
    if (this.#isOurs(report)) await this.#adopt(report);
  }

  #isOurs({ clientOrderId }: Pick<OrderReport, "clientOrderId">): boolean {
    return likelyNumber(this.#context.prefix, clientOrderId, this.#context.nowMs()) !== undefined;
  }
}

function nameOf({ marketId, exchangeOrderId }: Pick<OrderReport, "marketId" | "exchangeOrderId">): string {
  return `${marketId} ${exchangeOrderId}`;
}
