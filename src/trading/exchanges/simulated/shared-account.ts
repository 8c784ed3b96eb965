/** An account at a simulated venue that several processes share: asked here where this process hosts the venue, and there where not. */
import type { Bus } from "../../../kit/bus/bus.ts";
import type { Clock } from "../../../kit/time/clock.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import { ExchangeFailure } from "../core/failure.ts";
import type { FillRange } from "../core/fill-range.ts";
import { checkTerms, NO_TERMS } from "../core/send-terms.ts";
import type {
  AccountType,
  Balance,
  ExchangeAccount,
  Fill,
  KeyPermissions,
  NewOrder,
  OrderRef,
  OrderReport,
  OrderSink,
  SendTerms,
} from "../port.ts";
import { newsTopic, tellNews } from "./account-news.ts";
import type { VenueAsker } from "./venue-asker.ts";
import type { AccountQuestion } from "./venue-requests.ts";

export interface SharedAccountDeps {
  readonly code: string;
  /** Names the account: a digest of its token. */
  readonly name: string;
  readonly isHost: () => boolean;
  readonly local: ExchangeAccount;
  readonly asker: VenueAsker;
  readonly bus: Bus;
  readonly clock: Pick<Clock, "now">;
}

interface Watch {
  readonly sink: OrderSink;
  /** That of the account in this process; undefined where it was never asked for. */
  own: Promise<{ stop(): Promise<void> }> | undefined;
  /** It has begun. */
  isOwn: boolean;
}

export class SharedAccount implements ExchangeAccount {
  readonly #deps: SharedAccountDeps;
  /** With what ends their listening to the bus. */
  readonly #watches = new Map<Watch, () => void>();

  constructor(deps: SharedAccountDeps) {
    this.#deps = deps;
  }

  async place(order: NewOrder, terms: SendTerms = NO_TERMS): Promise<OrderReport> {
    const here = this.#here();
    if (here) return here.place(order, terms);
    const { clock } = this.#deps;
    const nowMs = toMillis(clock.now());
    checkTerms(terms, nowMs);
    // From here on it may reach the venue.
    terms.onWrite?.();
    return this.#ask<OrderReport>({ about: "place", order }, terms.notAfterMs && terms.notAfterMs - nowMs);
  }

  async cancel(order: OrderRef): Promise<OrderReport> {
    const here = this.#here();
    if (here) return here.cancel(order);
    return this.#ask<OrderReport>({ about: "cancel", order });
  }

  async amend(order: OrderRef, change: { readonly price?: string; readonly amount?: string }): Promise<OrderReport> {
    const here = this.#here();
    if (here) return here.amend(order, change);
    return this.#ask<OrderReport>({ about: "amend", order, change });
  }

  async find(order: OrderRef): Promise<OrderReport | undefined> {
    const here = this.#here();
    if (here) return here.find(order);
    return this.#ask<OrderReport | undefined>({ about: "find", order });
  }

  async openOrders(marketId?: string): Promise<readonly OrderReport[]> {
    const here = this.#here();
    if (here) return here.openOrders(marketId);
    return this.#ask<readonly OrderReport[]>({ about: "openOrders", marketId });
  }

  async closedOrders(
    marketId: string,
    range: { readonly sinceMs?: number; readonly limit: number },
  ): Promise<readonly OrderReport[]> {
    const here = this.#here();
    if (here) return here.closedOrders(marketId, range);
    return this.#ask<readonly OrderReport[]>({ about: "closedOrders", marketId, range });
  }

  async fills(marketId: string, range: FillRange): Promise<readonly Fill[]> {
    const here = this.#here();
    if (here) return here.fills(marketId, range);
    return this.#ask<readonly Fill[]>({ about: "fills", marketId, range });
  }

  async balances(accountType?: AccountType): Promise<readonly Balance[]> {
    const here = this.#here();
    if (here) return here.balances(accountType);
    return this.#ask<readonly Balance[]>({ about: "balances" });
  }

  setLeverage(marketId: string, leverage: number): Promise<void> {
    return this.#deps.local.setLeverage(marketId, leverage);
  }

  async permissions(): Promise<KeyPermissions> {
    const here = this.#here();
    if (here) return here.permissions();
    return this.#ask<KeyPermissions>({ about: "permissions" });
  }

  /** Where this process does not host the venue, the events come over the bus. */
  async watch(sink: OrderSink): Promise<{ stop(): Promise<void> }> {
    const { isHost, bus, code, name } = this.#deps;
    const watch: Watch = { sink, own: undefined, isOwn: false };
    if (isHost()) await this.#join(watch);
    else queueMicrotask(() => sink.resynced());
    const unlisten = bus.subscribe(newsTopic(code), (text) => {
      if (!(watch.isOwn && isHost())) tellNews(text, name, sink);
    });
    this.#watches.set(watch, unlisten);
    return {
      stop: async () => {
        this.#watches.delete(watch);
        unlisten();
        const own = await watch.own?.catch(() => undefined);
        await own?.stop();
      },
    };
  }

  async close(): Promise<void> {
    for (const unlisten of this.#watches.values()) unlisten();
    this.#watches.clear();
    await this.#deps.local.close();
  }

  /** The account in this process, while that hosts the venue. Watches that began when another one did are told by it from now on. */
  #here(): ExchangeAccount | undefined {
    const { isHost, local } = this.#deps;
    if (!isHost()) return undefined;
    for (const watch of this.#watches.keys()) if (!watch.own) this.#join(watch).catch(() => {});
    return local;
  }

  async #join(watch: Watch): Promise<void> {
    watch.own = this.#deps.local.watch(watch.sink);
    try {
      await watch.own;
      watch.isOwn = true;
    } catch (error) {
      // The next request tries again.
      watch.own = undefined;
      throw error;
    }
  }

  /** @param withinMs after this time the host does not begin with it */
  async #ask<Value>(question: AccountQuestion, withinMs?: number): Promise<Value> {
    const { asker, name } = this.#deps;
    if (withinMs !== undefined && withinMs <= 0) {
      throw new ExchangeFailure("withheld", "late", "The order was not sent: its time was over");
    }
    return (await asker.ask({ account: name, question }, withinMs)) as Value;
  }
}
