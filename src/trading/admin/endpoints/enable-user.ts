import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { mutation } from "../../shapes.ts";
import { CHANGE_ERRORS, requireDone } from "../change-answer.ts";
import type { UserAdminDeps } from "../deps.ts";
import { reason, seenUser, userId, viewUser } from "../shapes.ts";

export const enableUser = endpoint({
  id: "admin.enableUser",
  method: "POST",
  path: "/user/admin/enable",
  auth: "provenAdmin",
  summary: "Let a disabled user in again",
  description:
    "API keys and sub-accounts may be used again, and the user logs in again. The same again changes nothing.",
  input: { params: Type.Object({ uid: userId, reason }) },
  output: json(mutation({ user: seenUser })),
  errors: CHANGE_ERRORS,
  examples: [
    { name: "no such user", body: { uid: 404, reason: "The laptop was found" }, status: 404 },
    { name: "without a reason", body: { uid: 404 }, status: 422 },
    { name: "the own account", body: { uid: 1_900_001, reason: "Back again" }, status: 403 },
  ],
  beyondSpec: true,

  async run({ userAdmin, clock }: UserAdminDeps & ClockDeps, { input: { params }, actor }) {
    const { uid, reason: why } = params;
    const changed = await userAdmin.setEnabled(uid, true, { uid: actor.uid, reason: why }, clock.now());
    const { user } = requireDone(changed, uid, "enable");
    return { status: true as const, id: String(uid), message: "The user is enabled", user: viewUser(user) };
  },
});
