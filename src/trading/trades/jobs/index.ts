/** The jobs of an account's trades, and when they are due. */
import type { Schedule } from "../../../kit/jobs/job.ts";
import { importOrders } from "./import-orders.ts";
import { settleTrades } from "./settle-trades.ts";

export const tradeJobs = [importOrders, settleTrades] as const;

export const tradeSchedules: readonly Schedule[] = [
  { job: settleTrades, pattern: "* * * * *", input: {} },
  { job: importOrders, pattern: "* * * * *", input: {} },
];
