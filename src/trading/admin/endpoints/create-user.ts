import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { accountErrors, newUsername, personName, welcomeMail } from "../../accounts/index.ts";
import { endpoint } from "../../endpoint.ts";
import { mutation } from "../../shapes.ts";
import { emailAddress } from "../../validation.ts";
import { requireDone } from "../change-answer.ts";
import type { IssueLinkDeps } from "../deps.ts";
import { adminErrors } from "../errors.ts";
import { linkAnswer, makeLink } from "../password-link.ts";
import { reason, seenUser, viewUser } from "../shapes.ts";

export const createUser = endpoint({
  id: "admin.createUser",
  method: "POST",
  path: "/user/admin/create",
  auth: "provenAdmin",
  summary: "Make a main account for a user",
  description:
    "The user sets the password by a link that works once, within a day. It is mailed; where no mail is set up, it is " +
    "shown in this answer only. The mail address counts as verified. The admin who makes an account does not approve its " +
    "withdrawals. Admins are appointed at the command line.",
  input: {
    params: Type.Object({
      username: newUsername,
      name: personName,
      email: emailAddress,
      role: Type.Optional(Type.Union([Type.Literal("user"), Type.Literal("support")], { default: "user" })),
      reason,
    }),
  },
  output: json(mutation({ user: seenUser, ...linkAnswer })),
  errors: [accountErrors.usernameTaken, adminErrors.noAdmin],
  examples: [
    {
      name: "a user",
      body: { username: "grace", name: "Grace Hopper", email: "grace@example.com", reason: "Signed the contract" },
    },
    {
      name: "a username that is taken",
      body: { username: "Grace", name: "Another", email: "other@example.com", reason: "Signed the contract" },
      status: 422,
    },
    {
      name: "an admin",
      body: { username: "evelyn", name: "Eve", email: "eve@example.com", role: "admin", reason: "Is one of us" },
      status: 422,
    },
  ],
  beyondSpec: true,

  async run(deps: IssueLinkDeps, { input: { params }, actor }) {
    const { reason: why, role = "user", ...person } = params;
    const { answer, link, passwordHash } = await makeLink(deps, { ...person, isEmailVerified: true }, welcomeMail);
    const by = { uid: actor.uid, reason: why };
    const created = await deps.userAdmin.create({ ...person, role, by, passwordHash, link });
    const { user } = requireDone(created, 0, "create");
    const message = answer.link ? "Hand the link over: it is not shown again" : "The link is on its way";
    return { status: true as const, id: String(user.uid), message, user: viewUser(user), ...answer };
  },
});
