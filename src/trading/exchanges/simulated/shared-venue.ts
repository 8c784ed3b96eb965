/**
 * A simulated venue that all processes of an installation share. The process that follows its market hosts it: by the lease
 * of the market's feed that is one at a time. All others ask it, so that all users trade in the same books.
 */
import type { Candle, Exchange, ExchangeAccount, Market, MarketSink, Trade, Watch } from "../port.ts";
import type { BookSnapshot, Capabilities, ExchangeHealth } from "../port.ts";
import type { ExchangeCredentials } from "../store.ts";
import { SharedAccount } from "./shared-account.ts";
import { accountNameOf } from "./simulated-exchange.ts";
import { VenueAsker, type VenueLine } from "./venue-asker.ts";
import { VenueHost, type LocalVenue } from "./venue-host.ts";
import type { MarketQuestion } from "./venue-requests.ts";

/** Whether this process hosts a venue. */
export class Hosting {
  isHost = false;
}

/** @param hosting is kept up to date; the accounts of a process that no longer hosts the venue are given back by it */
export function sharedVenue(local: LocalVenue, hosting: Hosting, line: Omit<VenueLine, "code">): Exchange {
  return new SharedVenue(local, hosting, { ...line, code: local.code });
}

class SharedVenue implements Exchange {
  readonly code: string;
  readonly name: string;
  readonly kind = "simulated";
  readonly has: Capabilities;
  readonly #local: LocalVenue;
  readonly #hosting: Hosting;
  readonly #line: VenueLine;
  readonly #asker: VenueAsker;
  readonly #watches = new Set<Watch>();
  #host: VenueHost | undefined;

  constructor(local: LocalVenue, hosting: Hosting, line: VenueLine) {
    this.code = local.code;
    this.name = local.name;
    this.has = local.has;
    this.#local = local;
    this.#hosting = hosting;
    this.#line = line;
    this.#asker = new VenueAsker(line);
  }

  /** All processes make up the same ones. */
  markets(): Promise<readonly Market[]> {
    return this.#local.markets();
  }

  async book(marketId: string, depth: number): Promise<BookSnapshot> {
    if (this.#hosting.isHost) return this.#local.book(marketId, depth);
    return (await this.#ask({ about: "book", marketId, depth })) as BookSnapshot;
  }

  async trades(marketId: string, limit: number): Promise<readonly Trade[]> {
    if (this.#hosting.isHost) return this.#local.trades(marketId, limit);
    return (await this.#ask({ about: "trades", marketId, limit })) as readonly Trade[];
  }

  async candles(marketId: string, range: Parameters<Exchange["candles"]>[1]): Promise<readonly Candle[]> {
    if (this.#hosting.isHost) return this.#local.candles(marketId, range);
    return (await this.#ask({ about: "candles", marketId, range })) as readonly Candle[];
  }

  watch(marketIds: readonly string[], sink: MarketSink): Watch {
    const watch = this.#local.watch(marketIds, sink);
    this.#watches.add(watch);
    this.#hosting.isHost = true;
    this.#host ??= new VenueHost(this.#local, this.#line);
    return {
      replace: (ids) => watch.replace(ids),
      stop: async () => {
        this.#watches.delete(watch);
        await watch.stop();
        if (this.#watches.size === 0) await this.#endHost();
      },
    };
  }

  health(): ExchangeHealth {
    return this.#local.health();
  }

  ping(): Promise<number> {
    return this.#local.ping();
  }

  account(credentials: ExchangeCredentials): ExchangeAccount {
    const { bus, clock } = this.#line;
    return new SharedAccount({
      code: this.code,
      name: accountNameOf(credentials),
      isHost: () => this.#hosting.isHost,
      local: this.#local.account(credentials),
      asker: this.#asker,
      bus,
      clock,
    });
  }

  async close(): Promise<void> {
    await this.#endHost();
    await this.#asker.close();
    await this.#local.close();
  }

  async #endHost(): Promise<void> {
    this.#hosting.isHost = false;
    const host = this.#host;
    this.#host = undefined;
    await host?.stop();
  }

  #ask(question: MarketQuestion): Promise<unknown> {
    return this.#asker.ask({ account: undefined, question });
  }
}
