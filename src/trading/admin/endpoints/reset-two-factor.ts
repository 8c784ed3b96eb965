import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { accountErrors } from "../../accounts/index.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { mutation } from "../../shapes.ts";
import { CHANGE_ERRORS, requireDone } from "../change-answer.ts";
import type { UserAdminDeps } from "../deps.ts";
import { adminErrors } from "../errors.ts";
import { reason, seenUser, userId, viewUser } from "../shapes.ts";

export const resetTwoFactor = endpoint({
  id: "admin.resetTwoFactor",
  method: "POST",
  path: "/user/admin/reset-two-factor",
  auth: "provenAdmin",
  summary: "Remove the second factor of a user who has lost it",
  description:
    "Its recovery codes go with it, sessions end, and the user is notified by mail. Check first who asks. The admin does not " +
    "approve withdrawals of the account afterwards. Second factors of admins are reset at the command line.",
  input: { params: Type.Object({ uid: userId, reason }) },
  output: json(mutation({ user: seenUser })),
  errors: [...CHANGE_ERRORS, adminErrors.commandLine, accountErrors.twoFactorOff],
  examples: [
    { name: "no such user", body: { uid: 404, reason: "The phone is lost" }, status: 404 },
    { name: "the own one", body: { uid: 1_900_001, reason: "The phone is lost" }, status: 403 },
    { name: "that of another admin", body: { uid: 2_000_001, reason: "The phone is lost" }, status: 403 },
  ],
  beyondSpec: true,

  async run({ userAdmin, clock }: UserAdminDeps & ClockDeps, { input: { params }, actor }) {
    const { uid, reason: why } = params;
    const changed = await userAdmin.resetTwoFactor(uid, { uid: actor.uid, reason: why }, clock.now());
    const { user } = requireDone(changed, uid, `reset-two-factor ${uid}`);
    return { status: true as const, id: String(uid), message: "The second factor is removed", user: viewUser(user) };
  },
});
