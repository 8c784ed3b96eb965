import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { formatAmount } from "../../../kit/money/amount.ts";
import { toSeconds } from "../../../kit/time/instant.ts";
import { endpoint } from "../../endpoint.ts";
import { rowsOf } from "../../page.ts";
import { decimal, id, pageOf, paging, seconds } from "../../shapes.ts";
import { maskUsername } from "../core/mask-username.ts";
import type { AccountDeps, ReferralDeps } from "../deps.ts";
import type { Referral } from "../store.ts";

/** The currency of most payments; shown where nothing was earned yet. */
const USUAL_CURRENCY = "USD";

const referral = Type.Object(
  {
    id,
    username_masked: Type.String(),
    status: Type.Union([Type.Literal("pending"), Type.Literal("active"), Type.Literal("cancelled")], {
      description: "pending until the first login, cancelled when the account is disabled or closed",
    }),
    commission_percent: Type.Number(),
    earned: decimal,
    currency: Type.String({ description: "Of earned. Further currencies are in earned_by_currency" }),
    earned_by_currency: Type.Record(Type.String(), decimal),
    time_created: seconds,
  },
  { title: "Referral" },
);

export const listReferrals = endpoint({
  id: "accounts.listReferrals",
  method: ["GET", "POST"],
  path: "/user/list-referrals",
  auth: "user",
  summary: "Users who came through this one, and what they earned it",
  input: { params: Type.Object(paging) },
  output: json(
    Type.Object({
      ...pageOf("referrals", referral).properties,
      referral_code: Type.String({ description: "Given by a newcomer at sign-up, who is then listed here" }),
    }),
  ),
  errors: [],
  examples: [
    { name: "the newest", body: {} },
    { name: "page nought", body: { pagenumber: 0 }, status: 422 },
  ],

  async run({ accounts, referralPercent }: AccountDeps & ReferralDeps, { input: { params }, actor }) {
    const { pagenumber } = params;
    const page = rowsOf(params);
    const { code, referrals, total } = await accounts.listReferrals(actor.uid, page);
    const views = referrals.map((each) => viewOf(each, referralPercent));
    return { referral_code: code, referrals: views, page: pagenumber, showing: views.length, total };
  },
});

function viewOf({ uid, username, hasLoggedIn, isActive, earned, createdAt }: Referral, percent: number) {
  const currency = earned.has(USUAL_CURRENCY) ? USUAL_CURRENCY : ([...earned.keys()].toSorted()[0] ?? USUAL_CURRENCY);
  const status: "pending" | "active" | "cancelled" = !isActive ? "cancelled" : hasLoggedIn ? "active" : "pending";
  return {
    id: String(uid),
    username_masked: maskUsername(username),
    status,
    commission_percent: percent,
    earned: formatAmount(earned.get(currency) ?? 0n),
    currency,
    earned_by_currency: Object.fromEntries([...earned].map(([name, units]) => [name, formatAmount(units)])),
    time_created: toSeconds(createdAt),
  };
}
