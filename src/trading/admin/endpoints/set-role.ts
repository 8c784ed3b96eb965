import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { mutation } from "../../shapes.ts";
import { CHANGE_ERRORS, requireDone } from "../change-answer.ts";
import type { UserAdminDeps } from "../deps.ts";
import { adminErrors } from "../errors.ts";
import { reason, role, seenUser, userId, viewUser } from "../shapes.ts";

export const setRole = endpoint({
  id: "admin.setRole",
  method: "POST",
  path: "/user/admin/set-role",
  auth: "provenAdmin",
  summary: "Set what a main account may do on the platform",
  description:
    "Its sessions end, and its API keys have the new role from the next request. The role `admin` can be taken here, and " +
    "is given at the command line only: two admins approve large withdrawals, so one admin must not make another.",
  input: { params: Type.Object({ uid: userId, role, reason }) },
  output: json(mutation({ user: seenUser })),
  errors: [...CHANGE_ERRORS, adminErrors.commandLine, adminErrors.subaccount],
  examples: [
    { name: "no such user", body: { uid: 404, role: "support", reason: "Joins the team" }, status: 404 },
    { name: "the own role", body: { uid: 1_900_001, role: "user", reason: "Leaves the team" }, status: 403 },
    { name: "an admin", body: { uid: 2_000_001, role: "admin", reason: "Leads the team" }, status: 403 },
  ],
  beyondSpec: true,

  async run({ userAdmin, clock }: UserAdminDeps & ClockDeps, { input: { params }, actor }) {
    const { uid, reason: why } = params;
    const changed = await userAdmin.setRole(uid, params.role, { uid: actor.uid, reason: why }, clock.now());
    const { user } = requireDone(changed, uid, `role ${uid} ${params.role}`);
    const message = `The user has the role ${user.role}`;
    return { status: true as const, id: String(uid), message, user: viewUser(user) };
  },
});
