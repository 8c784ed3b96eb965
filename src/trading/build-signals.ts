/** Makes what signals do on their own: they are priced, strategies act on them, and they are pushed. */
import type { Platform } from "../kit/platform.ts";
import { toMillis } from "../kit/time/instant.ts";
import { remembered } from "../kit/time/remembered.ts";
import { SECOND_MS } from "../kit/time/spans.ts";
import { AccountTurns } from "./account-turns.ts";
import { loadCaller, loadTrader } from "./access/index.ts";
import type { TradingConfig } from "./build.ts";
import { storesOn } from "./build-stores.ts";
import type { ConnectedExchangeDeps } from "./exchanges/index.ts";
import type { MarketDeps } from "./market/index.ts";
import { FollowedFeeds, type PrivateChannels } from "./push/index.ts";
import { applyAct, delayOf, FEATURED, priceTriggers, signalText, viewerOf } from "./signals/index.ts";
import { priceStore } from "./signals/sql/prices.ts";
import { signalTrim } from "./signals/sql/trim-signals.ts";
import { ACT_BOOK, actQueue } from "./signals/sql/signal-store.ts";
import type { TapeDeps } from "./tape/index.ts";

/** Reads of signals at the same time. */
const READS = { places: 4, placesOfAccount: 2 };

const FEATURED_FOR_MS = 5_000;

type SignalNeeds = MarketDeps & ConnectedExchangeDeps & TapeDeps & Pick<ReturnType<typeof storesOn>, "signals">;

export function buildSignals(
  platform: Platform,
  config: TradingConfig,
  { market, connectedExchange, tape, signals }: SignalNeeds,
) {
  const { db, clock, log } = platform;
  const feeds = new FollowedFeeds({
    read: (ask) => signalText(signals, clock, ask),
    clock,
    log,
    // Each look counts from when it is made: nothing to notify in between.
    bus: undefined,
    turns: new AccountTurns(READS),
    isNamed: false,
  });
  const applying = {
    db,
    book: ACT_BOOK,
    startDepsOn: (within: Platform["db"]) => ({
      ...storesOn(platform, config, within),
      market,
      connectedExchange,
      clock,
    }),
    userOf: (uid: number, isClosing: boolean) => (isClosing ? loadTrader(db, uid) : loadCaller(db, uid)),
  };
  return {
    deps: {
      featuredSignals: remembered(clock, FEATURED_FOR_MS, () =>
        signals.listBest(viewerOf(undefined, clock.now()), FEATURED),
      ),
    },
    /** `signals/<id>` as late as the caller's plan says, beside the channels of other topics. */
    channelsBeside: (others: PrivateChannels): PrivateChannels => ({
      find: (topic, id, caller) =>
        topic === "signals" ? feeds.find(id, caller, delayOf(caller)) : others.find(topic, id, caller),
    }),
    work: {
      signalActs: { ...actQueue(db), apply: (id: number) => applyAct(applying, id) },
      signalPrices: priceStore(db),
      priceTrigger: priceTriggers(tape, () => toMillis(clock.now()) - 2 * config.tapeFlushSeconds * SECOND_MS),
      signalTrim: signalTrim(db),
      signalRetentionDays: config.signalRetentionDays,
    },
    start: () => feeds.start(),
    stop: () => feeds.stop(),
  };
}
