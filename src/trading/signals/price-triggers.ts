/** Finds the best price at the time of a trigger, on the tape alone: later searches find the same. */
import { fineOfNumber, formatFine } from "../../kit/money/fine.ts";
import { MINUTE_MS, SECOND_MS } from "../../kit/time/spans.ts";
import type { Tape } from "../tape/index.ts";
import { closingSide, openingSide } from "./core/trigger.ts";
import type { UnpricedTrigger } from "./price-store.ts";

/** How long a recorded row holds; the recorder repeats what does not change well within it. */
const CARRY_MS = MINUTE_MS;
/** Looked at one after the other, so that a market with many rows is not read for a whole minute. */
const WINDOWS_MS = [SECOND_MS, 10 * SECOND_MS, CARRY_MS];
const MAX_ROWS = 100_000;

/** A decimal; undefined where the market was not recorded, or not in step, then. */
export type PriceTrigger = (trigger: UnpricedTrigger) => Promise<string | undefined>;

/** A purchase is made at the ask, a sale at the bid: at the last row before the trigger. */
export function priceTriggers(tape: Pick<Tape, "tops">): PriceTrigger {
  return async ({ code, atMs, direction, isClosing }) => {
    for (const windowMs of WINDOWS_MS) {
      const { count, bid, ask } = await tape.tops(code, atMs - windowMs, atMs, MAX_ROWS);
      if (count === 0) continue;
      const [bidPrice = 0, askPrice = 0] = [bid[count - 1], ask[count - 1]];
      if (!(bidPrice > 0) || !(askPrice > bidPrice)) return undefined;
      const side = isClosing ? closingSide(direction) : openingSide(direction);
      const price = fineOfNumber(side === "buy" ? askPrice : bidPrice);
      return price === undefined ? undefined : formatFine(price);
    }
    return undefined;
  };
}
