/** Tells an exchange until when an order may arrive, in whatever way it takes that. */
import type { CcxtExchange, CcxtParams } from "./library.ts";
import type { OrderExpiry } from "./quirk-shapes.ts";

/** How long a request is valid that has no earlier end. The library asks for as much. */
export const RECEIVE_WINDOW_MS = 5_000;

/** How long an order is valid that may be in progress for at most `leftMs`; at least 1 ms. */
export function receiveWindow(leftMs: number): number {
  return Math.max(1, Math.floor(Math.min(leftMs, RECEIVE_WINDOW_MS)));
}

/** How one order is sent so that the exchange refuses it when it arrives too late. */
export interface Expiring {
  readonly parameters: CcxtParams;
  readonly headers: Readonly<Record<string, string>>;
  /** Sets the options of the library for the signature that follows in the same turn; the answer sets them back. */
  readonly setOptions: () => () => void;
}

const NOTHING: Expiring = { parameters: {}, headers: {}, setOptions: () => () => {} };

/** @param leftMs how long the order may still be in progress; `nowMs` is the exchange's time */
export function expiring(
  exchange: Pick<CcxtExchange, "options">,
  expiry: OrderExpiry | undefined,
  { leftMs, nowMs }: { readonly leftMs: number; readonly nowMs: number },
): Expiring {
  if (!expiry) return NOTHING;
  const { name } = expiry;
  switch (expiry.by) {
    case "option": {
      const windowMs = Math.min(leftMs, RECEIVE_WINDOW_MS);
      const { unitMs } = expiry;
      const value = Math.max(1, Math.floor(((nowMs % unitMs) + windowMs) / unitMs));
      return { ...NOTHING, setOptions: () => setOption(exchange.options, name, value) };
    }
    case "parameter": {
      const lastMs = nowMs + Math.min(Math.max(leftMs, expiry.leastMs), expiry.mostMs);
      return { ...NOTHING, parameters: { [name]: new Date(lastMs).toISOString() } };
    }
    case "header":
      return { ...NOTHING, headers: { [name]: String(Math.floor(nowMs + leftMs)) } };
  }
}

function setOption(options: Record<string, unknown>, name: string, value: number): () => void {
  const before = options[name];
  options[name] = value;
  return () => {
    options[name] = before;
  };
}
