import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps, LimiterDeps, RandomDeps, SealerDeps } from "../../platform-deps.ts";
import { mutation } from "../../shapes.ts";
import { twoFactorMail } from "../core/mails.ts";
import type { AccountDeps, TwoFactorDeps } from "../deps.ts";
import { accountErrors } from "../errors.ts";
import { requireSession, requireUser, spendAttempt } from "../prove.ts";
import { twoFactorRecord } from "../two-factor-record.ts";
import { newRecoveryCodes } from "../recovery.ts";
import { matchingStep } from "../totp.ts";

export const twoFactorConfirm = endpoint({
  id: "accounts.twoFactorConfirm",
  method: "POST",
  path: "/user/two-factor/confirm",
  auth: "change",
  summary: "Turn the second factor on",
  description: "By a code of the app that has the secret. Answers the recovery codes, shown this once.",
  input: { params: Type.Object({ code: Type.String({ pattern: "^[0-9]{6}$" }) }) },
  output: json(mutation({ recovery_codes: Type.Array(Type.String()) })),
  errors: [
    accountErrors.sessionNeeded,
    accountErrors.wrongCode,
    accountErrors.tooManyAttempts,
    accountErrors.twoFactorOff,
    accountErrors.twoFactorOn,
  ],
  examples: [{ name: "with a key", body: { code: "123456" }, status: 403 }],
  beyondSpec: true,

  async run(
    {
      accounts,
      twoFactor,
      sealer,
      random,
      clock,
      limiter,
    }: AccountDeps & TwoFactorDeps & SealerDeps & RandomDeps & ClockDeps & LimiterDeps,
    { input: { params }, actor },
  ) {
    const sessionId = requireSession(actor);
    await spendAttempt(limiter, `code:${actor.uid}`);
    const user = await requireUser(accounts, actor.uid);
    const state = await twoFactor.find(user.uid);
    if (!state) throw accountErrors.twoFactorOff();
    if (state.isConfirmed) throw accountErrors.twoFactorOn();
    const at = clock.now();
    const { sealedSecret } = state;
    const step = matchingStep(sealer.open(sealedSecret, twoFactorRecord(user.uid)).toString("utf8"), params.code, at);
    if (step === undefined) throw accountErrors.wrongCode();
    const { codes, codeHashes } = newRecoveryCodes(random);
    const mail = twoFactorMail(user.username, "on", at);
    const isOn = await twoFactor.confirm({ person: user, sessionId, sealedSecret, step, codeHashes, mail, at });
    if (!isOn) throw accountErrors.twoFactorOn();
    const message = "The second factor is on. Keep the recovery codes where only you find them";
    return { status: true as const, id: String(user.uid), message, recovery_codes: codes };
  },
});
