/** The endpoints of sign-up. */
import { adminListInvitations } from "./admin-list-invitations.ts";
import { adminRevokeInvitation } from "./admin-revoke-invitation.ts";
import { confirmSignUp } from "./confirm-sign-up.ts";
import { createInvitation } from "./create-invitation.ts";
import { getSignUp } from "./get-sign-up.ts";
import { listInvitations } from "./list-invitations.ts";
import { requestSignUp } from "./request-sign-up.ts";
import { revokeInvitation } from "./revoke-invitation.ts";

export const signupEndpoints = [
  getSignUp,
  requestSignUp,
  confirmSignUp,
  createInvitation,
  listInvitations,
  revokeInvitation,
  adminListInvitations,
  adminRevokeInvitation,
] as const;
