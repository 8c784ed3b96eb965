/** Every job of the trading platform with what it is given, and when those of a schedule are due. */
import type { DepsOf } from "../kit/deps-of.ts";
import { bindJobs } from "../kit/jobs/bind-jobs.ts";
import type { BoundJob, Schedule } from "../kit/jobs/job.ts";
import { accountJobs, accountSchedules } from "./accounts/jobs/index.ts";
import { alertJobs, alertSchedules } from "./alerts/jobs/index.ts";
import { articleJobs, articleSchedules } from "./articles/jobs/index.ts";
import { billingJobs, billingSchedules } from "./billing/jobs/index.ts";
import { calendarJobs, calendarSchedules } from "./calendar/jobs/index.ts";
import { competitionJobs, competitionSchedules } from "./competitions/jobs/index.ts";
import { exchangeKeyJobs, exchangeKeySchedules } from "./exchanges/jobs/index.ts";
import { exportJobs, exportSchedules } from "./exports/jobs/index.ts";
import { idempotencyJobs, idempotencySchedules } from "./idempotency/jobs/index.ts";
import { mailJobs, mailSchedules } from "./mail/jobs/index.ts";
import { marketJobs, marketSchedules } from "./market/jobs/index.ts";
import { newsJobs, newsSchedules } from "./news/jobs/index.ts";
import { orderJobs, orderSchedules } from "./orders/jobs/index.ts";
import { signalJobs, signalSchedules } from "./signals/jobs/index.ts";
import { signupJobs, signupSchedules } from "./signup/jobs/index.ts";
import { staffJobs, staffSchedules } from "./staff/jobs/index.ts";
import { tradeJobs, tradeSchedules } from "./trades/jobs/index.ts";
import { walletJobs, walletSchedules } from "./wallets/jobs/index.ts";
import { webhookJobs, webhookSchedules } from "./webhooks/jobs/index.ts";

export const TRADING_JOBS = [
  ...accountJobs,
  ...alertJobs,
  ...articleJobs,
  ...billingJobs,
  ...calendarJobs,
  ...competitionJobs,
  ...exchangeKeyJobs,
  ...exportJobs,
  ...idempotencyJobs,
  ...mailJobs,
  ...marketJobs,
  ...newsJobs,
  ...orderJobs,
  ...signalJobs,
  ...signupJobs,
  ...staffJobs,
  ...tradeJobs,
  ...walletJobs,
  ...webhookJobs,
] as const;

export const TRADING_SCHEDULES: readonly Schedule[] = [
  ...accountSchedules,
  ...alertSchedules,
  ...articleSchedules,
  ...billingSchedules,
  ...calendarSchedules,
  ...competitionSchedules,
  ...exchangeKeySchedules,
  ...exportSchedules,
  ...idempotencySchedules,
  ...mailSchedules,
  ...marketSchedules,
  ...newsSchedules,
  ...orderSchedules,
  ...signalSchedules,
  ...signupSchedules,
  ...staffSchedules,
  ...tradeSchedules,
  ...walletSchedules,
  ...webhookSchedules,
];

export function tradingJobs(deps: DepsOf<typeof TRADING_JOBS>): {
  readonly jobs: readonly BoundJob[];
  readonly schedules: readonly Schedule[];
} {
  return { jobs: bindJobs(TRADING_JOBS, deps), schedules: TRADING_SCHEDULES };
}
