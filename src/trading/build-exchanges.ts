/** Opens the exchanges that are configured. Nothing is asked of them yet. */
import type { SectionConfig } from "../kit/config/setting.ts";
import { UserError } from "../kit/errors/user-error.ts";
import type { Platform } from "../kit/platform.ts";
import { toMillis } from "../kit/time/instant.ts";
import type { tradingSettings } from "./config.ts";
import { ccxtExchange } from "./exchanges/ccxt/exchange.ts";
import { KeptSeats } from "./exchanges/engine-account/kept-seats.ts";
import { findExchange, type Exchange } from "./exchanges/index.ts";
import { paperExchange } from "./exchanges/paper/paper-exchange.ts";
import { Hosting, sharedVenue } from "./exchanges/simulated/shared-venue.ts";
import { simulatedExchange } from "./exchanges/simulated/simulated-exchange.ts";
import type { RateBudget } from "./exchanges/core/rate-budget.ts";
import { RateShares } from "./exchanges/rate-shares.ts";
import { formerMarketStore } from "./exchanges/sql/former-market-store.ts";
import { engineAccountStore } from "./exchanges/sql/engine-account-store.ts";
import { rateShareStore } from "./exchanges/sql/rate-share-store.ts";
import { venueRequestStore } from "./exchanges/sql/venue-request-store.ts";
import { readExchangeChoice } from "./market/index.ts";
import { simulatedWorld, type Venue } from "./simulation/index.ts";

/** Makes up the same days each time; another number makes up others. */
const SEED = 1;

type ExchangePlatform = Pick<
  Platform,
  "bus" | "clock" | "log" | "random" | "redisUrl" | "db" | "node" | "proxyRules" | "traces"
>;

/** @throws UserError for an unknown exchange */
export async function openExchanges(
  { bus, clock, log, random, redisUrl, db, node, proxyRules, traces }: ExchangePlatform,
  config: Pick<SectionConfig<typeof tradingSettings>, "exchanges" | "exchangeAddresses" | "exchangeClientAddress">,
): Promise<readonly Exchange[]> {
  const opened: Exchange[] = [];
  // One run of this process: a lease never goes to the run after it as if it were the same.
  const owner = `${node} ${Buffer.from(random.bytes(8)).toString("hex")}`;
  const seatsOf = (code: string, keeps = () => true): KeptSeats =>
    new KeptSeats({ store: engineAccountStore(db, code, { clock, log, owner }), clock, log, keeps });
  const openVenue = (venue: Venue): Exchange => {
    // Processes learn of each other's prices by Redis only: without it, each has a world of its own.
    if (!bus || redisUrl === undefined) return simulatedExchange(venue, { clock, seats: seatsOf(venue.code) });
    const hosting = new Hosting();
    const isAwake = (): boolean => hosting.isHost;
    const local = simulatedExchange(venue, { clock, seats: seatsOf(venue.code, isAwake), isAwake });
    return sharedVenue(local, hosting, { requests: venueRequestStore(db), bus, clock, log });
  };
  const shares = new RateShares({
    store: rateShareStore(db, { process: owner, address: config.exchangeClientAddress }),
    clock,
    log,
  });
  const joinShares = (code: string, budget: RateBudget): (() => Promise<void>) => shares.join(code, budget);
  const common = { clock, log, random, proxyRules, joinShares, traces, keptMarkets: formerMarketStore(db) };
  // Requests to an exchange are counted once, also where orders on paper follow it too.
  const connected = new Map<string, Exchange>();
  for (const { code, isPaper } of readExchangeChoice(config.exchanges)) {
    if (code === "simulated") {
      const venues = simulatedWorld({ seed: SEED, startMs: Math.floor(toMillis(clock.now())) });
      opened.push(...venues.map(openVenue));
      continue;
    }
    if (!findExchange(code)) throw new UserError(`trading.exchanges: unknown exchange ${code}`);
    const live =
      connected.get(code) ?? (await ccxtExchange(code, { ...common, address: config.exchangeAddresses[code] }));
    connected.set(code, live);
    opened.push(isPaper ? paperExchange(live, { clock, seats: seatsOf(`${live.code}_paper`) }) : live);
  }
  return opened;
}
