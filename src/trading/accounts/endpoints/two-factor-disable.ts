import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { mutation } from "../../shapes.ts";
import { twoFactorMail } from "../core/mails.ts";
import type { PasswordProofDeps, SecondFactorDeps } from "../deps.ts";
import { PROVE_BOTH_ERRORS, proveBoth } from "../prove.ts";
import { password, secondFactorCodes } from "../shapes.ts";

export const twoFactorDisable = endpoint({
  id: "accounts.twoFactorDisable",
  method: "POST",
  path: "/user/two-factor/disable",
  auth: "change",
  summary: "Turn the second factor off",
  input: { params: Type.Object({ password, ...secondFactorCodes }) },
  output: json(mutation({})),
  errors: PROVE_BOTH_ERRORS,
  examples: [{ name: "with a key", body: { password: "not asked for" }, status: 403 }],
  beyondSpec: true,

  async run(deps: PasswordProofDeps & SecondFactorDeps & ClockDeps, { input: { params }, actor }) {
    const user = await proveBoth(deps, actor, params);
    const at = deps.clock.now();
    await deps.twoFactor.disable(user, twoFactorMail(user.username, "off", at), at);
    return { status: true as const, id: String(user.uid), message: "The second factor is off" };
  },
});
