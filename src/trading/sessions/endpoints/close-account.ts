import { Type } from "typebox";
import { json, withHeaders } from "../../../kit/endpoint/output.ts";
import {
  accountErrors,
  password,
  provePassword,
  proveSecondFactor,
  requireSession,
  secondFactorCodes,
  type PasswordProofDeps,
  type SecondFactorDeps,
} from "../../accounts/index.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { mutation } from "../../shapes.ts";
import { endedCookie } from "../core/session-cookie.ts";
import type { SessionDeps, SessionRuleDeps } from "../deps.ts";

export const closeAccount = endpoint({
  id: "sessions.closeAccount",
  method: "POST",
  path: "/session/close-account",
  auth: "ownerChange",
  summary: "Close the account for good",
  description:
    "Sessions and API keys end, those of sub-accounts too; keys of exchanges, names and addresses are removed. What was " +
    "paid stays in the ledger. What subscribers have paid for signals of the account is paid back for the time that is left, as far " +
    "as the balance goes. An account that still holds money is not closed, unless `give_up_balance` says that it may be lost. " +
    "Nor is one with active strategies: `active_strategies` lists up to 20 of them; nor with orders that may be open: " +
    "`open_orders` lists up to 20 of them.",
  input: {
    params: Type.Object({
      password,
      ...secondFactorCodes,
      give_up_balance: Type.Optional(
        Type.Boolean({
          description: "What is left, too little to be withdrawn as a rule, goes to the platform for good",
        }),
      ),
    }),
  },
  output: json(mutation({}), { headers: { "set-cookie": "Takes the session's cookie away" } }),
  errors: [
    accountErrors.sessionNeeded,
    accountErrors.wrongPassword,
    accountErrors.codeNeeded,
    accountErrors.wrongCode,
    accountErrors.tooManyAttempts,
    accountErrors.balanceLeft,
    accountErrors.moneyUnderWay,
    accountErrors.strategiesActive,
    accountErrors.ordersOpen,
  ],
  examples: [{ name: "with a key", body: { password: "not asked for" }, status: 403 }],
  beyondSpec: true,

  async run(
    deps: SessionDeps & SessionRuleDeps & PasswordProofDeps & SecondFactorDeps & ClockDeps,
    { input: { params }, actor },
  ) {
    requireSession(actor);
    const user = await provePassword(deps, actor.uid, params.password);
    await proveSecondFactor(deps, user.uid, params);
    const giveUpBalance = params.give_up_balance ?? false;
    await deps.sessions.closeAccount(user.uid, deps.clock.now(), { giveUpBalance });
    const value = { status: true as const, id: String(user.uid), message: "The account is closed" };
    return withHeaders(value, { "set-cookie": endedCookie(deps.sessionRules) });
  },
});
