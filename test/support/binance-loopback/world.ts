/** Lets time pass on the market of the loopback exchange: at once, by calls, or by a timer. */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { HouseTraders } from "./house-traders.ts";
import type { Venue } from "./venue.ts";

export interface World {
  /** Trades once (or as often as told) and sends what has changed. */
  trade(rounds?: number): void;
  /** Lets this much time of the market pass, in rounds of 100 ms, as fast as the connections take it. */
  run(simulatedMs: number, options?: RunOptions): Promise<void>;
  /** Trades every so often until `stop`. */
  start(everyMs: number): void;
  stop(): void;
}

export interface RunOptions {
  /** The times of trades, candles and events go ahead too; those that requests are checked against do not. */
  readonly movesTime?: boolean;
  /** Called after every round. */
  readonly onRound?: (round: number) => Promise<void> | void;
}

const ROUND_MS = 100;
/** This many bytes may wait on a connection before the market stops for it. */
const MOST_WAITING_BYTES = 1_000_000;

export function createWorld(
  venue: Venue,
  house: HouseTraders,
  { flush, waitingBytes }: { readonly flush: () => void; readonly waitingBytes: () => number },
): World {
  let timer: NodeJS.Timeout | undefined;

  function trade(rounds = 1): void {
    for (let round = 0; round < rounds; round++) {
      house.step();
      flush();
    }
  }

  return {
    trade,
    async run(simulatedMs, { movesTime = false, onRound } = {}) {
      for (let round = 0; round * ROUND_MS < simulatedMs; round++) {
        if (movesTime) venue.aheadMs += ROUND_MS;
        trade();
        await nextTurn();
        while (waitingBytes() > MOST_WAITING_BYTES) await nextTurn();
        await onRound?.(round);
      }
    },
    start(everyMs) {
      clearInterval(timer);
      timer = setInterval(trade, everyMs).unref();
    },
    stop() {
      clearInterval(timer);
    },
  };
}
