/** Drivetime: run time of strategies that is paid in advance, beyond what the plan includes. */
import { ONE } from "../../../kit/money/amount.ts";
import { DAY_MS, DAY_SECONDS, HOUR_SECONDS } from "../../../kit/time/spans.ts";

export interface DrivetimeOption {
  readonly id: string;
  readonly seconds: number;
  /** In 1e-8. */
  readonly price: bigint;
}

/** How long drivetime can be used after the last purchase. */
export const DRIVETIME_KEPT_MS = 366 * DAY_MS;

/** An account holds at most ten years of it. */
export const MAX_DRIVETIME_SECONDS = 3_660 * DAY_SECONDS;

/** Below it the account is alerted. */
export const DRIVETIME_LOW_SECONDS = HOUR_SECONDS;

/** More at once is never dearer for each second. */
export const DRIVETIME_OPTIONS: readonly DrivetimeOption[] = [
  { id: "day", seconds: DAY_SECONDS, price: ONE / 2n },
  { id: "week", seconds: 7 * DAY_SECONDS, price: 3n * ONE },
  { id: "month", seconds: 30 * DAY_SECONDS, price: 10n * ONE },
  { id: "quarter", seconds: 90 * DAY_SECONDS, price: 27n * ONE },
  { id: "year", seconds: 365 * DAY_SECONDS, price: 90n * ONE },
];

/** The option of that id. */
export function drivetimeOption(id: string): DrivetimeOption | undefined {
  return DRIVETIME_OPTIONS.find((option) => option.id === id);
}
