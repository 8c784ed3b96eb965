/** How a live exchange is connected. */
import type { Random } from "../../../kit/ids/ids.ts";
import type { Log } from "../../../kit/log/log.ts";
import type { ProxyRules } from "../../../kit/outbound/proxy-rules.ts";
import type { Clock } from "../../../kit/time/clock.ts";
import type { Traces } from "../../../kit/traces/traces.ts";
import type { RateBudget } from "../core/rate-budget.ts";
import type { AccountType } from "../port.ts";
import type { KeptMarkets } from "./gone-markets.ts";

export interface CcxtOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly random: Random;
  /** Which markets are listed, of those that the exchange has. Default: spot where it has spot markets, else all. */
  readonly accountTypes?: readonly AccountType[];
  /** Which proxy leads to which of the exchange's addresses. */
  readonly proxyRules?: ProxyRules | undefined;
  /** The exchange's limit in its own units, where it grants more than the library knows. */
  readonly unitsPerSecond?: number;
  /** Makes the rate budget a share of the budget of all processes. Answers how to leave. */
  readonly joinShares?: (code: string, budget: RateBudget) => () => Promise<void>;
  /** Markets in which orders were placed, so that these are found also when their market is listed no more. */
  readonly keptMarkets?: KeptMarkets;
  /** Shows requests in traces. */
  readonly traces?: Traces | undefined;
  /** How long a request may take; default 10 seconds. */
  readonly timeoutMs?: number;
  /** Corrections of what the library says of the exchange. */
  readonly has?: Readonly<Record<string, boolean>>;
  /** Where it is reached instead of its own addresses: a base address, or `testnet`. */
  readonly address?: string | undefined;
}
