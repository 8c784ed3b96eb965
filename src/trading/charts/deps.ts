/** What endpoints and jobs may ask of charts. */
import type { ChartScript } from "./chart-script.ts";

export interface ChartDeps {
  readonly chartScript: ChartScript;
}
