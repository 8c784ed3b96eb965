/** The storage port of what staff are told. */
import type { Instant } from "../../kit/time/instant.ts";

export interface StaffDesk {
  /**
   * Puts a mail to each member of staff into the outbox, about what waits for them and was not told before: at most 50
   * tickets, 50 withdrawals and 50 deposits. What has no reader yet waits for the next call.
   */
  tellWaiting(now: Instant): Promise<void>;
}
