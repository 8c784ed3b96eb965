import { Type } from "typebox";
import { json, withHeaders } from "../../../kit/endpoint/output.ts";
import {
  accountErrors,
  password,
  provePassword,
  proveSecondFactor,
  requireSession,
  secondFactorCodes,
} from "../../accounts/index.ts";
import { endpoint } from "../../endpoint.ts";
import { mutation } from "../../shapes.ts";
import { endedCookie } from "../core/session-cookie.ts";

export const closeAccount = endpoint({
  id: "sessions.closeAccount",
  method: "POST",
  path: "/session/close-account",
  auth: "ownerChange",
  summary: "Close the account for good",
  description:
    "Sessions and API keys end, those of sub-accounts too; names and addresses are removed. What was paid stays in the ledger.",
  input: { params: Type.Object({ password, ...secondFactorCodes }) },
  output: json(mutation({}), { headers: { "set-cookie": "Takes the session's cookie away" } }),
  errors: [
    accountErrors.sessionNeeded,
    accountErrors.wrongPassword,
    accountErrors.codeNeeded,
    accountErrors.wrongCode,
    accountErrors.tooManyAttempts,
  ],
  examples: [{ name: "with a key", body: { password: "not asked for" }, status: 403 }],
  beyondSpec: true,

  async run(deps, { input: { params }, actor }) {
    requireSession(actor);
    const user = await provePassword(deps, actor.uid, params.password);
    await proveSecondFactor(deps, user.uid, params);
    await deps.sessions.closeAccount(user.uid, deps.clock.now());
    const value = { status: true as const, id: String(user.uid), message: "The account is closed" };
    return withHeaders(value, { "set-cookie": endedCookie(deps.sessionRules) });
  },
});
