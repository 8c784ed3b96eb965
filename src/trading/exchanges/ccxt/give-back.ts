import type { CcxtExchange } from "./library.ts";
import type { StreamDeps } from "./stream-deps.ts";
import { sleepQuietly } from "./waiting.ts";

const UNSUBSCRIBE_MS = 5_000;

/**
 * Gives the subscription of a book back. Answers why that did not work; undefined where it did.
 *
 * @param isFollowed whether the market is subscribed again, and its trades stay
 * @param signal ends the wait: nothing more is subscribed
 */
export async function giveBack(
  exchange: CcxtExchange,
  symbol: string,
  isFollowed: boolean,
  { clock, errors, signal }: Pick<StreamDeps, "clock" | "errors"> & { readonly signal: AbortSignal },
): Promise<unknown> {
  const { has } = exchange;
  if (has["unWatchOrderBook"] !== true) return new errors.NotSupported("unsubscribing");
  const done = new AbortController();
  try {
    const ended = exchange.unWatchOrderBook(symbol);
    if (!isFollowed && has["unWatchTrades"] === true) exchange.unWatchTrades(symbol).catch(() => {});
    const late = sleepQuietly(clock, UNSUBSCRIBE_MS, AbortSignal.any([done.signal, signal])).then(() => {
      throw new errors.RequestTimeout("unsubscribing");
    });
    await Promise.race([ended, late]);
    return undefined;
  } catch (error) {
    return error;
  } finally {
    done.abort();
  }
}
