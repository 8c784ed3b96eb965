/** Publishes a signal, whichever way its author has sent the terms. */
import type { Static } from "typebox";
import type { Caller } from "../caller.ts";
import type { MarketDeps } from "../market/index.ts";
import type { ClockDeps } from "../platform-deps.ts";
import type { SignalTerms } from "./core/payload.ts";
import { signalLimits } from "./core/signal-limits.ts";
import type { SignalDeps } from "./deps.ts";
import { signalErrors } from "./errors.ts";
import { readSignal } from "./read-signal.ts";
import type { signal } from "./records.ts";
import { feeRateOf } from "./trigger-facts.ts";
import { doerOf, viewerOf } from "./viewer.ts";

interface PublishedSignal {
  readonly status: true;
  readonly id: string;
  readonly message: string;
  readonly signal: Static<typeof signal>;
}

/**
 * Publishes the signal in the name of the caller's account.
 *
 * @throws signalErrors.unknownMarket, signalErrors.tooManySignals
 */
export async function publishTerms(
  { signals, market, clock }: SignalDeps & MarketDeps & ClockDeps,
  terms: SignalTerms,
  actor: Caller,
): Promise<PublishedSignal> {
  const listing = market.listing(terms.code);
  if (!listing) throw signalErrors.unknownMarket({ code: terms.code });
  const { base, quote, takerFee } = listing.market;
  const feeRate = Math.max(feeRateOf(takerFee), Math.round(Number(terms.commissions) * 1e6));
  const { signals: maximum } = signalLimits(actor.plan.id);
  const at = clock.now();
  const id = await signals.addSignal(doerOf(actor, at), { terms, base, quote, feeRate }, maximum);
  if (id === undefined) throw signalErrors.tooManySignals({ maximum });
  const added = await readSignal(signals, viewerOf(actor, at), id);
  return { status: true, id: String(id), message: "The signal is published", signal: added };
}
