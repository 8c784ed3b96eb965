/** The door of charts: what pages of others include to show how a market goes. */
export { chartInclude, publicApiUrl } from "./chart-include.ts";
export { readChartScript } from "./chart-script.ts";
export type { ChartDeps } from "./deps.ts";
export { chartErrors } from "./errors.ts";
