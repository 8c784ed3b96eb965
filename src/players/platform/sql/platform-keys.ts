/** The counts and problems of keys of the platform's interface. */
import type { Queryable } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import type { PlatformState, PlatformStore } from "../store.ts";

interface KeyRow {
  readonly day: string | null;
  readonly calls: number;
  readonly busy_strikes: number;
  readonly failed_strikes: number;
  readonly paused_until: Instant | null;
  readonly last_good_at: Instant | null;
  readonly problem_at: Instant | null;
  readonly problem: string | null;
}

/** How it goes with a key. */
export async function findState(db: Queryable, keyId: string): Promise<PlatformState | undefined> {
  const [row] = await db.query<KeyRow>({
    name: "players.findPlatformState",
    text: `select day, calls, busy_strikes, failed_strikes, paused_until, last_good_at, problem_at, problem
      from players.platform_keys where key_id = $1`,
    values: [keyId],
  });
  if (!row) return undefined;
  const { problem_at: at, problem: says } = row;
  return {
    day: row.day ?? "",
    calls: row.calls,
    strikes: { busy: row.busy_strikes, failed: row.failed_strikes },
    pausedUntil: row.paused_until,
    lastGoodAt: row.last_good_at,
    lastProblem: at === null || says === null ? null : { at, says },
  };
}

/**
 * Counts calls before they are made. One statement: a process that meets the row of another waits, and then counts on.
 */
export async function takeQuota(
  db: Queryable,
  { keyId, day, calls, limit, now }: Parameters<PlatformStore["takeQuota"]>[0],
): Promise<boolean> {
  const taken = await db.execute({
    name: "players.takeQuota",
    text: `insert into players.platform_keys as k (key_id, day, calls)
      select $1, $2::date, $3::integer where $3::integer <= $4::integer
      on conflict (key_id) do update
        set day = excluded.day, calls = excluded.calls + case when k.day = excluded.day then k.calls else 0 end
        where (k.day is null or k.day <= excluded.day)
          and (k.paused_until is null or k.paused_until <= $5::timestamptz)
          and excluded.calls + case when k.day = excluded.day then k.calls else 0 end <= $4::integer`,
    values: [keyId, day, calls, limit, timestamp(now)],
  });
  return taken === 1;
}

/** Notes that the platform answered. */
export async function recordGood(db: Queryable, keyId: string, at: Instant): Promise<void> {
  await db.execute({
    name: "players.recordPlatformGood",
    text: `insert into players.platform_keys as k (key_id, last_good_at) values ($1, $2)
      on conflict (key_id) do update set last_good_at = greatest(k.last_good_at, excluded.last_good_at),
        busy_strikes = 0, failed_strikes = 0, problem_at = null, problem = null`,
    values: [keyId, timestamp(at)],
  });
}

/** Notes that the platform did not answer, and until when it is left alone. */
export async function recordProblem(
  db: Queryable,
  keyId: string,
  { at, says, strikes, pausedUntil }: Parameters<PlatformStore["recordProblem"]>[1],
): Promise<void> {
  await db.execute({
    name: "players.recordPlatformProblem",
    text: `insert into players.platform_keys as k
        (key_id, problem_at, problem, busy_strikes, failed_strikes, paused_until) values ($1, $2, $3, $4, $5, $6)
      on conflict (key_id) do update set problem_at = excluded.problem_at, problem = excluded.problem,
        busy_strikes = excluded.busy_strikes, failed_strikes = excluded.failed_strikes,
        paused_until = greatest(k.paused_until, excluded.paused_until)`,
    values: [
      keyId,
      timestamp(at),
      says,
      strikes.busy,
      strikes.failed,
      pausedUntil === null ? null : timestamp(pausedUntil),
    ],
  });
}
