/** The dashboards, for `deploy/grafana/`. */
import type { Dashboard } from "./dashboard.ts";
import { playersDashboard } from "./players.ts";
import { processDashboard } from "./process.ts";
import { registryDashboard } from "./registry.ts";
import { tradingDashboard } from "./trading.ts";

/** By the name of their file. */
export const dashboards: Readonly<Record<string, Dashboard>> = {
  process: processDashboard,
  registry: registryDashboard,
  players: playersDashboard,
  trading: tradingDashboard,
};
export { grafanaJson } from "./grafana.ts";
