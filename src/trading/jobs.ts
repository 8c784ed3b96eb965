/** Every job of the trading platform with what it is given, and when those of a schedule are due. */
import type { AnyJob, BoundJob, Schedule } from "../kit/jobs/job.ts";
import type { AccountJobDeps } from "./accounts/index.ts";
import type { PayArticlesDeps } from "./articles/index.ts";
import type { ReferralJobDeps } from "./billing/jobs/index.ts";
import type { CalendarDeps } from "./calendar/index.ts";
import type { RankCompetitionsDeps } from "./competitions/index.ts";
import type { MakeExportDeps } from "./exports/index.ts";
import type { ForgetRequestsDeps } from "./idempotency/index.ts";
import type { MailDeps } from "./mail/index.ts";
import { accountJobs, accountSchedules } from "./accounts/jobs/index.ts";
import { articleJobs, articleSchedules } from "./articles/jobs/index.ts";
import { billingJobs, billingSchedules } from "./billing/jobs/index.ts";
import { calendarJobs, calendarSchedules } from "./calendar/jobs/index.ts";
import { competitionJobs, competitionSchedules } from "./competitions/jobs/index.ts";
import { exportJobs, exportSchedules } from "./exports/jobs/index.ts";
import { idempotencyJobs, idempotencySchedules } from "./idempotency/jobs/index.ts";
import { mailJobs, mailSchedules } from "./mail/jobs/index.ts";
import { marketJobs, marketSchedules, type MarketJobDeps } from "./market/jobs/index.ts";
import { walletJobs, walletSchedules, type WatchJobDeps } from "./wallets/jobs/index.ts";

export const TRADING_JOBS: readonly AnyJob[] = [
  ...accountJobs,
  ...articleJobs,
  ...billingJobs,
  ...calendarJobs,
  ...competitionJobs,
  ...exportJobs,
  ...idempotencyJobs,
  ...mailJobs,
  ...marketJobs,
  ...walletJobs,
];

export const TRADING_SCHEDULES: readonly Schedule[] = [
  ...accountSchedules,
  ...articleSchedules,
  ...billingSchedules,
  ...calendarSchedules,
  ...competitionSchedules,
  ...exportSchedules,
  ...idempotencySchedules,
  ...mailSchedules,
  ...marketSchedules,
  ...walletSchedules,
];

/** What all jobs together need. */
type TradingJobDeps = AccountJobDeps &
  ReferralJobDeps &
  Pick<CalendarDeps, "reminders"> &
  ForgetRequestsDeps &
  MailDeps &
  MarketJobDeps &
  MakeExportDeps &
  PayArticlesDeps &
  RankCompetitionsDeps &
  WatchJobDeps;

export function tradingJobs(deps: TradingJobDeps): {
  readonly jobs: readonly BoundJob[];
  readonly schedules: readonly Schedule[];
} {
  return { jobs: TRADING_JOBS.map((job) => ({ job, deps })), schedules: TRADING_SCHEDULES };
}
