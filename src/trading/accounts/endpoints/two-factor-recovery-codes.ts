import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps, RandomDeps } from "../../platform-deps.ts";
import { mutation } from "../../shapes.ts";
import { twoFactorMail } from "../core/mails.ts";
import type { PasswordProofDeps, SecondFactorDeps } from "../deps.ts";
import { PROVE_BOTH_ERRORS, proveBoth } from "../prove.ts";
import { newRecoveryCodes } from "../recovery.ts";
import { password, secondFactorCodes } from "../shapes.ts";

export const twoFactorRecoveryCodes = endpoint({
  id: "accounts.twoFactorRecoveryCodes",
  method: "POST",
  path: "/user/two-factor/recovery-codes",
  auth: "change",
  summary: "Make new recovery codes",
  description: "The earlier ones count no more. The new ones are shown this once.",
  input: { params: Type.Object({ password, ...secondFactorCodes }) },
  output: json(mutation({ recovery_codes: Type.Array(Type.String()) })),
  errors: PROVE_BOTH_ERRORS,
  examples: [{ name: "with a key", body: { password: "not asked for" }, status: 403 }],
  beyondSpec: true,

  async run(deps: PasswordProofDeps & SecondFactorDeps & ClockDeps & RandomDeps, { input: { params }, actor }) {
    const user = await proveBoth(deps, actor, params);
    const at = deps.clock.now();
    const { codes, codeHashes } = newRecoveryCodes(deps.random);
    await deps.twoFactor.replaceRecoveryCodes(user, codeHashes, twoFactorMail(user.username, "codes", at), at);
    const message = "Keep the codes where only you find them";
    return { status: true as const, id: String(user.uid), message, recovery_codes: codes };
  },
});
