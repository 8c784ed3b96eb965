/** The jobs of wallets, and when they are due. */
import type { Schedule } from "../../../kit/jobs/job.ts";
import { watchDeposits } from "./watch-deposits.ts";

export { watchDeposits };

export const walletJobs = [watchDeposits] as const;

export const walletSchedules: readonly Schedule[] = [{ job: watchDeposits, pattern: "* * * * *", input: {} }];
