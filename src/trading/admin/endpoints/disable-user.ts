import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { id, mutation } from "../../shapes.ts";
import { CHANGE_ERRORS, requireDone } from "../change-answer.ts";
import type { UserAdminDeps } from "../deps.ts";
import { reason, seenUser, userId, viewUser } from "../shapes.ts";

export const disableUser = endpoint({
  id: "admin.disableUser",
  method: "POST",
  path: "/user/admin/disable",
  auth: "provenAdmin",
  summary: "Refuse a user every way in",
  description:
    "Its sessions end, and its API keys, push connections and sub-accounts are refused at once, until it is enabled. " +
    "Strategies that run go on, as after `tripod trading user disable`: `active_strategies` names up to 20, and " +
    "`tripod trading halt` stops their orders. The same again changes nothing.",
  input: { params: Type.Object({ uid: userId, reason }) },
  output: json(
    mutation({
      user: seenUser,
      active_strategies: Type.Array(id, { maxItems: 20, description: "Of the account, which trade on" }),
    }),
  ),
  errors: CHANGE_ERRORS,
  examples: [
    { name: "no such user", body: { uid: 404, reason: "Stolen laptop" }, status: 404 },
    { name: "without a reason", body: { uid: 404 }, status: 422 },
    { name: "the own account", body: { uid: 1_900_001, reason: "On holiday" }, status: 403 },
  ],
  beyondSpec: true,

  async run({ userAdmin, clock }: UserAdminDeps & ClockDeps, { input: { params }, actor }) {
    const { uid, reason: why } = params;
    const changed = await userAdmin.setEnabled(uid, false, { uid: actor.uid, reason: why }, clock.now());
    const { user, activeStrategies } = requireDone(changed, uid, "disable");
    return {
      status: true as const,
      id: String(uid),
      message: "The user is disabled",
      user: viewUser(user),
      active_strategies: activeStrategies.map(String),
    };
  },
});
