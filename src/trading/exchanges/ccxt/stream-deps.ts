/** The dependencies of following markets. */
import type { Clock } from "../../../kit/time/clock.ts";
import type { Log } from "../../../kit/log/log.ts";
import type { MarketCatalog } from "./catalog.ts";
import type { ExchangeGate } from "./gate.ts";
import type { CcxtErrors, CcxtExchange } from "./library.ts";

export interface StreamDeps {
  readonly clock: Clock;
  readonly log: Log;
  /** From 0 to below 1. */
  readonly random: () => number;
  readonly gate: ExchangeGate;
  readonly catalog: MarketCatalog;
  readonly errors: CcxtErrors;
  /** For single questions. */
  readonly rest: CcxtExchange;
  /** A fresh instance that shares the markets, behind the gate. */
  readonly makeExchange: () => CcxtExchange;
  /** Before its first connection is opened. */
  readonly prepare: (exchange: CcxtExchange) => Promise<void>;
  readonly release: (exchange: CcxtExchange) => void;
  readonly hasChecksums: boolean;
  /** The library goes on with the book of a connection that broke, unless it is taken away (`quirks.ts`). */
  readonly keepsBooks: boolean;
  readonly askedDepth: (levels: number) => number;
}
