import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { mutation } from "../../shapes.ts";
import { passwordChangedMail } from "../core/mails.ts";
import { passwordProblem } from "../core/password-problem.ts";
import type { PasswordProofDeps, SecondFactorDeps } from "../deps.ts";
import { accountErrors } from "../errors.ts";
import { hashPassword } from "../password-hash.ts";
import { provePassword, proveSecondFactor, requireSession } from "../prove.ts";
import { newPassword, password, secondFactorCodes } from "../shapes.ts";

export const passwordChange = endpoint({
  id: "accounts.passwordChange",
  method: "POST",
  path: "/user/password/change",
  auth: "change",
  summary: "Set a new password",
  description: "All sessions but this one end.",
  input: { params: Type.Object({ password, new_password: newPassword, ...secondFactorCodes }) },
  output: json(mutation({})),
  errors: [
    accountErrors.sessionNeeded,
    accountErrors.wrongPassword,
    accountErrors.weakPassword,
    accountErrors.codeNeeded,
    accountErrors.wrongCode,
    accountErrors.tooManyAttempts,
  ],
  examples: [{ name: "with a key", body: { password: "not asked for", new_password: "correct horse 1" }, status: 403 }],
  beyondSpec: true,

  async run(deps: PasswordProofDeps & SecondFactorDeps & ClockDeps, { input: { params }, actor }) {
    const exceptSession = requireSession(actor);
    const user = await provePassword(deps, actor.uid, params.password);
    const problem = passwordProblem(params.new_password, user.username);
    if (problem !== undefined) throw accountErrors.weakPassword({ problem });
    await proveSecondFactor(deps, user.uid, params);
    const passwordHash = await hashPassword(params.new_password);
    const at = deps.clock.now();
    const mail = passwordChangedMail(user.username, at);
    await deps.accounts.changePassword({
      person: user,
      passwordHash,
      shownHash: user.passwordHash,
      exceptSession,
      mail,
      at,
    });
    const message = "The password is set; other sessions have ended. API keys go on: revoke those that you do not know";
    return { status: true as const, id: String(user.uid), message };
  },
});
