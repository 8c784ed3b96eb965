import type { StreamDeps } from "./stream-deps.ts";
import type { CcxtExchange } from "./library.ts";
import { sleepQuietly } from "./waiting.ts";

/** How long the first word of a market may take before its connection is given up. */
const FIRST_WORD_MS = 30_000;

/** Asks for a book, and waits for its first word. @throws what the library does, and its RequestTimeout */
export async function firstWord(
  exchange: Pick<CcxtExchange, "watchOrderBook">,
  symbol: string,
  { clock, errors }: Pick<StreamDeps, "clock" | "errors">,
  signal: AbortSignal,
): Promise<void> {
  const done = new AbortController();
  const late = sleepQuietly(clock, FIRST_WORD_MS, AbortSignal.any([done.signal, signal])).then(() => {
    if (!done.signal.aborted) throw new errors.RequestTimeout("No reports of the market");
  });
  try {
    await Promise.race([exchange.watchOrderBook(symbol), late]);
  } finally {
    done.abort();
  }
}
