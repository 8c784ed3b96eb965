import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { hashPassword, passwordProblem } from "../../accounts/index.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { mutation } from "../../shapes.ts";
import { NO_RIGHTS } from "../core/requested-rights.ts";
import type { SubaccountDeps } from "../deps.ts";
import { subaccountErrors } from "../errors.ts";
import { subaccount, subaccountParams, termsAfter, viewSubaccount } from "../subaccount.ts";

const example = {
  name: "Ada Lovelace",
  email: "ada@example.com",
  password: "correct horse battery 1",
  active: true,
  allow_api_key_usage: false,
};

export const subaccountCreate = endpoint({
  id: "subaccounts.subaccountCreate",
  method: ["GET", "POST"],
  path: "/subaccounts/subaccount-create",
  auth: "ownerChange",
  summary: "Add a sub-account",
  description:
    "A user of its own that works in this account, within the limits of the plan and of what is given here. What is not " +
    "given, it may not.",
  input: {
    params: Type.Object({
      ...subaccountParams,
      username: Type.String({
        minLength: 5,
        maxLength: 60,
        pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*$",
        description:
          "What the sub-account logs in with. Unique among all users, in whatever case; cannot be changed. A mail address is " +
          "not allowed",
      }),
      password: Type.String({ minLength: 8, maxLength: 200 }),
    }),
  },
  output: json(mutation({ subaccount })),
  errors: [
    subaccountErrors.tooMany,
    subaccountErrors.beyondPlan,
    subaccountErrors.contradiction,
    subaccountErrors.usernameTaken,
    subaccountErrors.weakPassword,
  ],
  limits: { cost: 5 },
  examples: [
    { name: "a new colleague", body: { ...example, username: "ada.lovelace" } },
    { name: "a username that is taken", body: { ...example, username: "Ada.Lovelace" }, status: 422 },
    { name: "a mail address as username", body: { ...example, username: "charles@example.com" }, status: 422 },
    { name: "a short password", body: { ...example, username: "charles.b", password: "short12" }, status: 422 },
  ],

  async run({ subaccounts, clock }: SubaccountDeps & ClockDeps, { input: { params }, actor }) {
    const { username, name, email, password, active } = params;
    const { enabled, maximum_accounts: maximum } = actor.plan.limits.subaccounts;
    if (!enabled) throw subaccountErrors.tooMany({ maximum: 0 });
    const problem = passwordProblem(password, username);
    if (problem !== undefined) {
      const details = { missing_information: [{ error: problem, supported: [] }] };
      throw subaccountErrors.weakPassword({ problem, details });
    }
    const terms = termsAfter({ rights: NO_RIGHTS, forceTwofactor: false }, params, actor);
    const created = await subaccounts.create(
      { ownerUid: actor.ownerUid, uid: actor.uid, at: clock.now() },
      { ...terms, username, name, email, isActive: active, passwordHash: await hashPassword(password) },
      maximum,
    );
    if (!created) throw subaccountErrors.tooMany({ maximum });
    return {
      status: true as const,
      id: String(created.uid),
      message: `Sub-account ${username} was added`,
      subaccount: viewSubaccount(created, 0),
    };
  },
});
