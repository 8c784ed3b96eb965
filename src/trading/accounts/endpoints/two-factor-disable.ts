import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { mutation } from "../../shapes.ts";
import { twoFactorMail } from "../core/mails.ts";
import type { PasswordProofDeps, SecondFactorDeps } from "../deps.ts";
import { accountErrors } from "../errors.ts";
import { provePassword, proveSecondFactor, requireSession } from "../prove.ts";
import { password, secondFactorCodes } from "../shapes.ts";

export const twoFactorDisable = endpoint({
  id: "accounts.twoFactorDisable",
  method: "POST",
  path: "/user/two-factor/disable",
  auth: "change",
  summary: "Turn the second factor off",
  input: { params: Type.Object({ password, ...secondFactorCodes }) },
  output: json(mutation({})),
  errors: [
    accountErrors.sessionNeeded,
    accountErrors.wrongPassword,
    accountErrors.codeNeeded,
    accountErrors.wrongCode,
    accountErrors.tooManyAttempts,
    accountErrors.twoFactorOff,
  ],
  examples: [{ name: "with a key", body: { password: "not asked for" }, status: 403 }],
  beyondSpec: true,

  async run(deps: PasswordProofDeps & SecondFactorDeps & ClockDeps, { input: { params }, actor }) {
    requireSession(actor);
    const user = await provePassword(deps, actor.uid, params.password);
    if ((await proveSecondFactor(deps, user.uid, params)) === "off") throw accountErrors.twoFactorOff();
    const at = deps.clock.now();
    await deps.twoFactor.disable(user, twoFactorMail(user.username, "off", at), at);
    return { status: true as const, id: String(user.uid), message: "The second factor is off" };
  },
});
