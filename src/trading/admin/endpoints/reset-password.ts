import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { passwordTakenMail } from "../../accounts/index.ts";
import { endpoint } from "../../endpoint.ts";
import { mutation } from "../../shapes.ts";
import { CHANGE_ERRORS, requireDone } from "../change-answer.ts";
import type { IssueLinkDeps } from "../deps.ts";
import { adminErrors } from "../errors.ts";
import { linkAnswer, makeLink } from "../password-link.ts";
import { reason, userId } from "../shapes.ts";

export const resetPassword = endpoint({
  id: "admin.resetPassword",
  method: "POST",
  path: "/user/admin/reset-password",
  auth: "provenAdmin",
  summary: "Take a user's password away, and issue a link to set another",
  description:
    "Sessions end, and the old password is refused from now on. The link works once, within a day; earlier links end. It is " +
    "mailed to the user's verified address; where there is none, or no mail is set up, it is shown in this answer only. The " +
    "second factor is asked for as before, and API keys go on. The admin does not approve withdrawals of the account " +
    "afterwards. Passwords of admins are reset at the command line.",
  input: { params: Type.Object({ uid: userId, reason }) },
  output: json(mutation(linkAnswer)),
  errors: [...CHANGE_ERRORS, adminErrors.commandLine, adminErrors.disabled],
  examples: [
    { name: "no such user", body: { uid: 404, reason: "Asked by telephone" }, status: 404 },
    { name: "the own password", body: { uid: 1_900_001, reason: "Forgotten" }, status: 403 },
    { name: "that of another admin", body: { uid: 2_000_001, reason: "Forgotten" }, status: 403 },
  ],
  beyondSpec: true,

  async run(deps: IssueLinkDeps, { input: { params }, actor }) {
    const { uid, reason: why } = params;
    const found = await deps.userAdmin.find(uid);
    if (!found) throw adminErrors.noUser({ uid });
    const { answer, link, passwordHash } = await makeLink(deps, found, passwordTakenMail);
    const changed = await deps.userAdmin.resetPassword(uid, {
      by: { uid: actor.uid, reason: why },
      passwordHash,
      link,
    });
    requireDone(changed, uid, `password ${uid}`);
    const message = answer.link ? "Hand the link over: it is not shown again" : "The link is on its way";
    return { status: true as const, id: String(uid), message, ...answer };
  },
});
