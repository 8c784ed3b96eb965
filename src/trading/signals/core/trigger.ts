/** Which triggers a signal takes: they open and close it in turn, and the closing one is the opposite of the opening one. */
import type { Side } from "../../exchanges/index.ts";

export type Direction = "long" | "short";
export type SignalAction = "open" | "close";

/** A signal, as its owner sees it. */
export interface TriggeredSignal {
  /** Of the open iteration; undefined while it is closed. */
  readonly open: Direction | undefined;
  /** The only one that it trades; undefined for both. */
  readonly direction: Direction | undefined;
}

export interface Trigger {
  readonly side: Side;
  readonly action: SignalAction;
}

export type TriggerVerdict =
  | { readonly kind: "accepted"; readonly direction: Direction }
  | { readonly kind: "refused"; readonly reason: string };

/** Whether a trigger fits the signal as it is now. */
export function decideTrigger({ open, direction }: TriggeredSignal, { side, action }: Trigger): TriggerVerdict {
  if (action === "open") {
    if (open !== undefined) return refused("it is open, and opens again after it was closed");
    const wanted = directionOf(side);
    if (direction !== undefined && direction !== wanted) {
      return refused(`a ${direction} signal opens with ${openingSide(direction)}`);
    }
    return { kind: "accepted", direction: wanted };
  }
  if (open === undefined) return refused("it is closed, and there is nothing to close");
  if (side !== closingSide(open)) {
    return refused(`it was opened with ${openingSide(open)}, so it closes with ${closingSide(open)}`);
  }
  return { kind: "accepted", direction: open };
}

/** The side that opens a position of that direction. */
export function openingSide(direction: Direction): Side {
  return direction === "long" ? "buy" : "sell";
}

/** The side that closes it. */
export function closingSide(direction: Direction): Side {
  return direction === "long" ? "sell" : "buy";
}

function directionOf(side: Side): Direction {
  return side === "buy" ? "long" : "short";
}

function refused(reason: string): TriggerVerdict {
  return { kind: "refused", reason };
}
