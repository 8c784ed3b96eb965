/** The dependencies of the endpoints and jobs of charts. */
import type { ChartScript } from "./chart-script.ts";

export interface ChartDeps {
  readonly chartScript: ChartScript;
}
