import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { toSeconds } from "../../../kit/time/instant.ts";
import { endpoint } from "../../endpoint.ts";
import { seconds } from "../../shapes.ts";
import type { AccountDeps } from "../deps.ts";
import { requireUser } from "../prove.ts";

export const accountDetails = endpoint({
  id: "accounts.accountDetails",
  method: ["GET", "POST"],
  path: "/user/account-details",
  auth: "user",
  summary: "The user",
  input: {},
  output: json(
    Type.Object({
      uid: Type.Integer(),
      username: Type.String(),
      name: Type.String(),
      email: Type.String(),
      email_verified: Type.Boolean(),
      country: Type.Union([Type.String(), Type.Null()], {
        description: "Always null: the platform does not ask for it",
      }),
      twofactor: Type.Boolean(),
      subscription: Type.Object({ id: Type.String(), name: Type.String() }),
      is_subaccount: Type.Boolean(),
      parent_uid: Type.Union([Type.Integer(), Type.Null()]),
      time_created: seconds,
      last_login: Type.Union([seconds, Type.Null()]),
    }),
  ),
  errors: [],
  examples: [{ name: "oneself" }],

  async run({ accounts }: AccountDeps, { actor }) {
    const user = await requireUser(accounts, actor.uid);
    const isSubaccount = user.ownerUid !== user.uid;
    return {
      uid: user.uid,
      username: user.username,
      name: user.name,
      email: user.email,
      email_verified: user.emailVerifiedAt !== null,
      country: user.country,
      twofactor: user.hasTwoFactor,
      subscription: { id: actor.plan.id, name: actor.plan.name },
      is_subaccount: isSubaccount,
      parent_uid: isSubaccount ? user.ownerUid : null,
      time_created: toSeconds(user.createdAt),
      last_login: user.lastLoginAt === null ? null : toSeconds(user.lastLoginAt),
    };
  },
});
