import type { CcxtExchange } from "./library.ts";
import { namesMarket } from "./names-market.ts";
import type { StreamDeps } from "./stream-deps.ts";
import { sleepQuietly } from "./waiting.ts";

const UNSUBSCRIBE_MS = 5_000;

/** `signal` ends the wait: nothing more is subscribed. */
type GiveBackDeps = Pick<StreamDeps, "clock" | "errors"> & { readonly signal: AbortSignal };

/**
 * Gives the subscription of a book back. Answers why that did not work; undefined where it did.
 *
 * @param isFollowed whether the market is subscribed again, and its trades stay
 */
export async function giveBack(
  exchange: CcxtExchange,
  symbol: string,
  isFollowed: boolean,
  deps: GiveBackDeps,
): Promise<unknown> {
  const { has } = exchange;
  if (has["unWatchOrderBook"] !== true) return new deps.errors.NotSupported("unsubscribing");
  return await answered(() => {
    const ended = exchange.unWatchOrderBook(symbol);
    if (!isFollowed && has["unWatchTrades"] === true) exchange.unWatchTrades(symbol).catch(() => {});
    return ended;
  }, deps);
}

/** The same for its trades. Where that does not work, the library forgets that it has asked for them, and asks again. */
export async function giveBackTrades(exchange: CcxtExchange, symbol: string, deps: GiveBackDeps): Promise<void> {
  if (exchange.has["unWatchTrades"] === true) {
    const error = await answered(() => exchange.unWatchTrades(symbol), deps);
    if (error === undefined) return;
  }
  const { isOfTrades } = namesMarket(exchange, symbol);
  for (const { subscriptions } of Object.values(exchange.clients)) {
    for (const name of Object.keys(subscriptions).filter(isOfTrades)) Reflect.deleteProperty(subscriptions, name);
  }
}

/** Why a request was not answered in time, or was refused; undefined where it was answered. */
async function answered(request: () => Promise<unknown>, { clock, errors, signal }: GiveBackDeps): Promise<unknown> {
  const done = new AbortController();
  try {
    const late = sleepQuietly(clock, UNSUBSCRIBE_MS, AbortSignal.any([done.signal, signal])).then(() => {
      throw new errors.RequestTimeout("unsubscribing");
    });
    await Promise.race([request(), late]);
    return undefined;
  } catch (error) {
    return error;
  } finally {
    done.abort();
  }
}
