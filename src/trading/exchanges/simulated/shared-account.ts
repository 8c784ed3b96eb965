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

export class SharedAccount implements ExchangeAccount {
  readonly #deps: SharedAccountDeps;
  readonly #unlisten = new Set<() => void>();

  constructor(deps: SharedAccountDeps) {
    this.#deps = deps;
  }

  async place(order: NewOrder, terms: SendTerms = NO_TERMS): Promise<OrderReport> {
    const { isHost, local, clock } = this.#deps;
    if (isHost()) return local.place(order, terms);
    const nowMs = toMillis(clock.now());
    checkTerms(terms, nowMs);
    // From here on it may reach the venue.
    terms.onWrite?.();
    return this.#ask<OrderReport>({ about: "place", order }, terms.notAfterMs && terms.notAfterMs - nowMs);
  }

  async cancel(order: OrderRef): Promise<OrderReport> {
    if (this.#deps.isHost()) return this.#deps.local.cancel(order);
    return this.#ask<OrderReport>({ about: "cancel", order });
  }

  async amend(order: OrderRef, change: { readonly price?: string; readonly amount?: string }): Promise<OrderReport> {
    if (this.#deps.isHost()) return this.#deps.local.amend(order, change);
    return this.#ask<OrderReport>({ about: "amend", order, change });
  }

  async find(order: OrderRef): Promise<OrderReport | undefined> {
    if (this.#deps.isHost()) return this.#deps.local.find(order);
    return this.#ask<OrderReport | undefined>({ about: "find", order });
  }

  async openOrders(marketId?: string): Promise<readonly OrderReport[]> {
    if (this.#deps.isHost()) return this.#deps.local.openOrders(marketId);
    return this.#ask<readonly OrderReport[]>({ about: "openOrders", marketId });
  }

  async closedOrders(
    marketId: string,
    range: { readonly sinceMs?: number; readonly limit: number },
  ): Promise<readonly OrderReport[]> {
    if (this.#deps.isHost()) return this.#deps.local.closedOrders(marketId, range);
    return this.#ask<readonly OrderReport[]>({ about: "closedOrders", marketId, range });
  }

  async fills(marketId: string, range: FillRange): Promise<readonly Fill[]> {
    if (this.#deps.isHost()) return this.#deps.local.fills(marketId, range);
    return this.#ask<readonly Fill[]>({ about: "fills", marketId, range });
  }

  async balances(accountType?: AccountType): Promise<readonly Balance[]> {
    if (this.#deps.isHost()) return this.#deps.local.balances(accountType);
    return this.#ask<readonly Balance[]>({ about: "balances" });
  }

  setLeverage(marketId: string, leverage: number): Promise<void> {
    return this.#deps.local.setLeverage(marketId, leverage);
  }

  async permissions(): Promise<KeyPermissions> {
    if (this.#deps.isHost()) return this.#deps.local.permissions();
    return this.#ask<KeyPermissions>({ about: "permissions" });
  }

  /** Where this process does not host the venue, the events come over the bus. */
  async watch(sink: OrderSink): Promise<{ stop(): Promise<void> }> {
    const { isHost, local, bus, code, name } = this.#deps;
    const own = isHost() ? await local.watch(sink) : undefined;
    const unlisten = bus.subscribe(newsTopic(code), (text) => {
      if (!(own && isHost())) tellNews(text, name, sink);
    });
    this.#unlisten.add(unlisten);
    if (!own) queueMicrotask(() => sink.resynced());
    return {
      stop: async () => {
        this.#unlisten.delete(unlisten);
        unlisten();
        await own?.stop();
      },
    };
  }

  async close(): Promise<void> {
    for (const unlisten of this.#unlisten) unlisten();
    this.#unlisten.clear();
    await this.#deps.local.close();
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
