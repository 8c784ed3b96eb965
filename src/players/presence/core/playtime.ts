/** How long an account has played: sums over its sessions. */
import { plusMillis, type Instant } from "../../../kit/time/instant.ts";
import { DAY_MS } from "../../../kit/time/spans.ts";

/** The fields of a session that playtime needs. */
export interface PlayedSession {
  readonly server: string;
  readonly startedAt: Instant;
  /** Null while it is open: it counts to now. */
  readonly endedAt: Instant | null;
}

/** Whole seconds, each sum rounded down separately: those of the servers may add up to a little less than the total. */
export interface Playtime {
  readonly totalSeconds: number;
  readonly last14DaysSeconds: number;
  /** Servers with time in the range, the most played first, then by name. */
  readonly perServer: readonly { readonly server: string; readonly seconds: number; readonly sessions: number }[];
}

const FORTNIGHT_MS = 14 * DAY_MS;

/**
 * Playtime within a range, which ends now at the latest and has no beginning unless given one. A session that reaches
 * out of the range counts with the part inside. The last 14 days are those before now, within the range too.
 *
 * @param sessions of one account; they do not overlap, so nothing counts twice.
 */
export function playtime(
  sessions: Iterable<PlayedSession>,
  { now, from, to = now }: { readonly now: Instant; readonly from?: Instant; readonly to?: Instant },
): Playtime {
  const begin = from ?? (Number.MIN_SAFE_INTEGER as Instant);
  const end = Math.min(to, now) as Instant;
  const fortnight = Math.max(begin, plusMillis(now, -FORTNIGHT_MS)) as Instant;
  const servers = new Map<string, { micros: number; sessions: number }>();
  let total = 0;
  let recent = 0;
  for (const session of sessions) {
    const micros = within(session, begin, end, now);
    if (micros === 0) continue;
    total += micros;
    recent += within(session, fortnight, end, now);
    const sum = servers.get(session.server) ?? { micros: 0, sessions: 0 };
    servers.set(session.server, { micros: sum.micros + micros, sessions: sum.sessions + 1 });
  }
  return {
    totalSeconds: toSeconds(total),
    last14DaysSeconds: toSeconds(recent),
    perServer: [...servers]
      .sort(([a, one], [b, other]) => other.micros - one.micros || (a < b ? -1 : 1))
      .map(([server, sum]) => ({ server, seconds: toSeconds(sum.micros), sessions: sum.sessions })),
  };
}

/** The microseconds of a session that are in a range. */
function within({ startedAt, endedAt }: PlayedSession, from: Instant, to: Instant, now: Instant): number {
  return Math.max(0, Math.min(endedAt ?? now, to) - Math.max(startedAt, from));
}

function toSeconds(micros: number): number {
  return Math.floor(micros / 1_000_000);
}
