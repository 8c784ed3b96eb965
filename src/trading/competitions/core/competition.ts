/** A competition, what it is at a moment, and who may do what with it then. */
import type { Instant } from "../../../kit/time/instant.ts";
import { DAY_MICROS } from "../../../kit/time/spans.ts";

export const METRICS = ["return_percent", "net_pnl", "volume"] as const;

/** By what the participants are compared; more is better. */
export type Metric = (typeof METRICS)[number];

export interface CompetitionTerms {
  readonly title: string;
  readonly description: string;
  /** In units of 1e-8 of the currency. */
  readonly prize: bigint;
  readonly currency: string;
  readonly metric: Metric;
  readonly startsAt: Instant;
  readonly endsAt: Instant;
  /** Whether one may still join once it runs. */
  readonly lateJoin: boolean;
  /** Whether one may still leave once it runs. */
  readonly leaveAfterStart: boolean;
}

export interface Competition extends CompetitionTerms {
  readonly id: number;
  readonly rankedAt: Instant | null;
}

export const COMPETITION_STATES = ["upcoming", "running", "finished"] as const;

export type CompetitionState = (typeof COMPETITION_STATES)[number];

/** It runs from the instant at which it starts, and no longer at the one at which it ends. */
export function competitionState(
  { startsAt, endsAt }: Pick<CompetitionTerms, "startsAt" | "endsAt">,
  now: Instant,
): CompetitionState {
  if (now < startsAt) return "upcoming";
  return now < endsAt ? "running" : "finished";
}

/** Why accounts cannot join now; undefined when they can. */
export function joinProblem(competition: CompetitionTerms, now: Instant): "finished" | "started" | undefined {
  const state = competitionState(competition, now);
  if (state === "finished") return "finished";
  return state === "running" && !competition.lateJoin ? "started" : undefined;
}

/** Why accounts cannot leave now; undefined when they can. */
export function leaveProblem(competition: CompetitionTerms, now: Instant): "finished" | "started" | undefined {
  const state = competitionState(competition, now);
  if (state === "finished") return "finished";
  return state === "running" && !competition.leaveAfterStart ? "started" : undefined;
}

/** A competition longer than this is a mistake in a number. */
const MAX_LENGTH_MICROS = 366 * DAY_MICROS;

/** The problem of a new competition's times, in words; undefined for none. */
export function termsProblem({ startsAt, endsAt }: CompetitionTerms, now: Instant): string | undefined {
  if (endsAt <= startsAt) return "It must end after it starts";
  if (endsAt - startsAt > MAX_LENGTH_MICROS) return "It lasts at most 366 days";
  return endsAt <= now ? "It must end after now" : undefined;
}

/**
 * The fields that may not change any more, in words; undefined when all may. People joined by what they read: once it
 * runs, its start, metric and prize stay; once it is over, its end stays too.
 */
export function editProblem(before: CompetitionTerms, after: CompetitionTerms, now: Instant): string | undefined {
  const state = competitionState(before, now);
  const sameTerms =
    before.startsAt === after.startsAt &&
    before.metric === after.metric &&
    before.currency === after.currency &&
    before.prize === after.prize;
  if (state !== "upcoming" && !sameTerms) return "Its start, metric, prize and currency stay once it has started";
  if (state === "finished") return before.endsAt === after.endsAt ? undefined : "Its end stays once it is over";
  return termsProblem(after, now);
}
