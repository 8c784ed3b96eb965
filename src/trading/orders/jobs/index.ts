/** The jobs of the orders area, and when they are due. */
import type { Schedule } from "../../../kit/jobs/job.ts";
import { alertUnknownOrders } from "./alert-unknown-orders.ts";
import { endLostQueries } from "./end-lost-queries.ts";

export const orderJobs = [endLostQueries, alertUnknownOrders] as const;

export const orderSchedules: readonly Schedule[] = [
  { job: endLostQueries, pattern: "* * * * *", input: {} },
  { job: alertUnknownOrders, pattern: "* * * * *", input: {} },
];
