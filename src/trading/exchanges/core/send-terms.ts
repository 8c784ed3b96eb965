/** Whether an order may still leave, asked at the last moment. */
import type { SendTerms } from "../port.ts";
import { ExchangeFailure } from "./failure.ts";

/** Terms that let everything through. */
export const NO_TERMS: SendTerms = {};

/**
 * Refuses an order that its caller no longer wants to be sent.
 *
 * @throws ExchangeFailure withheld
 */
export function checkTerms({ notAfterMs, mayStillSend }: SendTerms, nowMs: number): void {
  if (notAfterMs !== undefined && nowMs > notAfterMs) {
    const lateMs = Math.ceil(nowMs - notAfterMs);
    throw new ExchangeFailure("withheld", "late", `The order was not sent: its time was over ${String(lateMs)} ms ago`);
  }
  if (mayStillSend && !asked(mayStillSend)) {
    throw new ExchangeFailure("withheld", "stopped", "The order was not sent: its caller no longer wanted it");
  }
}

/** A question that fails is answered by no. */
function asked(mayStillSend: () => boolean): boolean {
  try {
    return mayStillSend();
  } catch {
    return false;
  }
}
