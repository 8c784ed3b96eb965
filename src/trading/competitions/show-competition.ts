/** A competition as an account sees it, and the fields that an admin sets. */
import { Type, type Static } from "typebox";
import { formatAmount, parseAmount } from "../../kit/money/amount.ts";
import { toSeconds, fromSeconds, type Instant } from "../../kit/time/instant.ts";
import type { Caller } from "../caller.ts";
import { amount, decimal, id, LAST_SECOND, NOT_BLANK, seconds } from "../shapes.ts";
import {
  COMPETITION_STATES,
  competitionState,
  METRICS,
  type Competition,
  type CompetitionTerms,
} from "./core/competition.ts";
import { maskName } from "./core/mask-name.ts";
import type { CompetitionView } from "./store.ts";

const metric = Type.Enum([...METRICS], { description: "By what participants are compared" });

const members = {
  id,
  title: Type.String(),
  description: Type.String(),
  state: Type.Enum([...COMPETITION_STATES]),
  starts_at: seconds,
  ends_at: seconds,
  prize: decimal,
  currency: Type.String(),
  metric,
  late_join: Type.Boolean({ description: "Whether one may join once it runs" }),
  leave_after_start: Type.Boolean({ description: "Whether one may leave once it runs" }),
} as const;

export const competitionShape = Type.Object(members, { title: "Competition" });

export const competitionViewShape = Type.Object(
  {
    ...members,
    participants: Type.Integer({ minimum: 0 }),
    enrolled: Type.Boolean(),
    rank: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], { description: "One's own; null without a result" }),
    leaderboard: Type.Array(
      Type.Object({
        rank: Type.Integer({ minimum: 1 }),
        username_masked: Type.String(),
        value: decimal,
        uid: Type.Optional(
          Type.Unsafe<string>({ ...id, description: "The account that a prize is paid to; for admins alone" }),
        ),
      }),
      { maxItems: 10 },
    ),
  },
  { title: "CompetitionView" },
);

const date = Type.Integer({ minimum: 100_000, maximum: LAST_SECOND, description: "Seconds since 1970" });

/** The fields that an admin sets. */
export const termsParams = {
  title: Type.String({ minLength: 5, maxLength: 120, pattern: NOT_BLANK }),
  description: Type.String({ minLength: 10, maxLength: 5_000, pattern: NOT_BLANK, description: "Plain text" }),
  prize: amount,
  currency: Type.String({ pattern: "^[A-Z0-9]{2,16}$", description: "Code of a currency" }),
  metric,
  starts_at: date,
  ends_at: date,
  late_join: Type.Boolean({ default: true, description: "Whether one may join once it runs" }),
  leave_after_start: Type.Boolean({ default: false, description: "Whether one may leave once it runs" }),
} as const;

type TermsParams = { readonly [Name in keyof typeof termsParams]: Static<(typeof termsParams)[Name]> };

export function termsOf(params: TermsParams): CompetitionTerms {
  return {
    title: params.title,
    description: params.description,
    prize: parseAmount(params.prize),
    currency: params.currency,
    metric: params.metric,
    startsAt: fromSeconds(params.starts_at),
    endsAt: fromSeconds(params.ends_at),
    lateJoin: params.late_join,
    leaveAfterStart: params.leave_after_start,
  };
}

export function showCompetition(competition: Competition, now: Instant): Static<typeof competitionShape> {
  return {
    id: String(competition.id),
    title: competition.title,
    description: competition.description,
    state: competitionState(competition, now),
    starts_at: toSeconds(competition.startsAt),
    ends_at: toSeconds(competition.endsAt),
    prize: formatAmount(competition.prize),
    currency: competition.currency,
    metric: competition.metric,
    late_join: competition.lateJoin,
    leave_after_start: competition.leaveAfterStart,
  };
}

export function showView(
  view: CompetitionView,
  now: Instant,
  { role }: Pick<Caller, "role">,
): Static<typeof competitionViewShape> {
  return {
    ...showCompetition(view.competition, now),
    participants: view.participants,
    enrolled: view.isEnrolled,
    rank: view.rank,
    leaderboard: view.leaders.map(({ rank, ownerUid, username, value }) => ({
      rank,
      username_masked: maskName(username),
      value: formatAmount(value),
      ...(role === "admin" ? { uid: String(ownerUid) } : {}),
    })),
  };
}
