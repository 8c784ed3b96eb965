import type { SendTerms } from "../port.ts";
import type { Lane } from "./sender-queue.ts";

/** How one request is sent. */
export interface Sending {
  readonly intent: "read" | "change";
  readonly lane: Lane;
  /** May use what is kept of the rate budget. */
  readonly urgent?: boolean;
  readonly terms?: SendTerms | undefined;
}

export const LOOKUP: Sending = { intent: "read", lane: "lookup" };
export const ORDER_LOOKUP: Sending = { ...LOOKUP, urgent: true };
export const CHANGE: Sending = { intent: "change", lane: "order" };
