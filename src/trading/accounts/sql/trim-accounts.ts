/** Forgetting: what has ended, and what is too old to be kept. */
import type { Database, Queryable } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import { plusMillis, type Instant } from "../../../kit/time/instant.ts";
import { DAY_MS } from "../../../kit/time/spans.ts";
import { trimAccesses } from "./accesses.ts";
import { trimTokens } from "./token-store.ts";

const ACCESS_DAYS = 400;

/** Forgets sessions and links that count no more, and accesses of more than 400 days ago. */
export async function trimAccounts(db: Database, now: Instant): Promise<void> {
  await trimSessions(db, now);
  await trimTokens(db, now);
  await trimAccesses(db, plusMillis(now, -ACCESS_DAYS * DAY_MS));
}

/** Expired sessions: no session is idle for longer than a day. */
async function trimSessions(q: Queryable, now: Instant): Promise<void> {
  await q.execute({
    name: "trading.trimSessions",
    text: "delete from trading.sessions where expires_at < $1 or last_seen_at < $2",
    values: [timestamp(now), timestamp(plusMillis(now, -DAY_MS))],
  });
}
