/** How the state of a transfer is shown. */
import type { Withdrawal } from "../../../../../clients/typescript/src/trading.ts";
import type { Tone } from "../../../parts/badge.tsx";

export const STATUS_TONES: Readonly<Record<Withdrawal["status"], Tone>> = {
  pending_review: "warn",
  pending: "warn",
  completed: "good",
  rejected: "bad",
  failed: "bad",
};
