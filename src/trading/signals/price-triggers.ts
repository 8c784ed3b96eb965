/** Finds the best price at the time of a trigger, on the tape alone: later searches find the same. */
import { fineOfNumber, formatFine } from "../../kit/money/fine.ts";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "../../kit/time/spans.ts";
import type { Tape } from "../tape/index.ts";
import { closingSide, openingSide } from "./core/trigger.ts";
import type { UnpricedTrigger } from "./price-store.ts";

/** How long a recorded row holds; the recorder repeats what does not change well within it. */
const CARRY_MS = MINUTE_MS;
/** Looked at one after the other, so that a market with many rows is not read for a whole minute. */
const WINDOWS_MS = [SECOND_MS, 10 * SECOND_MS, CARRY_MS];
const MAX_ROWS = 100_000;

/** A writer of the tape that stood still brings what it held back when it goes on. After this long, nothing is waited for. */
const WAITING_MS = DAY_MS;

/**
 * A decimal; undefined where the market was not recorded, or not in step, then. False while the tape may still get rows
 * of that time.
 */
export type PriceTrigger = (trigger: UnpricedTrigger) => Promise<string | false | undefined>;

/**
 * A purchase is made at the ask, a sale at the bid: at the last row before the trigger.
 *
 * @param writtenUntil up to when the tape is written where its writer does not stand still, milliseconds
 */
export function priceTriggers(tape: Pick<Tape, "tops">, writtenUntil: () => number): PriceTrigger {
  const hasRows = async (code: string, fromMs: number) =>
    (await tape.tops(code, fromMs, fromMs + CARRY_MS, 1)).count > 0;

  return async ({ code, atMs, direction, isClosing }) => {
    const untilMs = writtenUntil();
    // Rows are written in their order: with one of after the trigger, all of before it are there.
    const isWritten =
      untilMs - atMs > WAITING_MS ||
      (await hasRows(code, atMs)) ||
      (await hasRows(code, Math.max(atMs, untilMs - CARRY_MS)));
    if (!isWritten) return false;
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
