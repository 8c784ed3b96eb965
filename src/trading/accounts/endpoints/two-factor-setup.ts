import { toDataURL } from "qrcode";
import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { RandomDeps, SealerDeps } from "../../platform-deps.ts";
import { mutation } from "../../shapes.ts";
import type { PasswordProofDeps, TwoFactorDeps } from "../deps.ts";
import { accountErrors } from "../errors.ts";
import { provePassword, requireSession } from "../prove.ts";
import { twoFactorRecord } from "../two-factor-record.ts";
import { password } from "../shapes.ts";
import { newTotpSecret, totpUri } from "../totp.ts";

export const twoFactorSetup = endpoint({
  id: "accounts.twoFactorSetup",
  method: "POST",
  path: "/user/two-factor/setup",
  auth: "change",
  summary: "Begin with a second factor",
  description: "Makes a secret for an authenticator app, shown this once. It counts when a code of it was confirmed.",
  input: { params: Type.Object({ password }) },
  output: json(
    mutation({
      secret: Type.String({ description: "Base 32, to be typed in" }),
      uri: Type.String({ description: "otpauth://, the content of the QR code" }),
      qr: Type.String({ description: "The QR code, as a data URI of a PNG" }),
    }),
  ),
  errors: [
    accountErrors.sessionNeeded,
    accountErrors.wrongPassword,
    accountErrors.tooManyAttempts,
    accountErrors.twoFactorOn,
    accountErrors.notInPlan,
  ],
  examples: [{ name: "with a key", body: { password: "not asked for" }, status: 403 }],
  beyondSpec: true,

  async run(deps: PasswordProofDeps & TwoFactorDeps & RandomDeps & SealerDeps, { input: { params }, actor }) {
    requireSession(actor);
    const { name, limits } = actor.plan;
    if (!limits.user_settings.twofactor) throw accountErrors.notInPlan({ plan: name, what: "a second factor" });
    const user = await provePassword(deps, actor.uid, params.password);
    const secret = newTotpSecret(deps.random);
    const sealed = deps.sealer.seal(secret, twoFactorRecord(user.uid));
    if (!(await deps.twoFactor.begin(user.uid, sealed))) throw accountErrors.twoFactorOn();
    const uri = totpUri(secret, user.username);
    const message = "Scan the code with an authenticator app, and confirm with a code of it";
    return { status: true as const, id: String(user.uid), message, secret, uri, qr: await toDataURL(uri) };
  },
});
