import type { Clock } from "../../kit/time/clock.ts";
import type { CandleSource } from "../indicators/index.ts";
import type { MarketView } from "../market/index.ts";
import type { ChartScript } from "./chart-script.ts";

/** What charts need. */
export interface ChartDeps {
  readonly candles: CandleSource;
  readonly market: MarketView;
  readonly chartScript: ChartScript;
  /** Where the interface is reached from outside, up to and with the version; only the path where nobody knows. */
  readonly apiUrl: string;
  readonly clock: Clock;
}
