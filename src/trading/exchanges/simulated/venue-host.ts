/** Answers the requests of other processes, while this process hosts the venue. */
import { Answerer } from "../../../kit/asking/answerer.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import type { Exchange, ExchangeAccount, Fill, OrderReport } from "../port.ts";
import { newsText, newsTopic, type AccountNews } from "./account-news.ts";
import { partsOf, type VenueLine } from "./venue-asker.ts";
import {
  answerOf,
  type AccountQuestion,
  type MarketQuestion,
  type VenueAnswer,
  type VenueQuestion,
} from "./venue-requests.ts";

/** Requests are looked for this often, and sooner after a hint. */
const LOOK_MS = 200;
/** An account that no other process asks about for this long is no longer followed for them. */
const FOLLOWED_MS = 60_000;

/** A venue of this process. */
export interface LocalVenue extends Exchange {
  /** The account of a key, by the digest that names it. */
  accountNamed(name: string): ExchangeAccount;
}

interface Followed {
  readonly account: ExchangeAccount;
  askedMs: number;
}

export class VenueHost {
  readonly #venue: LocalVenue;
  readonly #line: VenueLine;
  readonly #followed = new Map<string, Followed>();
  readonly #answerer: Answerer<VenueQuestion, VenueAnswer>;

  /** Begins at once. */
  constructor(venue: LocalVenue, line: VenueLine) {
    this.#venue = venue;
    this.#line = line;
    this.#answerer = new Answerer({
      ...partsOf(line),
      lookMs: LOOK_MS,
      to: () => line.code,
      answer: (asked) => this.#answerTo(asked).then((value) => ({ value }), answerOf),
      tend: () => this.#forgetQuiet(),
    });
  }

  async stop(): Promise<void> {
    await this.#answerer.stop();
    await Promise.all([...this.#followed.values()].map(({ account }) => account.close()));
  }

  async #forgetQuiet(): Promise<void> {
    const now = this.#nowMs();
    for (const [name, { account, askedMs }] of this.#followed) {
      if (now - askedMs < FOLLOWED_MS) continue;
      this.#followed.delete(name);
      await account.close();
    }
  }

  #answerTo({ account, question }: VenueQuestion): Promise<unknown> {
    if (account === undefined) return askVenue(this.#venue, question);
    return askAccount(this.#follow(account), question);
  }

  /** Other processes are told what happens to its orders. */
  #follow(name: string): ExchangeAccount {
    const askedMs = this.#nowMs();
    const known = this.#followed.get(name);
    if (known) {
      known.askedMs = askedMs;
      return known.account;
    }
    const account = this.#venue.accountNamed(name);
    this.#followed.set(name, { account, askedMs });
    const { bus, code } = this.#line;
    const tell = (happened: AccountNews): void => void bus.publish(newsTopic(code), newsText(name, happened));
    const sink = {
      order: (order: OrderReport) => tell({ order }),
      fill: (fill: Fill) => tell({ fill }),
      resynced: () => tell({}),
    };
    account.watch(sink).catch(() => {
      // The next question about it tries again.
      if (this.#followed.get(name)?.account === account) this.#followed.delete(name);
    });
    return account;
  }

  #nowMs(): number {
    return toMillis(this.#line.clock.now());
  }
}

function askVenue(venue: Exchange, question: MarketQuestion): Promise<unknown> {
  const { marketId } = question;
  switch (question.about) {
    case "book":
      return venue.book(marketId, question.depth);
    case "trades":
      return venue.trades(marketId, question.limit);
    case "candles":
      return venue.candles(marketId, question.range);
  }
}

function askAccount(account: ExchangeAccount, question: AccountQuestion): Promise<unknown> {
  switch (question.about) {
    case "place":
      return account.place(question.order);
    case "cancel":
      return account.cancel(question.order);
    case "amend":
      return account.amend(question.order, question.change);
    case "find":
      return account.find(question.order);
    case "openOrders":
      return account.openOrders(question.marketId);
    case "closedOrders":
      return account.closedOrders(question.marketId, question.range);
    case "fills":
      return account.fills(question.marketId, question.range);
    case "balances":
      return account.balances();
    case "permissions":
      return account.permissions();
  }
}
